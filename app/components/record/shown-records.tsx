// The records of another member, on their page and on their card; on their page also those that both own, and those that one looks
// for and the other owns.

import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFocusHandover } from "~/browser/use-focus";
import { ArtistLink } from "~/components/artist/artist-link";
import { ListenSleeve } from "~/components/music/listen-button";
import { formatNumber } from "~/language/intl";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { formatNames } from "~/models/record/format-names";
import {
  MORE_RECORDS,
  type RecordDto,
  SHOWN_RECORDS_MAX,
  type ShownRecord,
  type WantedRecordLists,
} from "~/models/record/record";
import { Sleeve } from "~/ui/sleeve";

/** Lists the first of `count` records with their covers; renders nothing when there are none. */
export function ShownRecords({
  records,
  count,
  pencil,
}: {
  records: ShownRecord[];
  count: number;
  /** Beside the heading on the viewer's own page. */
  pencil?: ReactNode;
}) {
  if (!records.length) return null;
  return (
    <section>
      <ShelfHeader title={t("Records")} count={count} pencil={pencil} />
      <ul id="records" tabIndex={-1} className="record-shelf">
        {records.map(({ id, artist, album, format, imageUrl }) => (
          <li key={id}>
            <div className="shelf-board">
              <ListenSleeve song={{ artist, title: album }}>
                <Sleeve artist={artist} title={album} url={imageUrl} />
              </ListenSleeve>
            </div>
            <ShelfText artist={artist} album={album} note={t(formatNames[format])} />
          </li>
        ))}
      </ul>
      <MoreRecords listId="records" shown={records.length} count={count} />
    </section>
  );
}

type Kind = "common" | "wanted";

/** The first of `count` albums that two members share in some way; renders nothing when there are none. */
function AlbumShelf({
  records,
  count,
  listId,
  title,
  text,
  kind,
}: {
  records: Pick<ShownRecord, "id" | "artist" | "album" | "format">[];
  count: number;
  listId: string;
  title: string;
  text?: string;
  /** Whether both own them, or one of the two wants them. */
  kind: Kind;
}) {
  if (count === 0) return null;
  return (
    <section>
      <ShelfHeader title={title} count={count} />
      {text ? <p className="mb-3">{text}</p> : null}
      <ol id={listId} tabIndex={-1} className="record-shelf">
        {records.map(({ id, artist, album, format }) => (
          <li key={id}>
            <div className="shelf-board">
              <ListenSleeve song={{ artist, title: album }}>
                <Sleeve artist={artist} title={album} />
              </ListenSleeve>
            </div>
            <ShelfText
              artist={artist}
              album={album}
              note={
                kind === "common"
                  ? t("Yours on {format}", { format: formatNames[format] })
                  : t("Wanted on {format}", { format: formatNames[format] })
              }
            />
          </li>
        ))}
      </ol>
      <MoreRecords listId={listId} shown={records.length} count={count} kind={kind} />
    </section>
  );
}

/** The heading of a shelf on a member's page. */
function ShelfHeader({ title, count, pencil }: { title: string; count: number; pencil?: ReactNode }) {
  return (
    <header className="mb-3 flex items-baseline">
      <h2 className="mr-3">{title}</h2>
      <p className="eyebrow">{formatNumber(count)}</p>
      {pencil}
    </header>
  );
}

/** The text below a record on a shelf. */
function ShelfText({ artist, album, note }: { artist: string; album: string; note: string }) {
  return (
    <p className="pl-1.5 pr-1 pt-1.5 text-sm" dir="auto">
      <b>{album}</b>
      <span className="block">
        <ArtistLink name={artist} />
      </span>
      <span className="block text-soft">{note}</span>
    </p>
  );
}

/** Links to the next records of a list on a member's page; renders nothing once all `count` are shown. */
function MoreRecords({
  listId,
  shown,
  count,
  kind,
}: {
  listId: string;
  shown: number;
  count: number;
  kind?: Kind;
}) {
  const limit = Math.min(count, shown + MORE_RECORDS, SHOWN_RECORDS_MAX);
  if (limit <= shown) return null;
  return (
    <p className="mt-2">
      <MoreLink listId={listId} limit={limit}>
        <Trans
          text="Show {count} more<hidden> {kind, select, common {records in common} wanted {records wanted} other {records}}</hidden>"
          values={{ count: limit - shown, kind }}
          tags={{ hidden: <span className="sr-only" /> }}
        />
      </MoreLink>
    </p>
  );
}

/** Hands its focus to the list once all records are shown. */
function MoreLink({ listId, limit, children }: { listId: string; limit: number; children: ReactNode }) {
  // Only its own focus: one click can show the last records of two lists.
  const link = useFocusHandover<HTMLAnchorElement>(listId);
  return (
    <Link ref={link} to={`?records=${limit}`} preventScrollReset className="link">
      {children}
    </Link>
  );
}

/** A row of sleeves; renders nothing when there are no records. */
export function RecordShelf({ records }: { records: ShownRecord[] }) {
  if (!records.length) return null;
  return (
    <ul className="mt-3 grid grid-cols-3 gap-2" aria-label={t("Records")}>
      {records.map(({ id, artist, album, imageUrl }) => (
        <li key={id}>
          <ListenSleeve song={{ artist, title: album }}>
            <Sleeve artist={artist} title={album} url={imageUrl} />
            <span className="sr-only">{t("{album} by {artist}", { album, artist })}</span>
          </ListenSleeve>
        </li>
      ))}
    </ul>
  );
}

/** Lists what the viewer wants of the other's records, and the reverse; renders nothing when there is nothing. */
export function WantedRecordShelves({ theirs, yours, name }: WantedRecordLists & { name: string }) {
  return (
    <>
      <AlbumShelf
        {...theirs}
        kind="wanted"
        listId="wanted-by-you"
        title={t("You're looking for")}
        text={yours.count ? t("You each own something the other is looking for. Swap?") : undefined}
      />
      <AlbumShelf
        {...yours}
        kind="wanted"
        listId="wanted-by-them"
        title={t("{name} is looking for", { name })}
      />
    </>
  );
}

export type RecordsInCommonList = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  /** The total, of which `records` are the first. */
  count: number;
};

/** Lists the viewer's records that a match owns too; renders nothing when there are none. */
export function RecordsInCommon(list: RecordsInCommonList) {
  return <AlbumShelf {...list} listId="records-in-common" title={t("Records in common")} kind="common" />;
}
