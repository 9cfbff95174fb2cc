// Members put straight into the database, for tests of matching.
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { relist } from "~/matching/listing.server";
import type { Genre } from "~/models/genre";
import { savePreferences } from "~/models/preferences.server";

type Change = Partial<Pick<typeof member.$inferSelect, "age" | "cell" | "pausedAt" | "deletedAt">>;

/** Adds a member of 30 without a place; `music` saves preferences too. */
export async function addMember(
  id: number,
  change: Change = {},
  music?: { artists: string[]; genres: Genre[] },
) {
  await db.insert(member).values({
    id,
    issuer: "test",
    subject: String(id),
    firstName: `Member${id}`,
    lastName: "Test",
    createdAt: new Date(0),
  });
  await changeMember(id, { age: 30, ...change });
  if (music) await listen(id, music.artists, music.genres);
  return id;
}

export async function changeMember(id: number, change: Change) {
  await db.batch([db.update(member).set(change).where(eq(member.id, id)), ...relist(id)]);
}

export async function listen(id: number, topArtists: string[], favoriteGenres: Genre[]) {
  await savePreferences(id, { topArtists, favoriteGenres, totalScrobbles: 0, concertsAttended: 0 });
}
