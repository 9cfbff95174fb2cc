// The records that are no longer in a member's collection on Discogs, with boxes to remove them.

import { formatNames } from "~/models/record/format-names";
import { countRecords, LEFT_FIELD, type RecordDto } from "~/models/record/record";
import { FieldGroup } from "~/ui/field";

type LeftRecordsProps = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  /** The total, of which `records` are the first. */
  count: number;
  error?: string;
};

/** Renders nothing if there are none. No box is ticked at first. */
export function LeftRecordBoxes({ records, count, error }: LeftRecordsProps) {
  if (!count) return null;
  const more = count - records.length;
  return (
    <FieldGroup
      id={LEFT_FIELD}
      legend="No longer in your Discogs collection"
      hint="They stay here unless you choose to remove them."
      error={error}
    >
      <ul className="divided">
        {records.map(({ id, artist, album, format }) => (
          <li key={id} className="py-1">
            <label className="check-field">
              <input type="checkbox" name={LEFT_FIELD} value={id} />
              <span className="min-w-0" dir="auto">
                Remove <b>{album}</b> by {artist} ({formatNames[format]})
              </span>
            </label>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-note">And {countRecords(more)} more. Import again to see the rest.</p>
      ) : null}
    </FieldGroup>
  );
}
