// Databases of earlier versions, which left out the symbols in names that stand for letters.
import { client, db } from "db/client.server";
import { artist, candidate, keyUpgrade, memberArtist, record } from "db/schema";
import { eq, gt } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { upgradeKeys } from "~/jobs/upgrade-keys.server";
import { artistKey } from "~/matching/artist-key";
import { rebuildCandidates } from "~/matching/candidate.server";
import { assumedListeners } from "~/matching/known-artists.server";
import { scoresWith } from "~/matching/search.server";
import { countStatistics } from "~/matching/statistics.server";
import { discover } from "~/models/match/discover.server";
import { getPreferences } from "~/models/music/preferences.server";
import { addRecord, listRecords } from "~/models/record/record.server";
import { recordQuery } from "~/models/record/record-list-schema";
import { recordInput } from "~/models/record/record-schema";
import { addMember, removeEverybody, saveTaste } from "../matching/members";

const DAY_MS = 86_400_000;
const [ana, ben, cleo, dan] = [1, 2, 3, 4];

beforeEach(async () => {
  await removeEverybody();
  await db.update(keyUpgrade).set({ doneTo: -1, finishedAt: null });
});

const oldKey = (name: string) => artistKey(name.replace(/[!$@！＄＠﹗﹩﹫︕]/g, ""));

/** Adds a member who listed these artists before the upgrade. */
async function addBefore(id: number, artists: string[]) {
  await addMember(id, {}, { artists: artists.map(oldKey), genres: ["Pop"] });
  for (const name of artists)
    await client.execute({
      sql: "update member_artist set name = ? where member_id = ? and name = ?",
      args: [name, id, oldKey(name)],
    });
}

/** Adds a record as before the upgrade, and returns its id. */
async function addRecordBefore(memberId: number, names: { artist: string; album: string; genre?: string }) {
  const { id, artist, album, genre } = await addRecord(memberId, recordInput.parse(names));
  const keys = { artistKey: oldKey(artist), albumKey: oldKey(album), genreKey: oldKey(genre) };
  await db.update(record).set(keys).where(eq(record.id, id));
}

/** Each member's artists in order, by key. */
async function listKeys() {
  const rows = await db
    .select({ memberId: memberArtist.memberId, position: memberArtist.position, key: artist.key })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .orderBy(memberArtist.memberId, memberArtist.position);
  const lists: Record<number, string[]> = {};
  for (const { memberId, position, key } of rows) {
    const list = lists[memberId] ?? [];
    expect(position).toBe(list.length);
    lists[memberId] = [...list, key];
  }
  return lists;
}

const listCandidates = () => db.select().from(candidate);

const search = async (memberId: number, q: string) =>
  (await listRecords(memberId, recordQuery.parse({ q }), 10)).records.map(({ album }) => album);

test.each([
  ["one machine", 1],
  ["two machines at once", 2],
])("%s brings lists and records to the new keys, and who meets by them", async (_, machines) => {
  await addBefore(ana, ["Radiohead", "P!nk", "Low"]);
  await addBefore(ben, ["Ｋe＄ha", "Pink", "Wham!"]);
  await addBefore(cleo, ["Low", "P!nk", "Muse", "Ke$ha", "Pink", "Abba"]);
  await addBefore(dan, ["Pink", "Muse", "P!nk", "A$AP Rocky", "Abba"]);
  await addRecordBefore(ana, { artist: "P!nk", album: "Funhouse" });
  await addRecordBefore(ana, { artist: "Madonna", album: "Mu$ic", genre: "P@p" });
  await addRecordBefore(ana, { artist: "Wham!", album: "Fantastic" });
  await countStatistics();
  const before = (await scoresWith(ana, [ben])).get(ben) ?? 0;
  expect(await search(ana, "pink")).toEqual([]);

  await Promise.all(Array.from({ length: machines }, () => upgradeKeys()));

  expect(await listKeys()).toEqual({
    [ana]: ["radiohead", "pink", "low"],
    [ben]: ["kesha", "pink", "wham"],
    [cleo]: ["low", "pink", "muse", "kesha", "abba"],
    [dan]: ["pink", "muse", "asaprocky", "abba"],
  });
  expect((await getPreferences(ben))?.topArtists).toEqual(["Ｋe＄ha", "Pink", "Wham!"]);
  expect((await getPreferences(cleo))?.topArtists).toEqual(["Low", "P!nk", "Muse", "Ke$ha", "Abba"]);
  expect((await getPreferences(dan))?.topArtists).toEqual(["Pink", "Muse", "A$AP Rocky", "Abba"]);
  expect(await search(ana, "pink")).toEqual(["Funhouse"]);
  expect(await search(ana, "music")).toEqual(["Mu$ic"]);
  expect(await search(ana, "pap")).toEqual(["Mu$ic"]);
  expect(await search(ana, "wham")).toEqual(["Fantastic"]);

  const [pink] = await db.select().from(artist).where(eq(artist.key, "pink"));
  const { rows } = await client.execute("select buffer from statistics where is_current");
  expect(rows[0]?.buffer === 1 ? pink?.listeners1 : pink?.listeners0).toBe(assumedListeners("pink") + 4);
  const upgraded = await listCandidates();
  await db.batch(rebuildCandidates());
  expect(upgraded).toEqual(await listCandidates());

  const found = (await discover(ana, {})).members.find(({ id }) => id === String(ben));
  expect(found).toMatchObject({ shared: { artists: ["Pink"] } });
  expect(found?.compatibilityScore).toBeGreaterThan(before);
  expect((await scoresWith(ana, [ben])).get(ben)).toBe(found?.compatibilityScore);
  // Nobody lists an artist of that key any more.
  expect(await db.$count(artist, eq(artist.key, "aaprocky"))).toBe(0);
});

