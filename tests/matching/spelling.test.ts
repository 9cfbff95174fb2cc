// Names of artists in several spellings, and saved under earlier keys.

import { readFileSync } from "node:fs";
import { client, db } from "db/client.server";
import { artist, memberArtist, record } from "db/schema";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { getReasons } from "~/matching/reasons.server";
import { readSpellings } from "~/matching/spelling.server";
import { countStatistics } from "~/matching/statistics.server";
import { listOpeners } from "~/models/conversation/openers.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { getMixtape } from "~/models/match/mixtape.server";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput, recordKeys } from "~/models/record/record-schema";
import { addMember as addToCast, makeMatch } from "../cast";
import { changeRows, deleteRows, rowsOf } from "../rows";
import { addMember } from "./members";

const list = async (id: number, ...topArtists: string[]) =>
  savePreferences(id, { topArtists, favoriteGenres: ["Jazz"], totalScrobbles: 0, concertsAttended: 0 });

test("a known artist is written as our own list has it, another as most of three or more members do", async () => {
  let id = 1000;
  for (const name of ["zorbal pause", "Zorbal Pause", "ZORBAL PAUSE", "Zorbal Pause"])
    await addMember(id++, {}, { artists: [name], genres: ["Rock"] });
  for (const name of ["vixtrum", "VIXTRUM"]) await addMember(id++, {}, { artists: [name], genres: ["Rock"] });
  const names = ["broadcast", "BJORK", "zorbal PAUSE", "vixtrum", "Nobody's Band"];
  const spell = await readSpellings(names);
  expect(names.map(spell)).toEqual(["Broadcast", "Björk", "Zorbal Pause", "vixtrum", "Nobody's Band"]);
});

test("members who can't be discovered don't say how an artist is written", async () => {
  for (let id = 2000; id < 2003; id++)
    await addMember(id, { pausedAt: new Date() }, { artists: ["KRILVANE"], genres: ["Rock"] });
  const spell = await readSpellings(["Krilvane"]);
  expect(spell("Krilvane")).toBe("Krilvane");
});

test("cards, reasons, openers and the mixtape write artists so, and the own list keeps what was typed", async () => {
  const [ada, ben] = [await addToCast("Ada"), await addToCast("Ben")];
  await list(ada.id, "broadcast", "PRAM");
  await list(ben.id, "BROADCAST", "pram");
  const record = recordInput.parse({ artist: "broadcast", album: "Tender Buttons" });
  for (const { id } of [ada, ben]) await addRecord(id, record);
  await makeMatch(ada, ben);

  const card = (await getMemberCards(ada, [ben.id])).get(ben.id);
  expect(card?.musicPreferences?.topArtists).toEqual(["Broadcast", "Pram"]);
  expect(card?.shared.artists.sort()).toEqual(["Broadcast", "Pram"]);
  const reasons = await getReasons(ada.id, ben.id);
  expect(reasons?.artists.map(({ name }) => name).sort()).toEqual(["Broadcast", "Pram"]);
  const openers = (await listOpeners(ada.id, ben.id)).join("\n");
  expect(openers).toContain("“Tender Buttons” by Broadcast is on both our shelves.");
  expect(openers).not.toMatch(/broadcast|PRAM/);
  const mixtape = await getMixtape(ada, ben.id);
  expect(mixtape?.sleeves[0]).toEqual({ artist: "Broadcast", title: "Tender Buttons" });
  expect(mixtape?.artists.sort()).toEqual(["Broadcast", "Pram"]);
  expect((await getPreferences(ada.id))?.topArtists).toEqual(["broadcast", "PRAM"]);
});

/** Lists artists under the keys of an earlier version. */
async function listUnderKeys(memberId: number, names: [name: string, key: string][]) {
  await addMember(memberId, {}, { artists: ["To Be Replaced"], genres: ["Rock"] });
  await deleteRows(memberArtist, { memberId });
  for (const [position, [name, key]] of names.entries()) {
    await db.insert(artist).values({ key }).onConflictDoNothing();
    const [{ id } = { id: 0 }] = await rowsOf(artist, { key });
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
  await listUnderKeys(1, [
    ["☠️", "\ufe0f"],
    ["\u3164", "\u1160"],
    ["+/-", "and"],
    ["Heart ❤️", "heart\ufe0f"],
    ["Low", "low"],
  ]);
  await listUnderKeys(2, [
    ["❤️", "\ufe0f"],
    ["❤", "❤"],
    ["And", "and"],
  ]);
  await listUnderKeys(3, [["& &", "andand"]]);
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
    await changeRows(record, { id: added.id }, { artistKey: keys[0], albumKey: keys[1] });
  }
  const migration = readFileSync("db/migrations/0010_keys-of-signs.sql", "utf8");
  for (const statement of migration.split("--> statement-breakpoint")) await client.execute(statement);
  const rows = await rowsOf(record, { memberId: id });
  expect(rows).toHaveLength(names.length);
  for (const { artist, album, genre, artistKey, albumKey } of rows) {
    const { genreKey, ...keys } = recordKeys({ artist, album, genre });
    expect({ artistKey, albumKey }).toEqual(keys);
  }
});
