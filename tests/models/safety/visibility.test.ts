import { db } from "db/client.server";
import { member, outbox } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getConversation } from "~/models/conversation/conversation.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { propagateVisibility } from "~/models/safety/visibility.server";
import { addMember, makeConversation } from "../../cast";

async function change(who: Member, columns: Partial<typeof member.$inferInsert>) {
  await transaction(async (tx) => {
    await tx.update(member).set(columns).where(eq(member.id, who.id));
    await propagateVisibility(tx, who.id);
  });
}

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
  await change(ben, { suspendedAt: new Date() });
  const resets = async (who: Member) =>
    db.$count(outbox, and(eq(outbox.recipientId, who.id), eq(outbox.kind, "reset")));
  expect([await resets(ada), await resets(ben), await resets(cleo)]).toEqual([1, 1, 0]);
});
