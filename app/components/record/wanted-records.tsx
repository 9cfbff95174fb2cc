// The records that one of two members wants and the other owns, on a member's page.
import { t } from "~/language/text";
import type { WantedRecordLists } from "~/models/record/record";
import { AlbumShelf } from "./shown-records";

/** Lists what the viewer wants of the other's records, and the reverse; renders nothing when there is nothing. */
export function WantedRecordShelves({ theirs, yours, name }: WantedRecordLists & { name: string }) {
  return (
    <>
      <AlbumShelf
        {...theirs}
        kind="wanted"
        listId="wanted-by-you"
        title={t("You're looking for")}
        text={yours.count ? t("You each own something the other is looking for. Swap?") : undefined}
      />
      <AlbumShelf
        {...yours}
        kind="wanted"
        listId="wanted-by-them"
        title={t("{name} is looking for", { name })}
      />
    </>
  );
}
