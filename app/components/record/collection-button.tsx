// Showing the collection to others, and hiding it again.
import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ViewerField } from "~/components/ui/viewer-field";
import { SHOWN_COLLECTION_PATH } from "~/models/record/record";

/** Says who sees the member's records, with a button that changes it; without scripts that returns to the page `from`. */
export function CollectionButton({ isShown, from }: { isShown: boolean; from: string }) {
  const sender = useFetcher();
  return (
    <div>
      <p className="mb-3">
        {isShown
          ? "Others see your records and public playlists on your page. Your notes stay with you."
          : "Only your matches see the records you both own."}
      </p>
      <sender.Form method="post" action={`${SHOWN_COLLECTION_PATH}?from=${from}`}>
        <ViewerField />
        <Button name="shown" value={String(!isShown)} isPending={sender.state !== "idle"}>
          {isShown ? "Hide from My Page" : "Show on My Page"}
        </Button>
      </sender.Form>
    </div>
  );
}
