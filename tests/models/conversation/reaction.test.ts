// Reactions: who may, what stands, who hears of it, and what erases them.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, message, outbox, reaction } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listEvents } from "~/http/live/live-events.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage } from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { listRecentReactions, react } from "~/models/conversation/reaction.server";
import {
  acceptRequest,
  declineRequest,
  restoreRequest,
  startConversation,
} from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeConversation } from "../../cast";
import { addModerator, decide, report } from "../safety/cases";

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  return { ada, ben, id, messageId };
}

const shown = async (memberId: number, id: string) => (await listMessages(memberId, id))?.[0]?.reactions;
const told = (memberId: number) =>
  db
    .select({ reference: outbox.reference })
    .from(outbox)
    .where(and(eq(outbox.recipientId, memberId), eq(outbox.kind, "reaction")));

test("a member has one reaction to a message, which can be changed and taken back", async () => {
  const { ada, ben, id, messageId } = await couple();
  await react(ben.id, messageId, "heart");
  await react(ben.id, messageId, "dancer");
  await react(ada.id, messageId, "record");
  const hers = { memberId: String(ada.id), reaction: "record" };
  const his = { memberId: String(ben.id), reaction: "dancer" };
  for (const memberId of [ada.id, ben.id]) {
    const both = await shown(memberId, id);
    expect(both).toHaveLength(2);
    expect(both).toEqual(expect.arrayContaining([hers, his]));
  }
  await react(ben.id, messageId, null);
  expect(await shown(ada.id, id)).toEqual([hers]);
  await react(ada.id, messageId, null);
  expect(await shown(ada.id, id)).toBeUndefined();
});

test("both hear of a change, and nobody of what changes nothing", async () => {
  const { ada, ben, id, messageId } = await couple();
  await react(ben.id, messageId, null);
  await react(ben.id, messageId, "wow");
  await react(ben.id, messageId, "wow");
  for (const { id: memberId } of [ada, ben]) expect(await told(memberId)).toEqual([{ reference: messageId }]);
  expect((await listEvents(ada.id, 0)).at(-1)).toMatchObject({
    name: "reaction",
    data: { conversationId: id, messageId, reactions: [{ memberId: String(ben.id), reaction: "wow" }] },
  });
});

test("whoever reacts to a request's message has not accepted it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  await react(ben.id, messageId, "laugh");
  const [row] = await db.select().from(conversation).where(eq(conversation.id, id));
  expect(row?.acceptedAt).toBeNull();
  await expect(addMessage(ada.id, id, { content: "And?" })).rejects.toMatchObject({ code: "forbidden" });
});

test("strangers, and members whose conversation has ended or is closed, cannot react", async () => {
  const { ada, ben, id, messageId } = await couple();
  const stranger = await addMember("Cleo");
  await expect(react(stranger.id, messageId, "heart")).rejects.toMatchObject({ code: "absent" });
  await expect(react(ben.id, randomUUID(), "heart")).rejects.toMatchObject({ code: "absent" });
  await sayGoodbye(ada.id, id, { content: "Bye" });
  await expect(react(ben.id, messageId, "heart")).rejects.toMatchObject({ code: "forbidden" });

  const blocked = await couple();
  await blockMember(blocked.ada.id, blocked.ben.id);
  for (const { id: memberId } of [blocked.ada, blocked.ben])
    await expect(react(memberId, blocked.messageId, "heart")).rejects.toMatchObject({ code: "absent" });
  expect(await db.select().from(reaction).where(eq(reaction.messageId, blocked.messageId))).toEqual([]);

  const apart = await couple();
  await decideOn(apart.ada.id, { targetUserId: apart.ben.id, liked: true });
  await decideOn(apart.ben.id, { targetUserId: apart.ada.id, liked: true });
  await unmatch(apart.ada.id, apart.ben.id);
  await expect(react(apart.ben.id, apart.messageId, "heart")).rejects.toMatchObject({ code: "absent" });
});

test("nobody reacts to a message of a former member, even one who leaves at that moment", async () => {
  const { ada, ben, messageId } = await couple();
  const leaves = deleteAccount(ada.id);
  await expect(react(ben.id, messageId, "tear")).rejects.toMatchObject({ code: "forbidden" });
  await leaves;
  await expect(react(ben.id, messageId, null)).rejects.toMatchObject({ code: "forbidden" });
  expect(await db.select().from(reaction).where(eq(reaction.messageId, messageId))).toEqual([]);
});

test("the reactions to the newest 200 messages are listed with the number of the first", async () => {
  const { ada, ben, id, messageId } = await couple();
  await react(ben.id, messageId, "heart");
  const hearts = [{ memberId: String(ben.id), reaction: "heart" }];
  expect(await listRecentReactions(id)).toEqual({ from: 1, reactions: { [messageId]: hearts } });
  const rows = Array.from({ length: 200 }, () => ({
    ...{ id: randomUUID(), conversationId: id, senderId: ada.id, content: "More", createdAt: new Date() },
  }));
  await db.insert(message).values(rows);
  const second = rows[0]?.id ?? "";
  await react(ben.id, second, "heart");
  expect(await listRecentReactions(id)).toEqual({ from: 2, reactions: { [second]: hearts } });
  expect(await listRecentReactions(randomUUID())).toEqual({ from: 1, reactions: {} });
});

test("nobody reacts in the conversation of a suspended member, or as one", async () => {
  const { ada, ben, messageId } = await couple();
  await react(ben.id, messageId, "heart");
  await decide(await addModerator("Mona"), await report(ada, ben), { kind: "suspend", days: "3" });
  for (const { id: memberId } of [ada, ben])
    for (const kind of ["wow", null] as const)
      await expect(react(memberId, messageId, kind)).rejects.toMatchObject({ code: "absent" });
  const isThis = eq(reaction.messageId, messageId);
  expect(await db.select({ kind: reaction.kind }).from(reaction).where(isThis)).toEqual([{ kind: "heart" }]);
});

test("a request that is declined, restored and accepted keeps the reactions to it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  await react(ben.id, messageId, "laugh");
  await declineRequest(ben.id, id);
  await expect(react(ben.id, messageId, "heart")).rejects.toMatchObject({ code: "absent" });
  // Nothing of it shows to her, and nothing of what she does to him.
  await react(ada.id, messageId, "tear");
  expect(await shown(ada.id, id)).toHaveLength(2);
  const events = await listEvents(ben.id, 0);
  expect(events.filter((event) => "name" in event && event.name === "reaction")).toEqual([]);
  await restoreRequest(ben.id, id);
  await acceptRequest(ben.id, id);
  await react(ben.id, messageId, "heart");
  for (const memberId of [ada.id, ben.id])
    expect((await shown(memberId, id))?.map((each) => each.reaction).sort()).toEqual(["heart", "tear"]);
});

test("nobody reacts to a deleted message", async () => {
  const { ada, ben, messageId } = await couple();
  await deleteMessage(ada.id, messageId);
  await expect(react(ben.id, messageId, "heart")).rejects.toMatchObject({
    code: "forbidden",
    message: "This message was deleted.",
  });
});

test("a message that was deleted with its conversation is gone for reactions, too", async () => {
  const { ben, id, messageId } = await couple();
  await react(ben.id, messageId, "heart");
  await db.delete(conversation).where(eq(conversation.id, id));
  await expect(react(ben.id, messageId, "wow")).rejects.toMatchObject({ code: "absent" });
  expect(await db.select().from(reaction).where(eq(reaction.messageId, messageId))).toEqual([]);
});
