// Scores with the whole sum, computed again from files.
import { GENRES, type Genre } from "db/column-types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { checkFiles } from "~/matching/check/score-files";
import { checkSheet, computeSheet, type ScoreFacts } from "~/matching/check/score-sheet";
import { getReasons, getScoreFacts } from "~/matching/reasons.server";
import { scoresWith } from "~/matching/search.server";
import { countStatistics } from "~/matching/statistics.server";
import { runCheckScoresCommand } from "~/operations/check-scores-command.server";
import { addMember, removeEverybody } from "../members";

/** Forty members with lists of artists that go together, of 5 to 14 out of 30. */
async function addCommunity() {
  await removeEverybody();
  const lists = new Map<number, { artists: string[]; genres: Genre[] }>();
  for (let id = 1; id <= 40; id++) {
    const length = 5 + (id % 10);
    const places = Array.from({ length }, (_, place) => (id * 3 + place * ((id % 4) + 1)) % 30);
    const artists = [...new Set(places)].map((place) => `Artist ${place}`);
    const genres = GENRES.filter((_, index) => (id + index) % 6 === 0);
    lists.set(await addMember(id, {}, { artists, genres }), { artists, genres });
  }
  await countStatistics();
  return lists;
}

const example: ScoreFacts = {
  ...{ name: "Ben B.", score: 74, countedOn: "2026-11-30", members: 71 },
  own: { artists: ["Low", "Pram", "Can"].map((name) => ({ name, listeners: 7 })), genres: ["Rock", "Jazz"] },
  shared: [{ position: 1, otherPosition: 3 }],
  alike: [{ position: 2, otherArtist: "Broadcast", otherPosition: 1, lift: 7.07 }],
  moreAlike: { pairs: 1, total: 12_000_000 },
  other: { norm: 31_000_000_000_000, genres: 3 },
  sharedGenres: ["Jazz"],
};

const fileOf = (content: unknown) => new Blob([JSON.stringify(content)]);

describe("of everybody in a community", () => {
  test("the sum comes to the score that Discover and the reasons have, from both sides, and its file agrees", async () => {
    const lists = await addCommunity();
    const ids = [...lists.keys()];
    const seen = { alike: 0, more: 0, unshared: 0, pairs: 0 };
    for (const one of ids.slice(0, 4)) {
      const scores = await scoresWith(one, ids);
      for (const other of ids.filter((id) => id !== one)) {
        const facts = await getScoreFacts(one, other);
        if (!facts) throw new Error("Both have preferences");
        const sheet = computeSheet({ ...facts, name: `Member${other}` });
        expect(sheet.sum.score).toBe(scores.get(other));
        expect(sheet.score).toBe((await getReasons(one, other))?.score);
        const back = await getScoreFacts(other, one);
        expect(computeSheet({ ...facts, ...back, name: "" }).sum.total).toBe(sheet.sum.total);
        expect(back?.other.norm).toBe(sheet.sum.ownNorm);
        const { artists, genres } = lists.get(one) ?? { artists: [], genres: [] };
        const own = { topArtists: artists, favoriteGenres: genres };
        expect(checkSheet(JSON.parse(JSON.stringify(sheet)), own)).toMatchObject({ agrees: true, notes: [] });
        seen.pairs++;
        if (sheet.alike.length) seen.alike++;
        if (sheet.moreAlike.pairs) seen.more++;
        if (!sheet.shared.length) seen.unshared++;
      }
    }
    expect(seen.pairs).toBe(4 * 39);
    for (const kind of ["alike", "more", "unshared"] as const) expect(seen[kind]).toBeGreaterThan(5);
  });

  test("it says nothing of the other's list but what the reasons show, and counts of people by their steps alone", async () => {
    const lists = await addCommunity();
    const counts = new Set<number>();
    for (const other of [2, 3, 20, 31]) {
      const facts = await getScoreFacts(1, other);
      const text = JSON.stringify(computeSheet({ ...(facts as ScoreFacts), name: "" }));
      const reasons = await getReasons(1, other);
      const shown = [
        ...(reasons?.artists ?? []).map(({ name }) => name),
        ...(reasons?.alike ?? []).map((pair) => pair.other),
      ];
      const unshown = lists
        .get(other)
        ?.artists.filter((name) => !shown.includes(name) && !lists.get(1)?.artists.includes(name));
      expect(unshown?.length).toBeGreaterThan(0);
      for (const name of unshown ?? []) expect(text).not.toContain(`"${name}"`);
      counts.add(facts?.members ?? 0);
      for (const { listeners } of facts?.own.artists ?? []) counts.add(listeners);
    }
    expect([...counts].filter((count) => ![2, 7, 14, 32].includes(count))).toEqual([]);
  });
});

