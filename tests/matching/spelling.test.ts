import { expect, test } from "vitest";
import { getReasons } from "~/matching/reasons.server";
import { readSpellings } from "~/matching/spelling.server";
import { listOpeners } from "~/models/conversation/openers.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { getMixtape } from "~/models/match/mixtape.server";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { addMember as addToCast, makeMatch } from "../cast";
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