test("a pass that is interrupted goes on where it was", async () => {
  const others = Array.from({ length: 19 }, (_, index) => `Artist ${index}`);
  const ids = Array.from({ length: 100 }, (_, index) => index + 1);
  for (const id of ids) await addBefore(id, ["P!nk", ...others]);
  const run = db.transaction.bind(db);
  let moved = 0;
  const transaction = vi.spyOn(db, "transaction").mockImplementation((change) => {
    if (++moved === 60) throw new Error("The power has gone");
    return run(change);
  });
  await expect(upgradeKeys()).rejects.toThrow("The power has gone");
  transaction.mockRestore();

  const halfway = Object.values(await listKeys()).map(([first]) => first);
  expect(halfway.filter((key) => key === "pink")).toHaveLength(59);
  expect(halfway.filter((key) => key === "pnk")).toHaveLength(41);
  const [pass] = await db
    .select()
    .from(keyUpgrade)
    .where(eq(keyUpgrade.dueAt, new Date(0)));
  expect(pass).toMatchObject({ finishedAt: null, doneTo: expect.any(Number) });
  expect(pass?.doneTo).toBeGreaterThan(40);
  expect(pass?.doneTo).toBeLessThan(60);

  await upgradeKeys();
  const lists = Object.values(await listKeys());
  expect(lists).toHaveLength(100);
  for (const list of lists) expect(list).toEqual(["pink", ...others.map(artistKey)]);
});

test("a machine goes on from where another one is", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  const artists = Array.from({ length: 20 }, (_, index) => `P!nk ${index}`);
  for (const id of ids) await addBefore(id, artists);
  const run = db.transaction.bind(db);
  const transaction = vi.spyOn(db, "transaction").mockImplementationOnce(async (change) => {
    await db.update(keyUpgrade).set({ doneTo: 58 }).where(eq(keyUpgrade.tableName, "member_artist"));
    return run(change);
  });
  await upgradeKeys();
  transaction.mockRestore();
  const moved = Object.entries(await listKeys()).flatMap(([id, [first]]) =>
    first === "pink0" ? Number(id) : [],
  );
  // It has finished its page of 50 members, and left to the other what the other had done.
  expect(moved).toEqual([...ids.slice(0, 50), 59, 60]);
});

test("a list that is saved in between stays as its member saved it", async () => {
  await addBefore(ana, ["P!nk", "Low"]);
  const run = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementationOnce(async (change) => {
    await saveTaste(ana, ["Muse", "PNK", "P!nk"], ["Rock"]);
    return run(change);
  });
  await upgradeKeys();
  expect(await listKeys()).toEqual({ [ana]: ["muse", "pnk", "pink"] });
  expect((await getPreferences(ana))?.topArtists).toEqual(["Muse", "PNK", "P!nk"]);
});

test("no artist takes the place of one whose key changes too", async () => {
  await addBefore(ana, ["P$k", "P!sk"]);
  await addBefore(ben, ["P!sk", "P$k"]);
  await upgradeKeys();
  expect(await listKeys()).toEqual({ [ana]: ["psk", "pisk"], [ben]: ["pisk", "psk"] });
});

test("what an older server adds meanwhile follows a day later, and then nothing is read again", async () => {
  const [again] = await db
    .select()
    .from(keyUpgrade)
    .where(gt(keyUpgrade.dueAt, new Date(0)));
  const due = again?.dueAt.getTime() ?? 0;
  // The database was migrated when the tests began.
  expect(Date.now() + DAY_MS - due).toBeGreaterThanOrEqual(0);
  expect(Date.now() + DAY_MS - due).toBeLessThan(DAY_MS / 2);
  await upgradeKeys(due - DAY_MS);
  await addBefore(ana, ["P!nk"]);
  await addRecordBefore(ana, { artist: "P!nk", album: "Funhouse" });
  await upgradeKeys(due - 1);
  expect(await listKeys()).toEqual({ [ana]: ["pnk"] });
  await upgradeKeys(due);
  expect(await listKeys()).toEqual({ [ana]: ["pink"] });
  expect(await search(ana, "pink")).toEqual(["Funhouse"]);

  const execute = vi.spyOn(client, "execute");
  await upgradeKeys(due + DAY_MS);
  expect(execute).toHaveBeenCalledTimes(1);
  execute.mockRestore();
});

test("every character that folds to a symbol is looked for", async () => {
  const symbols = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => ["!", "$", "@"].includes(character.normalize("NFKD")));
  expect(symbols.length).toBeGreaterThan(6);
  await addBefore(
    ana,
    symbols.map((character, index) => `x${character}x${index}`),
  );
  await upgradeKeys();
  const [keys] = Object.values(await listKeys());
  expect(keys?.filter((key) => !/^x[ias]x\d$/.test(key))).toEqual([]);
});
