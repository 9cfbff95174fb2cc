// Reads what two members have in common, to explain their score.
import { db } from "db/client.server";
import { sql } from "drizzle-orm";
import { genreBits } from "./candidate.server";
import { type Reasons, reasonsOf } from "./reasons";
import { liftOf, orderFactor, rarityOf, type Taste } from "./score";
import { readSpellings } from "./spelling.server";
import { CURRENT_BUFFER, sqlArtistWeight, sqlNorm } from "./weights";

/** Returns the reasons for the viewer's score with another member; undefined while either has no preferences. */
export async function getReasons(viewerId: number, otherId: number): Promise<Reasons | undefined> {
  const [tastes, shared, alike] = await db.batch([
    db.all<Taste>(sql`
      select ${genreBits(sql`favorite_genres`)} as genres, ${sql.raw(sqlNorm("preferences.member_id"))} as norm
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
  ]);
  const [one, other] = tastes;
  if (!one || !other) return undefined;
  const spell = await readSpellings([
    ...shared.map(({ name }) => name),
    ...alike.flatMap(({ ownName, otherName }) => [ownName, otherName]),
  ]);
  return reasonsOf(
    one,
    other,
    shared.map(({ name, weight, own, other }) => ({
      ...{
        name: spell(name),
        ownPosition: own + 1,
        otherPosition: other + 1,
        rarity: rarityOf(weight),
      },
      overlap: orderFactor(own) * orderFactor(other) * weight,
    })),
    joinMirrored(
      alike.map((row) => ({ ...row, ownName: spell(row.ownName), otherName: spell(row.otherName) })),
    ),
  );
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
    const overlap = orderFactor(own) * orderFactor(other) * weight;
    const mirrored = pairs.get(key);
    if (mirrored) mirrored.overlap += overlap;
    else pairs.set(key, { own: ownName, other: otherName, lift: liftOf(weight, members), overlap });
  }
  return [...pairs.values()];
}
