// The wall of a collection's sleeves.
import { useFocusOnChange } from "~/browser/use-focus";
import { ArtistLink } from "~/components/artist/artist-link";
import { ListenSleeve } from "~/components/music/listen-button";
import { t } from "~/language/text";
import { COVER_SOURCE } from "~/models/catalog/release";
import { formatNames } from "~/models/record/format-names";
import { conditionNames, type RecordDto, type RecordQuery, recordsPath } from "~/models/record/record";
import { Badge } from "~/ui/card";
import { DialogLink, opensDialog } from "~/ui/dialog/dialog-link";
import { Disclosure } from "~/ui/disclosure";
import { PostButton } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { COVER_PENDING, Sleeve } from "~/ui/sleeve";

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
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] md:grid-cols-[repeat(auto-fill,minmax(184px,1fr))]">
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
  const edit = recordsPath(query, `${address}/edit`);
  const remove = recordsPath(query, `${address}/delete`);
  const actions = useFocusOnChange<HTMLDivElement>(record.isSaving);
  const sleeve = <Sleeve artist={artist} title={album} url={record.imageUrl} />;
  return (
    <li className="record-card min-w-0" aria-busy={record.isSaving}>
      {record.isSaving ? (
        sleeve
      ) : (
        <ListenSleeve song={{ artist, title: album }}>
          <DialogLink to={edit} className="sleeve-link block rounded" {...opensDialog(t("Edit Record"))}>
            {sleeve}
            <span className="sr-only">{t("Edit {album}", { album })}</span>
          </DialogLink>
        </ListenSleeve>
      )}
      <div className="flex">
        <div className="min-w-0 flex-1 pb-1 pt-2">
          <h2 className="text-xl" dir="auto">
            {album}
          </h2>
          <p>
            <ArtistLink name={artist} />
          </p>
        </div>
        <div ref={actions} tabIndex={-1} className="flex-none">
          {record.isSaving ? null : <RecordMenu album={album} edit={edit} remove={remove} />}
        </div>
      </div>
      {record.isSaving ? <p className="small-print">{t("Saving...")}</p> : null}
      <p className="cluster">
        <Badge>{t(formatNames[record.format])}</Badge>
        {record.wanted ? null : <Badge tone="quiet">{t(conditionNames[record.condition])}</Badge>}
      </p>
      {facts ? <p className="small-print">{facts}</p> : null}
      {isArchived ? <p className="small-print">{t(COVER_SOURCE)}</p> : null}
      {isPending ? <p className="small-print">{t(COVER_PENDING)}</p> : null}
      {notes ? (
        <p className="mt-1 whitespace-pre-line text-sm" dir="auto">
          {notes}
        </p>
      ) : null}
      {record.wanted && !record.isSaving ? (
        <div className="mt-2">
          <PostButton
            to={recordsPath(query, `${address}/got`)}
            aria-label={t("I have {album} now", { album })}
          >
            {t("I Have It Now")}
          </PostButton>
        </div>
      ) : null}
    </li>
  );
}

function RecordMenu({ album, edit, remove }: { album: string; edit: string; remove: string }) {
  return (
    <Disclosure
      label={t("More options for {album}", { album })}
      icon={<Icon name="more" />}
      className="options-menu [&>ul]:min-w-0"
    >
      <ul>
        {[
          { verb: t("Edit"), to: edit, title: t("Edit Record") },
          { verb: t("Delete"), to: remove, title: album },
        ].map(({ verb, to, title }) => (
          <li key={verb}>
            <DialogLink to={to} className="nav-link" {...opensDialog(title)}>
              {verb} <span className="sr-only">{album}</span>
            </DialogLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
