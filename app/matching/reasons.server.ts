// Reads what two members have in common, to explain their score.
import { db } from "db/client.server";
import { GENRES, type Genre } from "db/column-types";
import { sql } from "drizzle-orm";
import { genreBits } from "./candidate.server";
import type { ScoreFacts } from "./check/score-sheet";
import { countGenres } from "./genre";
import { type Reasons, reasonsOf } from "./reasons";
import { coarseCount, coarseLift, liftOf, rarityOf, type Taste, termOf } from "./score";
import { readSpellings } from "./spelling.server";
import { CURRENT_BUFFER, sqlArtistWeight, sqlNorm } from "./weights";

/** Returns the reasons for the viewer's score with another member; undefined while either has no preferences. */
export async function getReasons(viewerId: number, otherId: number): Promise<Reasons | undefined> {
  return (await readCommon(viewerId, otherId))?.reasons;
}

/**
 * Returns what the viewer's score with another member follows from, without the other's name; undefined while either has no
 * preferences. Its alike artists are those that the reasons list.
 */
export async function getScoreFacts(
  viewerId: number,
  otherId: number,
): Promise<Omit<ScoreFacts, "name"> | undefined> {
  const found = await readCommon(viewerId, otherId);
  if (!found) return undefined;
  const { reasons, own, other, shared, alike, list, counted } = found;
  const isListed = ({ ownName, otherName }: AlikeRow) =>
    reasons.alike.some(
      (pair) => [ownName, otherName].sort().join("\n") === [pair.own, pair.other].sort().join("\n"),
    );
  const rest = alike.filter((row) => !isListed(row));
  return {
    score: reasons.score,
    countedOn: counted ? new Date(counted.countedAt).toISOString().slice(0, 10) : null,
    members: coarseCount(counted?.members ?? 0),
    own: {
      artists: list.map(({ name, listeners }) => ({ name, listeners: coarseCount(listeners) })),
      genres: genresIn(own.genres),
    },
    shared: shared.map(({ own, other }) => ({ position: own + 1, otherPosition: other + 1 })),
    alike: alike.filter(isListed).map((row) => ({
      ...{ position: row.own + 1, otherArtist: row.otherName, otherPosition: row.other + 1 },
      lift: coarseLift(liftOf(row.weight, row.members)),
    })),
    moreAlike: {
      pairs: reasons.moreAlike.count,
      total: rest.reduce((sum, { own, other, weight }) => sum + termOf(own, other, weight), 0),
    },
    other: { norm: other.norm, genres: countGenres(other.genres) },
    sharedGenres: genresIn(own.genres & other.genres),
  };
}

/** Reads both tastes and what they have in common, as of one moment. */
async function readCommon(viewerId: number, otherId: number) {
  const [tastes, shared, alike, list, [counted]] = await db.batch([
    db.all<Taste & { id: number }>(sql`
      select member_id as id, ${genreBits(sql`favorite_genres`)} as genres,
        ${sql.raw(sqlNorm("preferences.member_id"))} as norm
      from preferences where member_id in (${viewerId}, ${otherId})`),
    db.all<{ name: string; weight: number; own: number; other: number }>(sql`
      select mine.name, mine.position as own, theirs.position as other, ${sql.raw(sqlArtistWeight())} as weight
      from member_artist mine cross join member_artist theirs on theirs.artist_id = mine.artist_id
        join artist on artist.id = mine.artist_id
      where mine.member_id = ${viewerId} and theirs.member_id = ${otherId} order by mine.position`),
    db.all<AlikeRow>(sql`
      select mine.name as ownName, mine.position as own, mine.artist_id as ownId,
        theirs.name as otherName, theirs.position as other, theirs.artist_id as otherId, weight,
        coalesce((select members from statistics where is_current), 0) as members
      from member_artist mine
        cross join alike_artist on buffer = ${sql.raw(CURRENT_BUFFER)} and alike_artist.artist_id = mine.artist_id
        cross join member_artist theirs on theirs.member_id = ${otherId} and theirs.artist_id = other_id
      where mine.member_id = ${viewerId} order by mine.position, theirs.position`),
    db.all<{ name: string; listeners: number }>(sql`
      select name, iif(${sql.raw(CURRENT_BUFFER)} = 1, listeners_1, listeners_0) as listeners
      from member_artist join artist on artist.id = artist_id where member_id = ${viewerId} order by position`),
    db.all<{ members: number; countedAt: number }>(sql`
      select members, counted_at as countedAt from statistics where is_current`),
  ]);
  const [own, other] = [viewerId, otherId].map((id) => tastes.find((taste) => taste.id === id));
  if (!own || !other) return undefined;
  const spell = await readSpellings([
    ...shared.map(({ name }) => name),
    ...alike.flatMap(({ ownName, otherName }) => [ownName, otherName]),
  ]);
  const spelled = alike.map((row) => ({
    ...row,
    ownName: spell(row.ownName),
    otherName: spell(row.otherName),
  }));
  const reasons = reasonsOf(
    own,
    other,
    shared.map(({ name, weight, own, other }) => ({
      ...{ name: spell(name), ownPosition: own + 1, otherPosition: other + 1, rarity: rarityOf(weight) },
      overlap: termOf(own, other, weight),
    })),
    joinMirrored(spelled),
  );
  return { reasons, own, other, shared, alike: spelled, list, counted };
}

function genresIn(mask: number): Genre[] {
  return GENRES.filter((_, bit) => mask & (1 << bit));
}

type AlikeRow = {
  ownName: string;
  own: number;
  ownId: number;
  otherName: string;
  other: number;
  otherId: number;
  weight: number;
  members: number;
};

/** Joins the two pairs of artists that both members list into one. */
function joinMirrored(rows: AlikeRow[]) {
  const pairs = new Map<string, { own: string; other: string; lift: number; overlap: number }>();
  for (const { ownName, own, ownId, otherName, other, otherId, weight, members } of rows) {
    const key = [ownId, otherId].sort((a, b) => a - b).join();
    const overlap = termOf(own, other, weight);
    const mirrored = pairs.get(key);
    if (mirrored) mirrored.overlap += overlap;
    else pairs.set(key, { own: ownName, other: otherName, lift: liftOf(weight, members), overlap });
  }
  return [...pairs.values()];
}