test("what was changed in a file doesn't agree", () => {
  const sheet = computeSheet(example);
  expect(checkSheet({ ...sheet, score: sheet.sum.score })).toMatchObject({ agrees: true, notes: [] });
  const numbers: string[] = [];
  const right = JSON.parse(JSON.stringify({ ...sheet, score: sheet.sum.score }));
  const visit = (thing: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(thing)) {
      if (typeof value === "object" && value !== null)
        visit(value as Record<string, unknown>, `${path}${key}.`);
      if (typeof value !== "number" || `${path}${key}` === "moreAlike.pairs") continue;
      thing[key] = value + 1;
      numbers.push(`${path}${key}`);
      expect(checkSheet(right)?.agrees, `${path}${key}`).not.toBe(true);
      thing[key] = value;
    }
  };
  visit(right, "");
  expect(numbers.length).toBeGreaterThan(25);
  expect(checkSheet(right)?.agrees).toBe(true);
});

test("another list than the export's is said, and one written by another program is read", () => {
  const sheet = { ...computeSheet(example), score: computeSheet(example).sum.score };
  const own = { topArtists: ["Low", "Pram", "Can"], favoriteGenres: ["Jazz", "Rock"] };
  expect(checkSheet(sheet, own)?.agrees).toBe(true);
  const turned = Object.fromEntries(Object.entries(sheet).reverse());
  expect(checkSheet({ ...turned, comment: "kept" }, own)?.agrees).toBe(true);
  for (const other of [
    { ...own, topArtists: ["Pram", "Low", "Can"] },
    { ...own, favoriteGenres: ["Rock"] },
  ])
    expect(checkSheet(sheet, other)).toMatchObject({
      agrees: false,
      notes: [expect.stringContaining("older")],
    });
});

test("no file breaks the check", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (file) => {
      expect(checkSheet(file)).toBeUndefined();
    }),
  );
  const sheet = computeSheet(example);
  const keys = Object.keys(sheet).filter((key) => key !== "countedOn");
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
      expect(checkSheet({ ...sheet, [key]: value })?.agrees).not.toBe(true);
    }),
  );
});

describe("files", () => {
  const own = { topArtists: ["Low", "Pram", "Can"], favoriteGenres: ["Rock", "Jazz"], totalScrobbles: 5 };
  const sheet = { ...computeSheet(example), score: computeSheet(example).sum.score };

  async function zip(entries: Record<string, string>, compress: boolean): Promise<Blob> {
    const file = new ZipFile();
    for (const [name, text] of Object.entries(entries)) file.addBuffer(Buffer.from(text), name, { compress });
    file.end();
    const parts: Buffer[] = [];
    for await (const part of file.outputStream) parts.push(part as Buffer);
    return new Blob([new Uint8Array(Buffer.concat(parts))]);
  }

  test.each([true, false])("an export is read, compressed or not (%s)", async (compress) => {
    const entries = { "profile.json": "{}", "preferences.json": JSON.stringify(own) };
    const files = [
      { name: "data.zip", file: await zip(entries, compress) },
      { name: "score-2.json", file: fileOf(sheet) },
    ];
    const found = await checkFiles(files);
    expect(found).toMatchObject({
      hasOwn: true,
      verdicts: [{ agrees: true, file: "score-2.json" }],
      others: [],
    });
    const changed = await zip(
      { ...entries, "preferences.json": JSON.stringify({ ...own, topArtists: [] }) },
      compress,
    );
    const [other] = (await checkFiles([{ name: "data.zip", file: changed }, ...files.slice(1)])).verdicts;
    expect(other?.agrees).toBe(false);
  });

  test("what is neither is named, however it is damaged", async () => {
    const whole = new Uint8Array(
      await (await zip({ "preferences.json": JSON.stringify(own) }, true)).arrayBuffer(),
    );
    const cuts = [0, 3, 4, 40, whole.length - 5].map((length) => new Blob([whole.slice(0, length)]));
    const other = await zip({ "readme.txt": "PK" }, true);
    const files = [...cuts, other, new Blob(["{"]), fileOf([1])].map((file, index) => ({
      name: `${index}`,
      file,
    }));
    expect((await checkFiles(files)).others).toEqual(files.map(({ name }) => name));
  });

  test("the command refuses what disagrees, and files of nothing", async () => {
    await expect(runCheckScoresCommand([])).rejects.toThrow("Usage");
    await expect(runCheckScoresCommand(["package.json"])).rejects.toThrow("package.json: neither");
  });
});
