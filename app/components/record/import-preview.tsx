// The preview of an import.
import type { FileLine } from "db/column-types";
import { FileLetters, FileLines } from "~/components/ui/file-letters";
import { formatNames } from "~/models/record/format-names";
import { conditionNames, countLines, countRecords, type RecordDto } from "~/models/record/record";
import type { TextEncoding } from "~/models/text-encoding";

type ImportPreviewProps = {
  /** The first records that would be added. */
  rows: Pick<RecordDto, "id" | "artist" | "album" | "year" | "format" | "condition">[];
  toAdd: number;
  /** How many are in the collection already. */
  known: number;
  unreadable: FileLine[];
  unreadableCount: number;
  /** The first records of which a cell is changed or left out. */
  changed: FileLine[];
  changedCount: number;
  encoding?: TextEncoding;
  /** Whether they come from a collection on Discogs, and not from a file. */
  isDiscogs: boolean;
};

/** Says how many records a file would add, which lines it skips or changes, and lists the first records. */
export function ImportPreview({
  rows,
  toAdd,
  known,
  unreadable,
  unreadableCount,
  changed,
  changedCount,
  encoding,
  isDiscogs,
}: ImportPreviewProps) {
  const [lineName, place] = isDiscogs
    ? (["Record", "your Discogs collection"] as const)
    : (["Line", "this file"] as const);
  const more = toAdd - rows.length;
  const found = unreadableCount > 0 ? "every record we could read" : `everything in ${place}`;
  const summary = toAdd > 0 ? `${countRecords(toAdd)} ready to import.` : `You already have ${found}.`;
  const skipped = `${isDiscogs ? countRecords(unreadableCount) : countLines(unreadableCount)} can't be read and will be skipped:`;
  return (
    <>
      <p>{unreadableCount > 0 ? `${summary} ${skipped}` : summary}</p>
      {unreadableCount > 0 ? <FileLines lines={unreadable} count={unreadableCount} name={lineName} /> : null}
      {changedCount > 0 ? (
        <>
          <p>{`${countRecords(changedCount)} will be added with changes:`}</p>
          <FileLines lines={changed} count={changedCount} name={lineName} />
        </>
      ) : null}
      <ul className="divided mt-2">
        {rows.map((row) => (
          <li key={row.id} className="py-2">
            <p>
              <b>{row.album}</b> by {row.artist}
            </p>
            <p className="small-print">
              {[row.year, formatNames[row.format], conditionNames[row.condition]].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      <FileLetters encoding={encoding} path="/records/import" />
      {more > 0 ? <p className="mt-2">And {more.toLocaleString("en-US")} more.</p> : null}
      {known > 0 && toAdd > 0 ? (
        <p className="mt-2 text-soft">
          {known.toLocaleString("en-US")} {known === 1 ? "is" : "are"} already in your collection and will be
          skipped.
        </p>
      ) : null}
    </>
  );
}
