// Showing the collection to others, and hiding it again.

import { t } from "~/language/text";
import { SHOWN_COLLECTION_PATH } from "~/models/record/record";
import { PostButton } from "~/ui/form";

/** Says who can see the member's records, with a button that changes it; without scripts it returns to the page `from`. */
export function CollectionButton({ isShown, from }: { isShown: boolean; from: string }) {
  return (
    <div>
      <p className="mb-3">
        {isShown
          ? t(
              "Others see your records and public playlists on your page, and which of theirs you want. Your notes stay with you.",
            )
          : t("Only your matches see the records you both own.")}
      </p>
      <PostButton to={`${SHOWN_COLLECTION_PATH}?from=${from}`} name="shown" value={String(!isShown)}>
        {isShown ? t("Hide from My Page") : t("Show on My Page")}
      </PostButton>
    </div>
  );
}
