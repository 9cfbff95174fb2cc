// An artist's page for one member: who loves the artist among the people they can meet, and those people's records of the
// artist.
import { db } from "db/client.server";
import { artist, match, member, memberArtist, record, statistics } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, desc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { artistKey } from "~/matching/artist-key";
import { assumedListeners, knownArtist } from "~/matching/known-artists.server";
import { artistWeight, type Rarity, rarityOf } from "~/matching/score";
import { readCursor, writeCursor } from "~/matching/search.server";
import { findSpellings } from "~/matching/spelling.server";
import { canSee, hasMatch } from "~/models/access.server";
import { searchForMember } from "~/models/match/discover.server";
import { toHitCards } from "~/models/match/member-card.server";
import type { MemberCardDto } from "~/models/member/member";
import { countFans } from "~/models/music/fans.server";
import { getPreferences } from "~/models/music/preferences.server";
import { pairInStatement } from "~/models/pair.server";
import { shortName } from "~/models/public-member";
import { toRecordDto } from "~/models/record/record.server";
import { shownRecordColumns, toShownRecord } from "~/models/record/shown-record.server";
import { listShowsOf } from "~/models/show/show-list.server";
import { listAlike } from "./alike-artists.server";
import { type ArtistPageDto, capitalize, type OwnArtistRecord, type ShelfRecord } from "./artist";
import { listOwnSongs, listSongsHere } from "./artist-songs.server";

const RECORDS = 12;
const ALIKE = 8;

/** No artist's id, so that an empty page takes as long whether or not anybody lists the artist. */
const NOBODYS = 0;

/** The artist of a key, if anybody has listed them, and the viewer's own entry. */
type Found = { id: number; position: number | null; ownName: string | null };

/**
 * The artist of a key as a member sees it, with a page of the people they could meet. `spelling` is used if neither our own
 * list nor enough members say how the artist is written. Refuses an invalid cursor (invalid), and what `searchForMember`
 * refuses.
 */
export async function getArtistPage(
  viewerId: number,
  key: string,
  { spelling, cursor }: { spelling?: string; cursor?: string } = {},
): Promise<{ page: ArtistPageDto; next: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const found = await findArtist(viewerId, key);
  const [fans, counts, spelled, alike, own, ownSongs, taste, rarity, shows] = await Promise.all([
    searchForMember({ viewerId, filters: {}, artist: found?.id ?? NOBODYS, after }),
    countFans(viewerId, [key]),
    findSpellings([key]),
    listAlike([key], ALIKE),
    listOwnRecords(viewerId, key),
    listOwnSongs(viewerId, key),
    getPreferences(viewerId),
    readRarity(key),
    listShowsOf(viewerId, key),
  ]);
  const members = await toHitCards(viewerId, fans?.members ?? []);
  const ids = members.map(({ id }) => Number(id));
  const [listed, songsHere] = await Promise.all([
    listShelves(viewerId, key, ids),
    listSongsHere(viewerId, key, ids),
  ]);
  const name = spelled.get(key) ?? found?.ownName ?? spelling ?? capitalize(key);
  return {
    page: {
      key,
      name,
      atLeast: counts.get(key) ?? null,
      position: found?.position == null ? null : found.position + 1,
      members,
      hidesUnsaid: fans?.hidesUnsaid ?? false,
      shows,
      records: joinRecords(own, listed),
      songs: { own: ownSongs, here: songsHere },
      alike,
      alsoLoved: findAlsoLoved(key, members),
      fit: {
        rarity,
        artists: alike.filter((other) =>
          taste?.topArtists.some((own) => artistKey(own) === artistKey(other)),
        ),
        genres: knownArtist(key)?.genres.filter((genre) => taste?.favoriteGenres.includes(genre)) ?? [],
      },
    },
    next: fans?.next ? writeCursor(fans.next) : null,
  };
}

async function findArtist(viewerId: number, key: string): Promise<Found | undefined> {
  const [row] = await db
    .select({ id: artist.id, position: memberArtist.position, ownName: memberArtist.name })
    .from(artist)
    .leftJoin(memberArtist, and(eq(memberArtist.artistId, artist.id), eq(memberArtist.memberId, viewerId)))
    .where(eq(artist.key, key));
  return row;
}

