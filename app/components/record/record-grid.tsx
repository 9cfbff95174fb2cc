// The grid of record cards.
import { useFocusOnChange } from "~/browser/use-focus";
import { IconLink } from "~/components/ui/button";
import { Badge } from "~/components/ui/card";
import { COVER_PENDING, Cover } from "~/components/ui/cover";
import { COVER_SOURCE } from "~/models/catalog/release";
import {
  conditionNames,
  formatNames,
  type RecordDto,
  type RecordQuery,
  recordsAddress,
} from "~/models/record/record";
import { RecordArt } from "./record-art";

type GridRecord = RecordDto & { isSaving?: true };

type RecordGridProps = {
  records: GridRecord[];
  query: RecordQuery;
  /** The URLs of covers that wait for a moderator. */
  pending: string[];
  /** The URLs of covers from the Cover Art Archive. */
  archived: string[];
};

/** Lists records; their buttons return to the page of `query`. */
export function RecordGrid({ records, query, pending, archived }: RecordGridProps) {
  return (
    <ul className="record-grid">
      {records.map((record) => (
        <RecordCard
          key={record.id}
          record={record}
          query={query}
          isPending={pending.includes(record.imageUrl ?? "")}
          isArchived={archived.includes(record.imageUrl ?? "")}
        />
      ))}
    </ul>
  );
}

type RecordCardProps = { record: GridRecord; query: RecordQuery; isPending: boolean; isArchived: boolean };

function RecordCard({ record, query, isPending, isArchived }: RecordCardProps) {
  const { id, album, artist, year, genre, notes } = record;
  const facts = [year, genre].filter(Boolean).join(" · ");
  const address = `/records/${encodeURIComponent(id)}`;
  const actions = useFocusOnChange<HTMLDivElement>(record.isSaving);
  return (
    <li className="record-card card" aria-busy={record.isSaving}>
      <Cover url={record.imageUrl} drawn={<RecordArt format={record.format} seed={album} />} />
      <div className="record-text">
        <h2 className="record-album" dir="auto">
          {album}
        </h2>
        <p dir="auto">{artist}</p>
        <p className="cluster mt-1">
          <Badge>{formatNames[record.format]}</Badge>
          <Badge tone="quiet">{conditionNames[record.condition]}</Badge>
        </p>
        {facts ? <p className="mt-1 small-print">{facts}</p> : null}
        {isArchived ? <p className="mt-1 small-print">{COVER_SOURCE}</p> : null}
        {isPending ? <p className="mt-1 small-print">{COVER_PENDING}</p> : null}
        {notes ? (
          <p className="mt-1 whitespace-pre-line text-note" dir="auto">
            {notes}
          </p>
        ) : null}
      </div>
      <div ref={actions} tabIndex={-1} className="record-actions">
        {record.isSaving ? (
          <span className="px-2 small-print">Saving...</span>
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
