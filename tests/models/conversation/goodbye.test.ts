import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { outbox } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { type ConversationCursor, conversationPage } from "~/models/conversation/conversation-schema";
import { reopenConversation, sayGoodbye } from "~/models/conversation/goodbye.server";
import { startJointPlay, stepJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { addMessage, addVideo } from "~/models/conversation/message.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { startConversation } from "~/models/conversation/request.server";
import { listTyping, showTyping } from "~/models/conversation/typing.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { listMatches } from "~/models/match/match.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { blockMember, unblockMember } from "~/models/safety/block.server";
import { addGame, addRematch } from "~/models/trivia/new-game.server";
import { resignGame } from "~/models/trivia/play.server";
import { addNewcomer, makeConversation } from "../../cast";
import { plansOf } from "../../matching/plans";

const bye = { content: "Take care!" };

/** Ada and Ben, who match and talk. */
async function talk() {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "Which pressing?" });
  return { ada, ben, id };
}

const statusFor = async (member: Member, id: string) => {
  const found = await getConversation(member.id, id);
  return found && toConversationRow(found, member.id).status;
};
const textsOf = async (member: Member, id: string) =>
  (await listMessages(member.id, id))?.map(({ content }) => content);
const listed = async (member: Member, list: "open" | "closed") =>
  (await listConversations(member.id, { list })).conversations.map(({ id }) => id);

test("a goodbye is the last message, and moves the conversation to the goodbyes of both", async () => {
  const { ada, ben, id } = await talk();
  const closed = await sayGoodbye(ada.id, id, bye);
  expect(closed).toMatchObject({ closedBy: String(ada.id), yourTurn: false });
  expect(closed.closedAt).toBe(closed.lastMessageAt);
  expect([await statusFor(ada, id), await statusFor(ben, id)]).toEqual([
    "closed-by-viewer",
    "closed-by-partner",
  ]);
  for (const member of [ada, ben]) {
    expect([await listed(member, "open"), await listed(member, "closed")]).toEqual([[], [id]]);
    expect(await textsOf(member, id)).toEqual(["Take care!", "Which pressing?"]);
    expect(await getCounts(member.id)).toMatchObject({ conversations: 0, unread: 0, mutualMatches: 1 });
    expect((await listEndedConversations(member.id)).ended).toEqual([]);
    expect((await listMatches(member, { mutual: true })).matches).toHaveLength(1);
  }
  await reopenConversation(ada.id, id);
  expect([await listed(ben, "open"), await listed(ben, "closed")]).toEqual([[id], []]);
  expect(await getConversation(ben.id, id)).toMatchObject({ closedAt: null, closedBy: null, yourTurn: true });
  expect(await addMessage(ben.id, id, { content: "Welcome back" })).toMatchObject({ sequence: 3 });
});

test("the other hears of it as of a message, and both of the change", async () => {
  const { ada, ben, id } = await talk();
  await markRead(ada.id, id, 1);
  const eventsOf = async ({ id }: Member) => {
    const rows = await db.select().from(outbox).where(eq(outbox.recipientId, id)).orderBy(outbox.id);
    return rows.map(({ kind }) => kind);
  };
  const before = await Promise.all([ada, ben].map(eventsOf));
  await sayGoodbye(ada.id, id, bye);
  expect(await Promise.all([ada, ben].map(eventsOf))).toEqual(
    before.map((kinds) => [...kinds, "message", "conversation"]),
  );
  const { notifications } = await listNotifications(ben.id);
  expect(notifications.filter(({ kind }) => kind === "message")).toMatchObject([
    { text: "New message from Ada", isRead: false },
  ]);
  const own = (await listNotifications(ada.id)).notifications;
  expect(own.filter(({ kind, isRead }) => kind === "message" && !isRead)).toEqual([]);
});