/** How rare the artist is as of the last count. */
async function readRarity(key: string): Promise<Rarity> {
  const { buffer, members, isCurrent } = statistics;
  const listeners = sql<number | null>`iif(${buffer} = 1, ${artist.listeners1}, ${artist.listeners0})`;
  const [counted] = await db
    .select({ members, listeners })
    .from(statistics)
    .leftJoin(artist, eq(artist.key, key))
    .where(eq(isCurrent, true));
  return rarityOf(artistWeight(counted?.listeners ?? assumedListeners(key), counted?.members ?? 0));
}

function findAlsoLoved(key: string, members: MemberCardDto[]): string[] {
  const counts = new Map<string, number>();
  for (const name of members.flatMap(({ musicPreferences }) => musicPreferences?.topArtists ?? []))
    if (artistKey(name) !== key) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shared = [...counts].filter(([, people]) => people > 1);
  shared.sort(([, one], [, other]) => other - one);
  return shared.slice(0, ALIKE).map(([name]) => name);
}

async function listOwnRecords(viewerId: number, key: string) {
  return db
    .select()
    .from(record)
    .where(and(eq(record.memberId, viewerId), eq(record.artistKey, key), eq(record.wanted, false)))
    .orderBy(desc(record.createdAt), record.id)
    .limit(RECORDS);
}

/**
 * The artist's records that the viewer's matches and these members own, as far as the viewer may see them: those on shelves
 * that are shown, and those that a match and the viewer both own.
 */
async function listShelves(viewerId: number, key: string, ids: number[]) {
  const owners = sql`select value from json_each(${JSON.stringify(ids)})
    union all select ${match.highId} from ${match} where ${match.lowId} = ${viewerId}
    union all select ${match.lowId} from ${match} where ${match.highId} = ${viewerId}`;
  const mine = alias(record, "mine");
  const isSameAlbum = and(
    eq(mine.memberId, viewerId),
    eq(mine.wanted, false),
    eq(mine.artistKey, record.artistKey),
    eq(mine.albumKey, record.albumKey),
  );
  const isShared = sql`(${hasRow(mine, isSameAlbum)} and ${hasMatch(pairInStatement(viewerId, member.id))})`;
  return db
    .select({
      ...shownRecordColumns,
      albumKey: record.albumKey,
      ownerId: member.id,
      firstName: member.firstName,
      lastName: member.lastName,
      isShown: member.showsCollection,
    })
    .from(record)
    .innerJoin(member, eq(member.id, record.memberId))
    .where(
      and(
        sql`${record.memberId} in (${owners})`,
        eq(record.artistKey, key),
        eq(record.wanted, false),
        canSee(viewerId),
        or(member.showsCollection, isShared),
      ),
    )
    .orderBy(desc(isShared), desc(record.createdAt), record.id)
    .limit(10 * RECORDS);
}

/** The viewer's own records with whoever else owns them, and other records on shelves that are shown, most owned first. */
function joinRecords(
  own: Awaited<ReturnType<typeof listOwnRecords>>,
  listed: Awaited<ReturnType<typeof listShelves>>,
): ArtistPageDto["records"] {
  const owned = own.map((row): OwnArtistRecord => {
    const owners = listed.filter(({ albumKey }) => albumKey === row.albumKey);
    const sharedWith = new Map(owners.map((each) => [each.ownerId, toOwner(each)]));
    const { id, artist, album, format, imageUrl } = toRecordDto(row);
    return { id, artist, album, format, imageUrl, sharedWith: [...sharedWith.values()] };
  });
  const isOwn = (key: string) => own.some(({ albumKey }) => albumKey === key);
  const shelves = new Map<string, ShelfRecord>();
  for (const row of listed.filter(({ isShown, albumKey }) => isShown && !isOwn(albumKey))) {
    const album = shelves.get(row.albumKey) ?? { ...toShownRecord(row), owners: [] };
    const owner = toOwner(row);
    if (!album.owners.some(({ id }) => id === owner.id)) album.owners.push(owner);
    shelves.set(row.albumKey, album);
  }
  const mostOwned = [...shelves.values()].sort((a, b) => b.owners.length - a.owners.length);
  return { own: owned, shelves: mostOwned.slice(0, RECORDS) };
}

function toOwner(row: { ownerId: number; firstName: string; lastName: string }) {
  return { id: String(row.ownerId), name: shortName(row) };
}
