// The cards of a collection.
import {
  conditionNames,
  formatNames,
  type RecordQuery,
  recordsAddress,
  type ShownRecord,
} from "~/models/record";
import { IconLink } from "./button";
import { Cover } from "./cover";
import { RecordArt } from "./record-art";
import { Badge } from "./sleeve";

type GridRecord = ShownRecord & { isSaving?: true };

/** A grid of records; their buttons come back to the page of `query`. */
export function RecordGrid({ records, query }: { records: GridRecord[]; query: RecordQuery }) {
  return (
    <ul className="records">
      {records.map((record) => (
        <RecordCard key={record.id} record={record} query={query} />
      ))}
    </ul>
  );
}

function RecordCard({ record, query }: { record: GridRecord; query: RecordQuery }) {
  const { id, album, artist, year, genre, notes } = record;
  const facts = [year, genre].filter(Boolean).join(" · ");
  const address = `/records/${encodeURIComponent(id)}`;
  return (
    <li className="record sleeve" aria-busy={record.isSaving}>
      <Cover url={record.imageUrl} drawn={<RecordArt format={record.format} seed={album} />} />
      <div className="record-words">
        <h2 className="record-album" dir="auto">
          {album}
        </h2>
        <p dir="auto">{artist}</p>
        <p className="cluster mt-1">
          <Badge>{formatNames[record.format]}</Badge>
          <Badge tone="quiet">{conditionNames[record.condition]}</Badge>
        </p>
        {facts ? <p className="mt-1 text-note text-soft">{facts}</p> : null}
        {notes ? (
          <p className="mt-1 whitespace-pre-line text-note" dir="auto">
            {notes}
          </p>
        ) : null}
      </div>
      <div className="record-tools">
        {record.isSaving ? (
          <span className="px-2 text-note text-soft">Saving...</span>
        ) : (
          <>
            <IconLink
              name={`Edit ${album}`}
              icon="edit"
              to={recordsAddress(query, `${address}/edit`)}
              preventScrollReset
            />
            <IconLink
              name={`Delete ${album}`}
              icon="trash"
              to={recordsAddress(query, `${address}/delete`)}
              preventScrollReset
            />
          </>
        )}
      </div>
    </li>
  );
}
