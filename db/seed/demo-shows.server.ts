// Shows of the demo: always in the coming weeks, and demo members who go there.
import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { artistKey } from "~/matching/artist-key";
import { dayAt } from "~/matching/cell";
import { resolvePlace } from "~/models/member/place/place.server";
import { findSame, insertShow } from "~/models/show/show.server";
import { artist, going, member, memberArtist } from "../schema";
import { transaction } from "../transaction.server";

/** "Artists · venue · town · doors · note"; each takes place every four weeks, on the day given by its place in the list. */
const SHOWS = [
  "Big Thief + Cate Le Bon · The Listening Room · Portland, Oregon · 19:30 · Seated. Bring a cushion.",
  "Khruangbin · Needle & Groove Hall · Portland, Oregon · 20:00 · ",
  "Stereolab · The Listening Room · Portland, Oregon · 20:00 · Earplugs at the bar.",
  "Mulatu Astatke · Old Cinema · Beaverton, Oregon · 19:00 · ",
  "Broadcast · St. Cecilia's Church Hall · Portland, Oregon · 19:30 · Nobody talks.",
  "Little Simz · Needle & Groove Hall · Portland, Oregon · 20:30 · ",
  "Björk · Riverside Stage · Vancouver, Washington · 18:30 · ",
  "Massive Attack · Riverside Stage · Vancouver, Washington · 19:00 · ",
];
const EVERY_DAYS = 28;
const DAYS_BETWEEN = 3;

/** Adds the shows of the next four weeks, unless they exist, with the demo members who list one of the artists. */
export async function announceAsDemo(now = Date.now()): Promise<void> {
  for (const [index, line] of SHOWS.entries()) {
    const [artists = "", venue = "", town = "", doors = "", note = ""] = line.split(" · ");
    const place = resolvePlace(town);
    if (!place) continue;
    const names = artists.split(" + ");
    const [hours, minutes] = doors.split(":").map(Number);
    const added = {
      ...{ artists: names, day: nextDay(index, dayAt(place.cell, now)), venue, place, note: note.trim() },
      ...{ doors: (hours ?? 0) * 60 + (minutes ?? 0), link: null },
    };
    await transaction(async (tx) => {
      if ((await findSame(tx, added)) !== undefined) return;
      const id = randomUUID();
      await insertShow(tx, { id, addedBy: null }, added);
      const fans = await tx
        .selectDistinct({ memberId: member.id })
        .from(artist)
        .innerJoin(memberArtist, eq(memberArtist.artistId, artist.id))
        .innerJoin(member, eq(member.id, memberArtist.memberId))
        .where(and(inArray(artist.key, names.map(artistKey)), eq(member.issuer, "demo")))
        .orderBy(member.id);
      const rows = fans.map(({ memberId }, place) => ({
        ...{ memberId, showId: id, withSomebody: place % 2 === 0, createdAt: new Date(now) },
      }));
      if (rows.length) await tx.insert(going).values(rows);
    });
  }
}

/** The next day on which a show takes place, from tomorrow on. */
function nextDay(index: number, today: number): number {
  const phase = (index * DAYS_BETWEEN + 1) % EVERY_DAYS;
  const ahead = (((phase - today) % EVERY_DAYS) + EVERY_DAYS) % EVERY_DAYS;
  return today + (ahead || EVERY_DAYS);
}
