import { db } from "db/client.server";
import { block, decision, match, member, outbox } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { discover } from "~/matching/discover.server";
import { decisionNotice } from "~/models/decision";
import { decideOn, removeDecision } from "~/models/decision.server";
import { countMutualMatches, listMatches } from "~/models/match.server";
import { cast, matchUp } from "../cast";

const like = (by: { id: number }, whom: { id: number }) =>
  decideOn(by.id, { targetUserId: whom.id, liked: true });
const pass = (by: { id: number }, whom: { id: number }) =>
  decideOn(by.id, { targetUserId: whom.id, liked: false });

test("the second like makes one match, seen by both", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  expect(await like(ada, ben)).toEqual({ mutual: false });
  expect(await countMutualMatches(ada.id)).toBe(0);
  expect(await like(ben, ada)).toEqual({ mutual: true });
  const [seen] = (await listMatches(ada, { mutual: true })).matches;
  expect(seen).toMatchObject({ mutual: true, targetUser: { id: String(ben.id), lastName: "L" } });
  expect(await countMutualMatches(ben.id)).toBe(1);
});

test("ten simultaneous likes make one match and tell each member once", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? like(ada, ben) : like(ben, ada))));
  const matches = await db
    .select()
    .from(match)
    .where(eq(match.lowId, Math.min(ada.id, ben.id)));
  expect(matches).toHaveLength(1);
  for (const one of [ada, ben]) {
    expect(await db.select().from(outbox).where(eq(outbox.recipientId, one.id))).toHaveLength(1);
  }
});

test("the same decision twice changes nothing, the other one replaces it", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const read = async () => (await db.select().from(decision).where(eq(decision.memberId, ada.id)))[0];
  await like(ada, ben);
  const first = await read();
  await like(ada, ben);
  expect(await read()).toEqual(first);
  await pass(ada, ben);
  expect(await read()).toMatchObject({ liked: false });
  await like(ada, ben);
  expect(await read()).toMatchObject({ liked: true });
});

test("a pass after the match ends it for both", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await matchUp(ada, ben);
  await pass(ben, ada);
  expect(await countMutualMatches(ada.id)).toBe(0);
  expect((await listMatches(ben)).matches).toEqual([]);
});

test("nobody can decide on themselves, a stranger to the house, or who is paused, deleted or blocked", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const refused = { code: "absent" };
  await expect(like(ada, ada)).rejects.toMatchObject(refused);
  await expect(like(ada, { id: 4 })).rejects.toMatchObject(refused);
  await db.update(member).set({ pausedAt: new Date() }).where(eq(member.id, ben.id));
  await expect(like(ada, ben)).rejects.toMatchObject(refused);
  await db.update(member).set({ pausedAt: null, deletedAt: new Date() }).where(eq(member.id, ben.id));
  await expect(pass(ada, ben)).rejects.toMatchObject(refused);
  await db.update(member).set({ deletedAt: null }).where(eq(member.id, ben.id));
  await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
  await expect(like(ada, ben)).rejects.toMatchObject(refused);
});

test("a block after both likes leaves no way back to a match", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await matchUp(ada, ben);
  await pass(ada, ben);
  await db
    .insert(decision)
    .values({ memberId: ada.id, targetId: ben.id, liked: true, decidedAt: new Date() })
    .onConflictDoUpdate({ target: [decision.memberId, decision.targetId], set: { liked: true } });
  await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
  await expect(like(ada, ben)).rejects.toMatchObject({ code: "absent" });
  expect(
    await db
      .select()
      .from(match)
      .where(eq(match.lowId, Math.min(ada.id, ben.id))),
  ).toEqual([]);
});

test("a long list of likes goes on where a page ended, mutual ones among the others", async () => {
  const ada = await cast("Ada");
  const others = [await cast("Ben"), await cast("Cleo"), await cast("Dan")];
  for (const other of others) await like(ada, other);
  const first = await listMatches(ada, { limit: 2 });
  expect(first.matches).toHaveLength(2);
  const [at = 0, targetId = 0] = (first.next?.cursor ?? "").split("-").map(Number);
  const second = await listMatches(ada, { limit: 2, after: { at, targetId } });
  const ids = [...first.matches, ...second.matches].map((shown) => shown.targetUser.id);
  expect(new Set(ids)).toEqual(new Set(others.map((other) => String(other.id))));
});

test("a pass undone brings the person back to Discover, and twice changes nothing", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const found = async () => (await discover(ada.id, {})).members.map(({ id }) => id);
  expect(await found()).toContain(String(ben.id));
  await pass(ada, ben);
  expect(await found()).not.toContain(String(ben.id));
  await removeDecision(ada.id, ben.id);
  await removeDecision(ada.id, ben.id);
  expect(await found()).toContain(String(ben.id));
});

test("only one's own pass can be undone, not a like", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await pass(ben, ada);
  await like(ada, ben);
  await expect(removeDecision(ada.id, ben.id)).rejects.toMatchObject({ code: "conflict" });
  const rows = await db.select().from(decision).where(eq(decision.memberId, ben.id));
  expect(rows).toMatchObject([{ liked: false }]);
});

test("a like and a pass undone at the same moment leave one or the other, never both", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await pass(ada, ben);
  await Promise.allSettled([like(ada, ben), removeDecision(ada.id, ben.id), like(ada, ben)]);
  const rows = await db.select().from(decision).where(eq(decision.memberId, ada.id));
  expect(rows).toMatchObject([{ liked: true }]);
});

test("a decision's notice offers what can be done next", () => {
  const words = { title: "Match recorded", description: "We'll let you know if it's mutual!" };
  const say = (liked: boolean, mutual: boolean) =>
    decisionNotice({ targetUserId: 7, liked }, { mutual }, "/discover/undo?ageMin=20");
  expect(say(true, false)).toEqual(words);
  expect(say(false, false)).toMatchObject({
    ...words,
    action: { label: "Undo", to: "/discover/undo?ageMin=20", fields: { targetUserId: "7" } },
  });
  expect(say(true, true)).toMatchObject({
    title: "Match recorded",
    action: { label: "Start Conversation", to: "/matches/talk", fields: { targetUserId: "7" } },
  });
});
