import { db } from "db/client.server";
import { block, candidate, decision, member } from "db/schema";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, NEW_DAYS } from "~/durations";
import { savePrivacy } from "~/models/account/privacy.server";
import { ALL_BELOW, discover, discoverFirst } from "~/models/match/discover.server";
import { endNewHere } from "~/models/member/new-here.server";
import { addMember, changeMember, removeEverybody } from "./members";
import { plansOf } from "./plans";

const taste = (artist: string) => ({ artists: [artist], genres: ["Rock" as const] });

beforeEach(removeEverybody);

/** Who is on the first page of Discover, and whether their card says that they are new. */
async function readCards(viewer: number) {
  const { members } = await discover(viewer, {}, undefined, { newFirst: true });
  return members.map(({ id, isNewHere = false }) => [Number(id), isNewHere]);
}

/** Lets the two weeks of a member be over. */
async function grow(id: number) {
  await db
    .update(member)
    .set({ newUntil: new Date(0) })
    .where(eq(member.id, id));
}

test("somebody is new from the first time Discover lists them, for 14 days, unless they turn it off", async () => {
  await addMember(1);
  await addMember(2, { age: null });
  const newUntil = async () =>
    (await db.select({ at: member.newUntil }).from(member).where(eq(member.id, 2)))[0]?.at;
  expect(await newUntil()).toBeNull();
  const now = Date.now();
  await changeMember(2, { age: 30 });
  const until = (await newUntil())?.getTime() ?? 0;
  expect(until).toBeGreaterThanOrEqual(now + NEW_DAYS * DAY_MS);
  expect(await readCards(1)).toEqual([[2, true]]);
  await savePrivacy(2, { showsNew: false });
  expect(await readCards(1)).toEqual([[2, false]]);
  await savePrivacy(2, { showsNew: true });
  await changeMember(2, { pausedAt: new Date() });
  await changeMember(2, { pausedAt: null });
  expect([await readCards(1), (await newUntil())?.getTime()]).toEqual([[[2, true]], until]);
  await grow(2);
  expect(await readCards(1)).toEqual([[2, false]]);
  await changeMember(2, { age: 31 });
  expect(await readCards(1)).toEqual([[2, false]]);
});

test("the job finds those who aren't new any more, by their index", async () => {
  await addMember(1);
  await addMember(2);
  await grow(2);
  const badges = async () =>
    (await db.select({ id: candidate.memberId, badges: candidate.badges }).from(candidate)).map(
      ({ badges }) => badges & 4,
    );
  expect(await badges()).toEqual([4, 4]);
  await endNewHere();
  expect(await badges()).toEqual([4, 0]);
  const plans = await plansOf(() => endNewHere());
  expect(plans).toContain("SCAN candidate USING INDEX candidate_new");
});

test("new first: each once over all pages, new ones first, both by match", async () => {
  await addMember(1, {}, taste("Muse"));
  for (let id = 2; id < 52; id++) {
    await addMember(id, {}, taste(id % 3 ? "Muse" : "Blur"));
    if (id % 2) await grow(id);
    if (id % 2) await changeMember(id, { age: 40 });
  }
  const found: { id: string; isNewHere?: true; compatibilityScore: number }[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await discover(1, {}, cursor, { newFirst: true });
    found.push(...page.members);
    cursor = page.next ?? undefined;
    if (!cursor) break;
  }
  expect(new Set(found.map(({ id }) => id)).size).toBe(50);
  expect(found).toHaveLength(50);
  expect(found.map(({ isNewHere = false }) => isNewHere)).toEqual([
    ...Array(25).fill(true),
    ...Array(25).fill(false),
  ]);
  for (const part of [found.slice(0, 25), found.slice(25)]) {
    const scores = part.map(({ compatibilityScore }) => compatibilityScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  }
});

test("a small community is on one page, newest first among equal scores, and says how many it is", async () => {
  await addMember(1, {}, taste("Muse"));
  for (let id = 2; id < 32; id++) {
    await addMember(id, {}, taste(id % 2 ? "Muse" : "Blur"));
    await db
      .update(member)
      .set({ newUntil: new Date(id * 1000) })
      .where(eq(member.id, id));
  }
  const decidedAt = new Date();
  await db.insert(decision).values([
    { memberId: 1, targetId: 3, liked: true, decidedAt },
    { memberId: 1, targetId: 5, liked: false, decidedAt },
  ]);
  await db.insert(block).values({ memberId: 7, targetId: 1, createdAt: decidedAt });
  await changeMember(9, { pausedAt: decidedAt });
  const open = async () => (await discoverFirst(1, true, { allBelow: ALL_BELOW })).page;
  const { members, people, next } = await open();
  const ids = (first: number) => Array.from({ length: 16 }, (_, n) => first - 2 * n).filter((id) => id > 1);
  const gone = [3, 5, 7, 9];
  expect(members.map(({ id }) => Number(id))).toEqual([
    ...ids(31).filter((id) => !gone.includes(id)),
    ...ids(30),
  ]);
  expect([people, next]).toEqual([28, null]);
  // Filters of one's own are filters.
  expect((await discover(1, { ageMin: 20 }, undefined, { allBelow: ALL_BELOW })).people).toBeNull();
  expect((await discover(1, {}, undefined, { allBelow: ALL_BELOW })).people).toBe(28);
  for (let id = 100; id < 132; id++) await addMember(id, {}, taste("Muse"));
  expect((await open()).people).toBeNull();
});
