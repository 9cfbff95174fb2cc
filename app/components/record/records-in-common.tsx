// What stands on two shelves.
import { formatNames, type ShownRecord } from "~/models/record";
import { Sleeve } from "./sleeve";

export type CommonRecords = {
  records: Pick<ShownRecord, "id" | "artist" | "album" | "format">[];
  /** How many there are in all. */
  count: number;
};

/** The viewer's records that a match has too; nothing where there are none. */
export function RecordsInCommon({ records, count }: CommonRecords) {
  if (count === 0) return null;
  return (
    <Sleeve title="Records in common" note={count}>
      <ol className="record-list">
        {records.map(({ id, artist, album, format }) => (
          <li key={id}>
            {album}
            <span className="block text-note text-soft">
              {artist} · yours on {formatNames[format]}
            </span>
          </li>
        ))}
      </ol>
      {count > records.length ? (
        <p className="mt-2 text-soft">And {(count - records.length).toLocaleString("en-US")} more.</p>
      ) : null}
    </Sleeve>
  );
}
