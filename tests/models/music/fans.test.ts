// How many people list an artist: who counts, and what two members who compare everything they read learn of a third.
import { client, db } from "db/client.server";
import { block, endedConnection, member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getArtistPage } from "~/models/artist/artist-page.server";
import { discover } from "~/models/match/discover.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { getWhy } from "~/models/match/why.server";
import { askForFans } from "~/models/music/fans.server";
import { addMember, changeMember, saveTaste } from "../../matching/members";

let lastId = 0;

const addFans = async (artist: string, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++)
    ids.push(await addMember(++lastId, undefined, { artists: [artist], genres: ["Rock"] }));
  return ids;
};

/** What a visitor is told. */
async function fansOf(artist: string) {
  await client.execute("delete from rate_limit");
  return (await askForFans("192.0.2.1", artist))?.atLeast;
}

async function rowOf(id: number) {
  const [row] = await db.select().from(member).where(eq(member.id, id));
  if (!row) throw new Error("There is no such member");
  return row;
}

/** Every number of people that a member reads about an artist whom they share with another. */
async function readCounts(id: number, otherId: number, key: string) {
  const viewer = await rowOf(id);
  const other = String(otherId);
  const shared = (cards: { id: string; shared: unknown }[]) =>
    cards.find((card) => card.id === other)?.shared;
  const { page } = await getArtistPage(id, key);
  return {
    page: page.atLeast,
    onPage: shared(page.members),
    why: (await getWhy(viewer, otherId))?.reasons?.artists,
    card: (await getMemberCards(viewer, [otherId])).get(otherId)?.shared,
    discover: shared((await discover(id, {})).members),
    visitor: await fansOf(key),
  };
}

test("nobody learns whether there is one fan, or none", async () => {
  await addFans("The Only Fan's Band", 1);
  expect(await askForFans("192.0.2.1", "The Only Fan's Band")).toEqual({
    name: "The Only Fan's Band",
    atLeast: null,
    near: [],
  });
  expect(await fansOf("A Band That Nobody Lists")).toBeNull();
  await addFans("Four Listen", 4);
  expect(await fansOf("Four Listen")).toBeNull();
});

test("from five on it is the step that they reach, however the artist is spelled", async () => {
  await addFans("Björk Band", 5);
  expect(await fansOf("bjork BAND")).toBe(5);
  await addFans("Björk Band", 4);
  expect(await fansOf("Björk Band")).toBe(5);
  await addFans("Björk Band", 1);
  expect(await fansOf("Björk Band")).toBe(10);
});

test("the listeners that are assumed for a known artist don't count", async () => {
  await addFans("Radiohead", 1);
  expect(await fansOf("Radiohead")).toBeNull();
});

type Act = (third: number, viewers: number[]) => Promise<unknown>;

/** After these nobody can meet the third in Discover. */
const hiding: Record<string, Act> = {
  "has paused": (third) => changeMember(third, { pausedAt: new Date() }),
  "is hidden": (third) => changeMember(third, { hiddenAt: new Date() }),
  "is suspended": (third) => changeMember(third, { suspendedAt: new Date() }),
  "is deleted": (third) => changeMember(third, { deletedAt: new Date() }),
  "waits to be let in": (third) => changeMember(third, { waitingSince: new Date() }),
  "has been away for long": (third) => changeMember(third, { inactiveAt: new Date() }),
  "has no age": (third) => changeMember(third, { age: null }),
  "has taken the artist off": (third) => saveTaste(third, ["Another"], ["Rock"]),
};

const createdAt = new Date();
const acts: Record<string, Act> = {
  ...hiding,
  "blocks both": (third, viewers) =>
    db.insert(block).values(viewers.map((id) => ({ memberId: third, targetId: id, createdAt }))),
  "was connected with both": (third, viewers) =>
    db.insert(endedConnection).values(viewers.map((id) => ({ lowId: id, highId: third }))),
};

test.each(Object.entries(acts))(
  "two members who compare all their numbers read the same of a third who %s as of nobody",
  async (name, act) => {
    const artist = `Compared because one ${name}`;
    const key = artist.toLowerCase().replaceAll(" ", "");
    const [ana = 0, ben = 0, , , , third = 0] = await addFans(artist, 6);
    const read = async () => [await readCounts(ana, ben, key), await readCounts(ben, ana, key)];
    const numbers = (atLeast: 5 | null) => {
      const card = { artists: [artist], atLeast, genres: ["Rock"] };
      const why = [expect.objectContaining({ name: artist, atLeast })];
      return { page: atLeast, onPage: card, why, card, discover: card, visitor: 5 };
    };
    expect(await read()).toEqual([numbers(5), numbers(5)]);
    await act(third, [ana, ben]);
    expect(await read()).toEqual([numbers(null), numbers(null)]);
  },
);

test("nobody counts the fans of an artist by blocking one after the other", async () => {
  const [ana = 0, ben = 0, ...fans] = await addFans("Counted by Blocks", 6);
  const read = () => readCounts(ana, ben, "countedbyblocks");
  const before = await read();
  expect(before.page).toBe(5);
  await db.insert(block).values(fans.map((targetId) => ({ memberId: ana, targetId, createdAt })));
  expect(await read()).toEqual(before);
});

test.each(Object.entries(hiding))("a visitor reads of nobody who %s", async (name, act) => {
  const artist = `Asked for because one ${name}`;
  const [third = 0] = await addFans(artist, 5);
  expect(await fansOf(artist)).toBe(5);
  await act(third, []);
  expect(await fansOf(artist)).toBeNull();
});

test("a blank name is no question", async () => {
  expect(await askForFans("192.0.2.1", "   ")).toBeUndefined();
});
