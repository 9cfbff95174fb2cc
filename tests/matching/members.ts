// Inserts members straight into the database, for tests of matching.
import { client, db } from "db/client.server";
import type { Genre } from "db/column-types";
import { member, picture, trip } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { updateCandidate } from "~/matching/candidate.server";
import { search } from "~/matching/search.server";
import { closedInDiscover } from "~/models/access.server";
import { savePreferences } from "~/models/music/preferences.server";
import type { Wishes } from "./brute-force";

type Change = Partial<
  Pick<
    typeof member.$inferSelect,
    | "age"
    | "cell"
    | "pausedAt"
    | "hiddenAt"
    | "deletedAt"
    | "suspendedAt"
    | "waitingSince"
    | "inactiveAt"
    | "listenerSince"
    | keyof Wishes
  >
>;

/** Inserts a member aged 30 without a place; `taste` saves preferences too. */
export async function addMember(
  id: number,
  change: Change = {},
  taste?: { artists: string[]; genres: Genre[] },
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
  if (taste) await saveTaste(id, taste.artists, taste.genres);
  return id;
}

/** Gives a member a first photo that a moderator has checked, as `decidePhotoCheck` does. */
export async function checkPhoto(id: number) {
  const photoId = `photo-${id}`;
  await db
    .insert(picture)
    .values({ id: photoId, createdAt: new Date(0) })
    .onConflictDoNothing();
  await db.update(member).set({ photoId, checkedPhotoId: photoId }).where(eq(member.id, id));
}

/** Empties the database. The search finds out that the last change is gone, and reads the index anew. */
export async function removeEverybody() {
  for (const table of ["member", "artist", "candidate", "statistics", "alike_artist"])
    await client.execute(`delete from ${table}`);
  await search({ viewerId: 0, filters: {}, closed: closedInDiscover });
}

export async function changeMember(id: number, change: Change) {
  await transaction(async (tx) => {
    await tx.update(member).set(change).where(eq(member.id, id));
    await updateCandidate(tx, id);
  });
}

/** Puts a member on a trip to a cell, today, instead of the one before. */
export async function startTrip(memberId: number, cell: number) {
  const [shownFrom, shownUntil] = [new Date(0), new Date(Date.now() + DAY_MS)];
  await transaction(async (tx) => {
    await tx.delete(trip).where(eq(trip.memberId, memberId));
    await tx.insert(trip).values({
      ...{ id: `trip-${memberId}`, memberId, placeName: "Elsewhere", cell, isEarly: false },
      ...{ firstDay: 0, lastDay: 1, shownFrom, shownUntil, createdAt: shownFrom },
    });
    await updateCandidate(tx, memberId);
  });
}

/** Ends a member's trips. */
export async function endTrips(memberId: number) {
  await transaction(async (tx) => {
    await tx.delete(trip).where(eq(trip.memberId, memberId));
    await updateCandidate(tx, memberId);
  });
}

export async function saveTaste(id: number, topArtists: string[], favoriteGenres: Genre[]) {
  await savePreferences(id, { topArtists, favoriteGenres, totalScrobbles: 0, concertsAttended: 0 });
}
