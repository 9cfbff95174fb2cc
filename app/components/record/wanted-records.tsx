// The records that one of two members looks for and the other owns, on a member's page.
import { ListenSleeve } from "~/components/music/listen-button";
import { Sleeve } from "~/components/ui/sleeve";
import { formatNames } from "~/models/record/format-names";
import type { WantedRecordLists, WantedRecords } from "~/models/record/record";
import { MoreRecords, ShelfHeader, ShelfText } from "./shown-records";

/** Lists what the viewer wants of another's records, and the other of theirs; renders nothing when there is nothing. */
export function WantedRecordShelves({ theirs, yours, name }: WantedRecordLists & { name: string }) {
  return (
    <>
      <WantedShelf
        {...theirs}
        listId="wanted-by-you"
        title="You're looking for"
        text={yours.count ? `You each own something the other is looking for. Swap?` : undefined}
      />
      <WantedShelf {...yours} listId="wanted-by-them" title={`${name} is looking for`} />
    </>
  );
}

type WantedShelfProps = WantedRecords & { listId: string; title: string; text?: string };

function WantedShelf({ records, count, listId, title, text }: WantedShelfProps) {
  if (count === 0) return null;
  return (
    <section>
      <ShelfHeader title={title} count={count} />
      {text ? <p className="mb-3">{text}</p> : null}
      <ul id={listId} tabIndex={-1} className="record-shelf">
        {records.map(({ id, artist, album, format }) => (
          <li key={id}>
            <div className="shelf-board">
              <ListenSleeve song={{ artist, title: album }}>
                <Sleeve artist={artist} title={album} />
              </ListenSleeve>
            </div>
            <ShelfText artist={artist} album={album} note={`Wanted on ${formatNames[format]}`} />
          </li>
        ))}
      </ul>
      <MoreRecords listId={listId} shown={records.length} count={count} of="wanted" />
    </section>
  );
}