test("nobody writes in a closed conversation, in any way", async () => {
  const { ada, ben, id } = await talk();
  const sent = randomUUID();
  await addMessage(ben.id, id, { id: sent, content: "Hello?" });
  const game = await addGame(ada.id, { player2Id: ben.id });
  await resignGame(ben.id, game.id);
  await showTyping(ben.id, id);
  const youtubeUrl = "https://youtu.be/dQw4w9WgXcQ";
  const shared = await addMessage(ben.id, id, {
    content: "Hear this",
    messageType: "youtube_link",
    metadata: { type: "youtube", url: youtubeUrl, videoId: "dQw4w9WgXcQ" },
  });
  const play = await startJointPlay(ben.id, id, { messageId: shared.id });
  await sayGoodbye(ada.id, id, bye);
  await expect(stepJointPlay(ada.id, play.id, { step: "join", position: null })).rejects.toMatchObject({
    code: "absent",
  });
  const closed = {
    code: "forbidden",
    message: "This conversation is closed. You can still read it.",
  };
  for (const [member, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    await expect(addMessage(member.id, id, { content: "Wait" })).rejects.toMatchObject(closed);
    const together = startJointPlay(member.id, id, { messageId: shared.id });
    await expect(together).rejects.toMatchObject(closed);
    const link = {
      messageType: "youtube_link" as const,
      metadata: { type: "youtube" as const, url: youtubeUrl, videoId: null },
    };
    await expect(addMessage(member.id, id, { content: "Hear this", ...link })).rejects.toMatchObject(closed);
    await expect(addVideo(member.id, id, { youtubeUrl })).rejects.toMatchObject(closed);
    await expect(showTyping(member.id, id)).rejects.toMatchObject(closed);
    const challenge = addGame(member.id, { player2Id: other.id });
    await expect(challenge).rejects.toMatchObject({ code: "forbidden" });
    await expect(addRematch(member.id, game.id)).rejects.toMatchObject({ code: "forbidden" });
    // There is no second conversation beside it.
    expect(await startConversation(member.id, other.id)).toMatchObject({ id, closedBy: String(ada.id) });
    await decideOn(member.id, { targetUserId: other.id, liked: true });
  }
  expect(await statusFor(ben, id)).toBe("closed-by-partner");
  expect((await listTyping(0)).signs.filter(({ conversationId }) => conversationId === id)).toEqual([]);
  // A message sent before whose answer was lost is still there.
  expect(await addMessage(ben.id, id, { id: sent, content: "Hello?" })).toMatchObject({ id: sent });
  expect(await textsOf(ben, id)).toHaveLength(4);
});

test("only the one who said goodbye can reopen it", async () => {
  const { ada, ben, id } = await talk();
  await sayGoodbye(ada.id, id, bye);
  await expect(reopenConversation(ben.id, id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(sayGoodbye(ben.id, id, { content: "And you" })).rejects.toMatchObject({ code: "conflict" });
  await expect(reopenConversation((await addNewcomer("Cleo")).id, id)).rejects.toMatchObject({
    code: "absent",
  });
  await reopenConversation(ada.id, id);
  await reopenConversation(ada.id, id);
  await sayGoodbye(ben.id, id, { content: "And you" });
  await expect(reopenConversation(ada.id, id)).rejects.toMatchObject({ code: "forbidden" });
});

test("goodbyes at the same moment close it once, for one of them", async () => {
  const { ada, ben, id } = await talk();
  const answers = await Promise.allSettled(
    [ada, ben, ada, ben].map((member) => sayGoodbye(member.id, id, { content: `By ${member.firstName}` })),
  );
  const statuses = [await statusFor(ada, id), await statusFor(ben, id)];
  expect(statuses.sort()).toEqual(["closed-by-partner", "closed-by-viewer"]);
  expect(answers.map(({ status }) => status).sort()).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  expect(await textsOf(ada, id)).toHaveLength(2);
});

test("a goodbye sent again changes nothing more, even after it was reopened", async () => {
  const { ada, ben, id } = await talk();
  const sent = { ...bye, id: randomUUID() };
  await sayGoodbye(ada.id, id, sent);
  expect(await sayGoodbye(ada.id, id, sent)).toMatchObject({ closedBy: String(ada.id) });
  await reopenConversation(ada.id, id);
  expect(await sayGoodbye(ada.id, id, sent)).toMatchObject({ closedBy: null });
  const other = { ...sent, content: "Or rather not" };
  await expect(sayGoodbye(ada.id, id, other)).rejects.toMatchObject({ code: "conflict" });
  await expect(sayGoodbye(ben.id, id, sent)).rejects.toMatchObject({ code: "conflict" });
  expect(await textsOf(ben, id)).toEqual(["Take care!", "Which pressing?"]);
});

test("a request is answered otherwise, and a former member reads no goodbye", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const request = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, request.id, { content: "Hello" });
  for (const member of [ada, ben])
    await expect(sayGoodbye(member.id, request.id, bye)).rejects.toMatchObject({ code: "forbidden" });
  const { ada: cleo, ben: dan, id } = await talk();
  await deleteAccount(dan.id);
  await expect(sayGoodbye(cleo.id, id, bye)).rejects.toMatchObject({
    code: "forbidden",
    message: "This member has left B-Side.",
  });
});

test("after an end there is nothing to close or to reopen, whichever came first", async () => {
  const first = await talk();
  await unmatch(first.ada.id, first.ben.id);
  await expect(sayGoodbye(first.ben.id, first.id, bye)).rejects.toMatchObject({ code: "absent" });
  for (const end of [unmatch, blockMember]) {
    const { ada, ben, id } = await talk();
    await sayGoodbye(ada.id, id, bye);
    await end(ben.id, ada.id);
    await expect(reopenConversation(ada.id, id)).rejects.toMatchObject({ code: "absent" });
    if (end === blockMember) await unblockMember(ben.id, ada.id);
    await expect(reopenConversation(ada.id, id)).rejects.toMatchObject({ code: "absent" });
    expect([await listed(ada, "open"), await listed(ada, "closed")]).toEqual([[], []]);
    expect((await listEndedConversations(ada.id)).ended).toMatchObject([{ id }]);
  }
});

test("goodbyes are listed page by page, the latest first, by their index", async () => {
  const ada = await addNewcomer("Ada");
  const ids: string[] = [];
  for (const name of ["Ben", "Cleo", "Dan", "Eve"]) {
    const { id } = await makeConversation(ada, await addNewcomer(name));
    await sayGoodbye(ada.id, id, bye);
    ids.unshift(id);
  }
  const read: string[] = [];
  let after: ConversationCursor | undefined;
  do {
    const { conversations, next } = await listConversations(ada.id, { after, list: "closed", limit: 3 });
    read.push(...conversations.map(({ id }) => id));
    after = next && conversationPage.parse(next).cursor;
  } while (after);
  expect([...read].sort()).toEqual([...ids].sort());
  expect(read).toEqual(await listed(ada, "closed"));
  const plan = await plansOf(() => listConversations(ada.id, { list: "closed" }));
  expect(plan.filter((step) => /INDEX conversation_(low|high)_order/.test(step))).toEqual([
    "SEARCH conversation USING INDEX conversation_low_order (low_id=? AND ended_at=? AND closed_at>?)",
    "SEARCH conversation USING INDEX conversation_high_order (high_id=? AND ended_at=? AND closed_at>?)",
  ]);
});
