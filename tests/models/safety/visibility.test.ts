import { db } from "db/client.server";
import { member, outbox } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { setPaused } from "~/models/account/leaving/pause.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { declineRequest, restoreRequest, startConversation } from "~/models/conversation/request.server";
import { endEverything } from "~/models/match/connection-end.server";
import { decideOn } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { blockMember, unblockMember } from "~/models/safety/block.server";
import { propagateVisibility } from "~/models/safety/visibility.server";
import { addGame } from "~/models/trivia/new-game.server";
import { addMember, makeConversation } from "../../cast";

async function change(who: Member, columns: Partial<typeof member.$inferInsert>) {
  await transaction(async (tx) => {
    await tx.update(member).set(columns).where(eq(member.id, who.id));
    await propagateVisibility(tx, who.id);
  });
}

/** Sends a request with a message; returns its id. */
async function request(from: Member, to: Member): Promise<string> {
  await decideOn(from.id, { targetUserId: to.id, liked: true });
  const { id } = await startConversation(from.id, to.id);
  await addMessage(from.id, id, { content: "You like Broadcast too!" });
  return id;
}

/** How often a member's open pages were reloaded. */
const resets = (who: Member) =>
  db.$count(outbox, and(eq(outbox.recipientId, who.id), eq(outbox.kind, "reset")));

/** What the recipient of a request does about its sender. */
type Act = (ben: Member, ada: Member, id: string) => Promise<unknown>;

async function isInDiscover(viewer: Member, other: Member) {
  const { members } = await discover(viewer.id, {});
  return members.some(({ id }) => id === String(other.id));
}

test("a suspended member disappears for everyone else, and returns with everything afterward", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const { id } = await makeConversation(ada, ben);
  expect(await isInDiscover(cleo, ben)).toBe(true);
  await change(ben, { suspendedAt: new Date() });
  expect(await isInDiscover(cleo, ben)).toBe(false);
  expect(await getConversation(ada.id, id)).toBeUndefined();
  expect((await listMatches(ada)).matches).toEqual([]);
  expect(await getMemberPage(ada, ben.id)).toBeUndefined();
  await change(ben, { suspendedAt: null });
  expect(await isInDiscover(cleo, ben)).toBe(true);
  expect(await getConversation(ada.id, id)).toMatchObject({ id });
  expect((await listMatches(ada)).matches).toHaveLength(1);
});

test("a hidden member leaves Discover and keeps matches and conversations", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const { id } = await makeConversation(ada, ben);
  await change(ben, { hiddenAt: new Date() });
  expect(await isInDiscover(cleo, ben)).toBe(false);
  expect(await getMemberPage(cleo, ben.id)).toBeUndefined();
  expect(await getMemberPage(ada, ben.id)).toMatchObject({ mutual: true });
  expect(await getConversation(ada.id, id)).toMatchObject({ id });
});

test("everyone who shares something with a suspended member has their pages reloaded", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await makeConversation(ada, ben);
  // A request without a message, which Cleo doesn't see.
  await decideOn(ben.id, { targetUserId: cleo.id, liked: true });
  await startConversation(ben.id, cleo.id);
  await change(ben, { suspendedAt: new Date() });
  expect([await resets(ada), await resets(ben), await resets(cleo)]).toEqual([1, 1, 0]);
});

test("whoever blocked a stranger after challenging them tells them nothing more", async () => {
  const [ben, cleo] = [await addMember("Ben"), await addMember("Cleo")];
  await addGame(ben.id, { player2Id: cleo.id });
  await blockMember(ben.id, cleo.id);
  const before = await resets(cleo);
  await change(ben, { deletedAt: new Date() });
  expect(await resets(cleo)).toBe(before);
});

test.each<[string, number, Act, Act]>([
  ["a decline", 0, (ben, _, id) => declineRequest(ben.id, id), (ben, _, id) => restoreRequest(ben.id, id)],
  ["a block", 1, (ben, ada) => blockMember(ben.id, ada.id), (ben, ada) => unblockMember(ben.id, ada.id)],
  ["a pause", 1, (ben) => setPaused(ben.id, true), (ben) => setPaused(ben.id, false)],
])(
  "after %s and its end, whoever has asked has their pages reloaded %i times each",
  async (_, times, act, undo) => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const id = await request(ada, ben);
    await act(ben, ada, id);
    expect(await resets(ada)).toBe(times);
    await undo(ben, ada, id);
    expect(await resets(ada)).toBe(2 * times);
  },
);

test("whoever declined a request is told nothing more of its sender", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const id = await request(ada, ben);
  await declineRequest(ben.id, id);
  const before = await resets(ben);
  await change(ada, { pausedAt: new Date() });
  expect(await resets(ben)).toBe(before);
});

test("the sender of a request to a paused member is not told that the account is gone", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await request(ada, ben);
  await setPaused(ben.id, true);
  const before = await resets(ada);
  await change(ben, { deletedAt: new Date() });
  await change(ben, { deletedAt: null });
  expect(await resets(ada)).toBe(before);
});

test("whoever no longer sees the request of a former member is not told of its end", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await request(ada, ben);
  await change(ada, { deletedAt: new Date() });
  const before = await resets(ben);
  await transaction((tx) => endEverything(tx, { memberId: ada.id, otherId: ben.id }));
  expect(await resets(ben)).toBe(before);
});
