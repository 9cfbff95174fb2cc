import { db } from "db/client.server";
import { block, match, outbox } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { discover } from "~/matching/discover.server";
import { blockMember } from "~/models/block.server";
import { isCompanion } from "~/models/companion.server";
import { getConversation, listConversations, startConversation } from "~/models/conversation.server";
import { getCounts } from "~/models/counts.server";
import { decideOn } from "~/models/decision.server";
import { listMatches } from "~/models/match.server";
import type { Member } from "~/models/member.server";
import { getShownMember } from "~/models/member-card.server";
import { addMessage, listMessages } from "~/models/message.server";
import { cast, talkUp } from "../cast";

/** Whether anything of one member can be seen by another. */
async function sees(viewer: Member, other: Member, talkId?: string) {
  const { members } = await discover(viewer.id, {});
  const { matches } = await listMatches(viewer);
  const { talks } = await listConversations(viewer.id);
  const otherId = String(other.id);
  return {
    discover: members.some(({ id }) => id === otherId),
    matches: matches.some(({ targetUser }) => targetUser.id === otherId),
    conversations: talks.some(({ user1Id, user2Id }) => [user1Id, user2Id].includes(otherId)),
    messages: talkId !== undefined && (await listMessages(viewer.id, talkId)) !== undefined,
    page: (await getShownMember(viewer, other.id)) !== undefined,
    companion: await isCompanion(viewer.id, other.id),
  };
}
const NOTHING = {
  discover: false,
  matches: false,
  conversations: false,
  messages: false,
  page: false,
  companion: false,
};

test("who blocks and who is blocked vanish from each other everywhere at once", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const talk = await talkUp(ada, ben);
  await addMessage(ada.id, talk.id, { content: "Hello" });
  expect(await sees(ada, ben, talk.id)).toEqual({
    discover: false,
    matches: true,
    conversations: true,
    messages: true,
    page: true,
    companion: true,
  });
  await blockMember(ben.id, ada.id);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await sees(one, other, talk.id)).toEqual(NOTHING);
    expect(await getCounts(one.id)).toMatchObject({ mutualMatches: 0, conversations: 0, unread: 0 });
    expect(await getConversation(one.id, talk.id)).toBeUndefined();
    const absent = { code: "absent", message: "There is nothing here." };
    await expect(addMessage(one.id, talk.id, { content: "Hello?" })).rejects.toMatchObject(absent);
    await expect(startConversation(one.id, other.id)).rejects.toMatchObject(absent);
    await expect(decideOn(one.id, { targetUserId: other.id, liked: true })).rejects.toMatchObject(absent);
    const told = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipientId, one.id), eq(outbox.kind, "conversation")));
    expect(told.at(-1)?.reference).toBe(talk.id);
  }
  expect(
    await db
      .select()
      .from(match)
      .where(eq(match.lowId, Math.min(ada.id, ben.id))),
  ).toEqual([]);
});

test("a candidate is gone from Discover on both sides", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  expect([(await sees(ada, ben)).discover, (await sees(ben, ada)).discover]).toEqual([true, true]);
  await blockMember(ada.id, ben.id);
  expect([await sees(ada, ben), await sees(ben, ada)]).toEqual([NOTHING, NOTHING]);
});

test("blocking twice changes nothing; oneself, nobody and who has blocked first are not there", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await blockMember(ada.id, ben.id);
  await blockMember(ada.id, ben.id);
  expect(await db.select().from(block).where(eq(block.memberId, ada.id))).toHaveLength(1);
  for (const [one, other] of [
    [ben.id, ada.id],
    [ada.id, ada.id],
    [ada.id, 7],
  ] as const) {
    await expect(blockMember(one, other)).rejects.toMatchObject({ code: "absent" });
  }
  expect(await db.select().from(block).where(eq(block.memberId, ben.id))).toEqual([]);
});
