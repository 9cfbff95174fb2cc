// The records that one of two members looks for and the other owns, on a member's page.
import type { WantedRecordLists } from "~/models/record/record";
import { AlbumShelf } from "./shown-records";

const shelf = { note: "Wanted on", of: "wanted" };

/** Lists what the viewer wants of another's records, and the other of theirs; renders nothing when there is nothing. */
export function WantedRecordShelves({ theirs, yours, name }: WantedRecordLists & { name: string }) {
  return (
    <>
      <AlbumShelf
        {...theirs}
        {...shelf}
        listId="wanted-by-you"
        title="You're looking for"
        text={yours.count ? "You each own something the other is looking for. Swap?" : undefined}
      />
      <AlbumShelf {...yours} {...shelf} listId="wanted-by-them" title={`${name} is looking for`} />
    </>
  );
}
