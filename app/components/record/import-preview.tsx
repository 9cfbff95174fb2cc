// The preview of an import.

import type { FileLine } from "db/column-types";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { formatNames } from "~/models/record/format-names";
import { ALL_OWNED, conditionNames, type RecordDto, recordsPath } from "~/models/record/record";
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
  /** The first records with a cell that is changed or left out. */
  changed: FileLine[];
  changedCount: number;
  /** How many more records Discogs counts than it has sent. */
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
  const lineName = isDiscogs ? t("Record") : t("Line");
  const more = toAdd - rows.length;
  return (
    <>
      <p>
        {toAdd > 0
          ? t("{count, plural, one {# record} other {# records}} ready to import.", { count: toAdd })
          : describeKnown({ isDiscogs, wanted, isReadable: unreadableCount === 0 })}
        {unreadableCount > 0
          ? ` ${
              isDiscogs
                ? t("{count, plural, one {# record} other {# records}} can't be read and will be skipped:", {
                    count: unreadableCount,
                  })
                : t("{count, plural, one {# line} other {# lines}} can't be read and will be skipped:", {
                    count: unreadableCount,
                  })
            }`
          : null}
      </p>
      {unreadableCount > 0 ? <FileLines lines={unreadable} count={unreadableCount} name={lineName} /> : null}
      {changedCount > 0 ? (
        <>
          <p className="mt-2">
            {t("{count, plural, one {# record} other {# records}} will be added with changes:", {
              count: changedCount,
            })}
          </p>
          <FileLines lines={changed} count={changedCount} name={lineName} />
        </>
      ) : null}
      {otherCount > 0 ? (
        <p className="mt-2">
          {wanted
            ? t(
                "{some, number} of the {count, plural, one {# record} other {# records}} will be added to your collection.",
                { some: otherCount, count: toAdd },
              )
            : t(
                "{some, number} of the {count, plural, one {# record} other {# records}} will be added to the ones you want.",
                { some: otherCount, count: toAdd },
              )}
        </p>
      ) : null}
      {unownedCount > 0 ? (
        <p className="mt-2">
          {t(
            "{count, plural, one {# record will be left out: the file says you don't own it.} other {# records will be left out: the file says you don't own them.}}",
            { count: unownedCount },
          )}
        </p>
      ) : null}
      {missingCount > 0 ? (
        <p className="mt-2">
          {wanted
            ? t(
                "Discogs didn't send {count, plural, one {# record} other {# records}} that it counts. Read your wantlist again later to get them.",
                { count: missingCount },
              )
            : t(
                "Discogs didn't send {count, plural, one {# record} other {# records}} that it counts. Read your collection again later to get them.",
                { count: missingCount },
              )}
        </p>
      ) : null}
      <ul className="divided mt-2">
        {rows.map((row) => (
          <li key={row.id} className="py-2">
            <p>
              <Trans text="{album} by {artist}" values={{ album: <b>{row.album}</b>, artist: row.artist }} />
            </p>
            <p className="small-print">
              {[
                row.wanted !== wanted &&
                  (row.wanted ? t("Wanted", { as: "a record" }) : t("Owned", { as: "a record" })),
                row.year,
                t(formatNames[row.format]),
                row.wanted ? "" : t(conditionNames[row.condition]),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      <FileLetters encoding={encoding} path={recordsPath({ ...ALL_OWNED, wanted }, "/records/import")} />
      {more > 0 ? <p className="mt-2">{t("And {count, number} more.", { count: more })}</p> : null}
      {known > 0 && toAdd > 0 ? (
        <p className="mt-2 text-soft">
          {wanted
            ? t(
                "{count, plural, one {# is already owned or wanted} other {# are already owned or wanted}} and will be skipped.",
                { count: known },
              )
            : t(
                "{count, plural, one {# is already in your collection} other {# are already in your collection}} and will be skipped.",
                { count: known },
              )}
        </p>
      ) : null}
    </>
  );
}

/** Says that nothing of a file or list is new. */
function describeKnown({
  isDiscogs,
  wanted,
  isReadable,
}: {
  isDiscogs: boolean;
  wanted: boolean;
  isReadable: boolean;
}): string {
  if (!isReadable)
    return wanted
      ? t("You already have or want every record we could read.")
      : t("You already have every record we could read.");
  if (isDiscogs)
    return wanted
      ? t("You already have or want everything in your Discogs wantlist.")
      : t("You already have everything in your Discogs collection.");
  return wanted
    ? t("You already have or want everything in this file.")
    : t("You already have everything in this file.");
}
