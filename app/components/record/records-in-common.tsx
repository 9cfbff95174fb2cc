// The records two members both own.
import { ListenSleeve } from "~/components/music/listen-button";
import { Sleeve } from "~/components/ui/sleeve";
import { formatNames } from "~/models/record/format-names";
import type { RecordDto } from "~/models/record/record";
import { MoreRecords, ShelfHeader, ShelfText } from "./shown-records";

export type RecordsInCommonList = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  /** The total, of which `records` are the first. */
  count: number;
};

/** Lists the viewer's records that a match owns too; renders nothing when there are none. */
export function RecordsInCommon({ records, count }: RecordsInCommonList) {
  if (count === 0) return null;
  return (
    <section>
      <ShelfHeader title="Records in common" count={count} />
      <ol id="records-in-common" tabIndex={-1} className="record-shelf">
        {records.map(({ id, artist, album, format }) => (
          <li key={id}>
            <div className="shelf-board">
              <ListenSleeve song={{ artist, title: album }}>
                <Sleeve artist={artist} title={album} />
              </ListenSleeve>
            </div>
            <ShelfText artist={artist} album={album} note={`Yours on ${formatNames[format]}`} />
          </li>
        ))}
      </ol>
      <MoreRecords listId="records-in-common" shown={records.length} count={count} of="in common" />
    </section>
  );
}
