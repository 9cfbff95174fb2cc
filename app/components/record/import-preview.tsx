// What a file would add to a collection.
import { conditionNames, formatNames, type ShownRecord } from "~/models/record";

type Row = Pick<ShownRecord, "id" | "artist" | "album" | "year" | "format" | "condition">;

/** The first records of a file, how many more there are, and how many are there already. */
export function ImportPreview({ rows, toAdd, known }: { rows: Row[]; toAdd: number; known: number }) {
  const more = toAdd - rows.length;
  return (
    <>
      {toAdd === 0 ? <p>There is nothing in this file that your collection has not.</p> : null}
      <ul className="divided">
        {rows.map((row) => (
          <li key={row.id} className="py-2">
            <p>
              <b>{row.album}</b> by {row.artist}
            </p>
            <p className="text-note text-soft">
              {[row.year, formatNames[row.format], conditionNames[row.condition]].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2">And {more.toLocaleString("en-US")} more.</p> : null}
      {known > 0 && toAdd > 0 ? (
        <p className="mt-2 text-soft">
          {known.toLocaleString("en-US")} {known === 1 ? "is" : "are"} in your collection already and will be
          left out.
        </p>
      ) : null}
    </>
  );
}
