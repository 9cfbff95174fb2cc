// The preview of an import.

import type { FileLine } from "db/column-types";
import { formatNumber } from "~/language/intl";
import { formatNames } from "~/models/record/format-names";
import {
  ALL_OWNED,
  conditionNames,
  countLines,
  countRecords,
  type RecordDto,
  recordsPath,
} from "~/models/record/record";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { FileLetters, FileLines } from "~/ui/file-letters";

type ImportPreviewProps = {
  /** The first records that would be added. */
  rows: Pick<RecordDto, "id" | "artist" | "album" | "year" | "format" | "condition" | "wanted">[];
  toAdd: number;
  /** How many of them are owned in an import of wanted records, or wanted in one of owned records. */
  otherCount: number;
  /** How many more records the file says are neither owned nor wanted. */
  unownedCount: number;
  /** How many are in the collection already. */
  known: number;
  unreadable: FileLine[];
  unreadableCount: number;
  /** The first records of which a cell is changed or left out. */
  changed: FileLine[];
  changedCount: number;
  /** How many more Discogs counts than it has sent. */
  missingCount: number;
  encoding?: TextEncoding;
  /** Whether they come from Discogs, and not from a file. */
  isDiscogs: boolean;
  /** Whether they are records that the member looks for. */
  wanted: boolean;
};

/** Says how many records a file would add, which lines it skips or changes, and lists the first records. */
export function ImportPreview({
  rows,
  toAdd,
  otherCount,
  unownedCount,
  known,
  unreadable,
  unreadableCount,
  changed,
  changedCount,
  missingCount,
  encoding,
  isDiscogs,
  wanted,
}: ImportPreviewProps) {
  const lineName = isDiscogs ? "Record" : "Line";
  const source = isDiscogs ? `your Discogs ${wanted ? "wantlist" : "collection"}` : "this file";
  const more = toAdd - rows.length;
  const found = unreadableCount > 0 ? "every record we could read" : `everything in ${source}`;
  const alreadyHas = wanted ? "You already have or want" : "You already have";
  const summary = toAdd > 0 ? `${countRecords(toAdd)} ready to import.` : `${alreadyHas} ${found}.`;
  const skipped = `${isDiscogs ? countRecords(unreadableCount) : countLines(unreadableCount)} can't be read and will be skipped:`;
  return (
    <>
      <p>{unreadableCount > 0 ? `${summary} ${skipped}` : summary}</p>
      {unreadableCount > 0 ? <FileLines lines={unreadable} count={unreadableCount} name={lineName} /> : null}
      {changedCount > 0 ? (
        <>
          <p className="mt-2">{`${countRecords(changedCount)} will be added with changes:`}</p>
          <FileLines lines={changed} count={changedCount} name={lineName} />
        </>
      ) : null}
      {otherCount > 0 ? (
        <p className="mt-2">
          {`${formatNumber(otherCount)} of the ${countRecords(toAdd)} will be added to ${wanted ? "your collection" : "the ones you want"}.`}
        </p>
      ) : null}
      {unownedCount > 0 ? (
        <p className="mt-2">{`${countRecords(unownedCount)} will be left out: the file says you don't own ${unownedCount === 1 ? "it" : "them"}.`}</p>
      ) : null}
      {missingCount > 0 ? (
        <p className="mt-2">{`Discogs didn't send ${countRecords(missingCount)} that it counts. Read your ${wanted ? "wantlist" : "collection"} again later to get them.`}</p>
      ) : null}
      <ul className="divided mt-2">
        {rows.map((row) => (
          <li key={row.id} className="py-2">
            <p>
              <b>{row.album}</b> by {row.artist}
            </p>
            <p className="small-print">
              {[
                row.wanted !== wanted && (row.wanted ? "Wanted" : "Owned"),
                row.year,
                formatNames[row.format],
                row.wanted ? "" : conditionNames[row.condition],
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      <FileLetters encoding={encoding} path={recordsPath({ ...ALL_OWNED, wanted }, "/records/import")} />
      {more > 0 ? <p className="mt-2">And {formatNumber(more)} more.</p> : null}
      {known > 0 && toAdd > 0 ? (
        <p className="mt-2 text-soft">
          {formatNumber(known)} {known === 1 ? "is" : "are"} already{" "}
          {wanted ? "owned or wanted" : "in your collection"} and will be skipped.
        </p>
      ) : null}
    </>
  );
}
