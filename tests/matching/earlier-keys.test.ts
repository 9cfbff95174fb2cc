// Lists and records that were saved when names of signs had other keys.
import { readFileSync } from "node:fs";
import { client, db } from "db/client.server";
import { artist, memberArtist, record } from "db/schema";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { countStatistics } from "~/matching/statistics.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput, recordKeys } from "~/models/record/record-schema";
import { addMember as addToCast } from "../cast";
import { addMember } from "./members";

/** Lists artists under the keys of an earlier version. */
async function list(memberId: number, names: [name: string, key: string][]) {
  await addMember(memberId, {}, { artists: ["To Be Replaced"], genres: ["Rock"] });
  await db.delete(memberArtist).where(eq(memberArtist.memberId, memberId));
  for (const [position, [name, key]] of names.entries()) {
    await db.insert(artist).values({ key }).onConflictDoNothing();
    const [{ id } = { id: 0 }] = await db.select().from(artist).where(eq(artist.key, key));
    await db.insert(memberArtist).values({ memberId, artistId: id, position, name });
  }
}

const listOf = (memberId: number) =>
  db
    .select({ name: memberArtist.name, key: artist.key, position: memberArtist.position })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(eq(memberArtist.memberId, memberId))
    .orderBy(asc(memberArtist.position));

test("lists that were saved with earlier keys have today's with the next count", async () => {
  await list(1, [
    ["☠️", "\ufe0f"],
    ["\u3164", "\u1160"],
    ["+/-", "and"],
    ["Heart ❤️", "heart\ufe0f"],
    ["Low", "low"],
  ]);
  await list(2, [
    ["❤️", "\ufe0f"],
    ["❤", "❤"],
    ["And", "and"],
  ]);
  await list(3, [["& &", "andand"]]);
  await countStatistics();
  const named = (names: string[]) =>
    names.map((name, position) => ({ name, key: artistKey(name), position }));
  expect(await listOf(1)).toEqual(named(["☠️", "+/-", "Heart ❤️", "Low"]));
  expect(await listOf(2)).toEqual(named(["❤", "And"]));
  expect(await listOf(3)).toEqual(named(["& &"]));
});

test("records have today's keys after the upgrade", async () => {
  const { id } = await addToCast("Ada");
  const names: [artist: string, album: string, artistKey: string, albumKey: string][] = [
    ["☠️", "+", "\ufe0f", "and"],
    ["& &", "❤︎ Songs", "andand", "\ufe0esongs"],
    ["Björk and", "And", "bjorkand", "and"],
    ["Heart ❤️", "=", "heart\ufe0f", "="],
  ];
  for (const [artist, album, ...keys] of names) {
    const added = await addRecord(
      id,
      recordInput.parse({ artist, album, format: "vinyl", condition: "good", year: 1976, genre: "Pop" }),
    );
    await db.update(record).set({ artistKey: keys[0], albumKey: keys[1] }).where(eq(record.id, added.id));
  }
  const migration = readFileSync("db/migrations/0010_keys-of-signs.sql", "utf8");
  for (const statement of migration.split("--> statement-breakpoint")) await client.execute(statement);
  const rows = await db.select().from(record).where(eq(record.memberId, id));
  expect(rows).toHaveLength(names.length);
  for (const { artist, album, genre, artistKey, albumKey } of rows) {
    const { genreKey, ...keys } = recordKeys({ artist, album, genre });
    expect({ artistKey, albumKey }).toEqual(keys);
  }
});
