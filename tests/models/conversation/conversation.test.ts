// Conversations: requests, whose turn it is, and their list.

import { randomUUID } from "node:crypto";
import { client, db } from "db/client.server";
import { member, message, outbox } from "db/schema";
import { and, eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { getOutboxBounds } from "~/live/outbox.server";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { type ConversationCursor, conversationPage } from "~/models/conversation/conversation-schema";
import { countConversations } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { getChat, listMessages } from "~/models/conversation/message-list.server";
import type { MessageInput } from "~/models/conversation/message-schema";
import {
  acceptRequest,
  declineRequest,
  restoreRequest,
  startConversation,
} from "~/models/conversation/request.server";
import { decideOn, undoDecision } from "~/models/match/decision.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { ada, addMember, addNewcomer, ben, freshCast, makeConversation, makeMatch } from "../../cast";
import { stepsOf } from "../../matching/steps";
import { changeRows, rowsOf } from "../../rows";

freshCast("ada", "ben");

test("simultaneous starts by both members make one conversation", async () => {
  await makeMatch(ada, ben);
  const conversations = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      i % 2 ? startConversation(ada.id, ben.id) : startConversation(ben.id, ada.id),
    ),
  );
  expect(new Set(conversations.map((conversation) => conversation.id)).size).toBe(1);
  expect(await countConversations(ada.id)).toBe(1);
  expect(await countConversations(ben.id)).toBe(1);
});

test("a member can't message someone they haven't liked, and strangers see nothing", async () => {
  const cleo = await addMember("Cleo");
  await expect(startConversation(ada.id, ben.id)).toBeRefused(
    "forbidden",
    "Like this member before you message them.",
  );
  for (const id of [7, ada.id]) await expect(startConversation(ada.id, id)).toBeRefused("absent");
  const conversation = await makeConversation(ada, ben);
  expect(await getConversation(cleo.id, conversation.id)).toBeUndefined();
  expect(await listMessages(cleo.id, conversation.id)).toBeUndefined();
  await expect(addMessage(cleo.id, conversation.id, { content: "Hello" })).toBeRefused("absent");
});

test("both read whom somebody without a photo loves first, as on the member's page, until the account is deleted", async () => {
  await changeRows(member, { id: ada.id }, { portraitUrl: "/portraits/1.svg" });
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello" });
  for (const reader of [ada, ben]) {
    const { conversations } = await listConversations(reader.id);
    expect(conversations).toMatchObject([
      {
        user1: { firstName: "Ada", firstArtist: null },
        user2: { firstName: "Ben", firstArtist: "Broadcast" },
      },
    ]);
  }
  expect((await getMemberPage(ada, ben.id))?.card.musicPreferences?.topArtists[0]).toBe("Broadcast");
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  await changeRows(member, { id: ben.id }, { deletedAt: new Date() });
  expect(await getConversation(ada.id, id)).toMatchObject({
    user2: { firstName: "Former member", firstArtist: null },
  });
});

test("messages keep the server's order, and repeated sends count once", async () => {
  const conversation = await makeConversation(ada, ben);
  const id = randomUUID();
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => addMessage(ada.id, conversation.id, { id, content: "Once" })),
  );
  expect(new Set(sent.map((message) => message.sequence)).size).toBe(1);
  await addMessage(ben.id, conversation.id, { content: "Twice" });
  const messages = (await listMessages(ben.id, conversation.id)) ?? [];
  expect(messages.map((message) => message.content)).toEqual(["Twice", "Once"]);
  const notified = await rowsOf(outbox, { recipientId: ben.id, reference: id });
  expect(notified).toHaveLength(1);
  expect((await listConversations(ada.id)).conversations[0]?.lastMessageAt).toBe(messages[0]?.createdAt);
});

test("messages sent at once are numbered without gaps, and the answer to each is what is stored", async () => {
  const { id } = await makeConversation(ada, ben);
  const song: MessageInput = {
    content: "Listen to this",
    messageType: "music_share",
    metadata: { type: "song", artist: "Can", title: "Vitamin C" },
  };
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      addMessage(i % 3 ? ada.id : ben.id, id, i % 4 ? { content: `Message ${i}` } : song),
    ),
  );
  sent.sort((a, b) => a.sequence - b.sequence);
  expect(sent.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect((await listMessages(ben.id, id))?.reverse()).toEqual(sent);
});

test("an id is used for one text of one member, and strangers are not told of it", async () => {
  const cleo = await addMember("Cleo");
  const conversation = await makeConversation(ada, ben);
  const own = await makeConversation(cleo, ben);
  const { id } = await addMessage(ada.id, conversation.id, { content: "First" });
  const repeat = (one: number, to: { id: string }, content: string) =>
    addMessage(one, to.id, { id, content });
  await expect(repeat(ada.id, conversation, "Second")).toBeRefused("conflict");
  await expect(repeat(ben.id, conversation, "First")).toBeRefused("conflict");
  await expect(repeat(cleo.id, own, "First")).toBeRefused("conflict", expect.not.stringContaining("First"));
  await expect(repeat(cleo.id, conversation, "First")).toBeRefused("absent");
  expect(await listMessages(ben.id, conversation.id)).toHaveLength(1);
  expect(await listMessages(cleo.id, own.id)).toEqual([]);
});

test("messages before and after a given one are listed page by page, without gaps", async () => {
  const { id } = await makeConversation(ada, ben);
  for (let i = 1; i <= 103; i++) await addMessage(i % 2 ? ada.id : ben.id, id, { content: `${i}` });
  const all = Array.from({ length: 103 }, (_, i) => `${i + 1}`);
  const earlier: string[] = [];
  const sizes: number[] = [];
  let first: string | undefined;
  for (let before: string | undefined; ; before = first) {
    const page = (await listMessages(ben.id, id, { before })) ?? [];
    sizes.push(page.length);
    if (!page.length) break;
    earlier.push(...page.map(({ content }) => content));
    first = page.at(-1)?.id;
  }
  expect([sizes, earlier.reverse()]).toEqual([[50, 50, 3, 0], all]);
  const later: string[] = [];
  for (let after = first; after; ) {
    const page = (await getChat(ben.id, id, { after }))?.messages ?? [];
    later.push(...page.map(({ content }) => content));
    after = page.at(-1)?.id;
  }
  expect(later).toEqual(all.slice(1));
});

test("a message of another conversation is no cursor", async () => {
  const cleo = await addMember("Cleo");
  const [conversation, elsewhere] = [await makeConversation(ada, ben), await makeConversation(ada, cleo)];
  await addMessage(ada.id, conversation.id, { content: "Hello Ben" });
  const { id } = await addMessage(cleo.id, elsewhere.id, { content: "Hello Ada" });
  expect(await listMessages(ben.id, conversation.id, { before: id })).toEqual([]);
  expect(await listMessages(ben.id, conversation.id, { after: id })).toEqual([]);
});

test("a chat shows the partner, its status and the newest message last", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello Ben" });
  expect(await getChat(ada.id, id)).toMatchObject({ status: "sent", partner: { firstName: "Ben" } });
  expect(await getChat(ben.id, id)).toMatchObject({ status: "received", partner: { firstName: "Ada" } });
  await addMessage(ben.id, id, { content: "Hello Ada" });
  const chat = await getChat(ada.id, id);
  expect(chat).toMatchObject({ status: "open", hasEarlier: false });
  expect(chat?.messages.map((message) => message.content)).toEqual(["Hello Ben", "Hello Ada"]);
  expect(await getChat((await addMember("Cleo")).id, id)).toBeUndefined();
});

test("conversations are listed page by page, latest first, each once", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) ids.unshift((await makeConversation(ada, await addMember("Ben"))).id);
  await addMessage(ada.id, ids[6] ?? "", { content: "You first" });
  const read: string[] = [];
  let after: ConversationCursor | undefined;
  do {
    const { conversations, next } = await listConversations(ada.id, { after, limit: 3 });
    read.push(...conversations.map((conversation) => conversation.id));
    after = next && conversationPage.parse(next).cursor;
  } while (after);
  expect(read[0]).toBe(ids[6]);
  expect([...read].sort()).toEqual([...ids].sort());
});

test("a request takes one message until the recipient replies", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const conversation = await startConversation(ada.id, ben.id);
  expect(conversation.accepted).toBe(false);
  expect(await countConversations(ben.id)).toBe(0);
  const attempts = [1, 2, 3].map((n) => addMessage(ada.id, conversation.id, { content: `Hello ${n}` }));
  const sent = await Promise.allSettled(attempts);
  expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(addMessage(ada.id, conversation.id, { content: "Hello?" })).toBeRefused("forbidden");
  expect(await countConversations(ben.id)).toBe(1);
  await addMessage(ben.id, conversation.id, { content: "Hello yourself" });
  await addMessage(ada.id, conversation.id, { content: "There you are" });
  expect(await getConversation(ada.id, conversation.id)).toMatchObject({ accepted: true });
});

test("liking back accepts a request", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const conversation = await startConversation(ada.id, ben.id);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect(await getConversation(ben.id, conversation.id)).toMatchObject({ accepted: true });
});

test("a pass ends the conversation for both members, for good", async () => {
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "Still here" });
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect(await getConversation(ada.id, id)).toBeUndefined();
  await expect(addMessage(ada.id, id, { content: "Hello?" })).toBeRefused("absent");
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    await undoDecision(one.id, other.id);
    const like = decideOn(one.id, { targetUserId: other.id, liked: true });
    await expect(like).toBeRefused("absent");
    await expect(startConversation(one.id, other.id)).toBeRefused("absent");
  }
  expect(await rowsOf(message, { conversationId: id })).toHaveLength(1);
});

/** A request: Ada likes Ben, who hasn't liked her back, and has messaged him. */
async function request() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "You like Broadcast too!" });
  return { ada, ben, id };
}

const statusOf = async (member: Member, id: string) => {
  const conversation = await getConversation(member.id, id);
  return conversation && toConversationRow(conversation, member.id).status;
};
/** The recipients of conversation events while `run` runs. */
async function notifiedBy(run: () => Promise<unknown>, id: string) {
  const { last } = await getOutboxBounds();
  await run();
  const rows = await db
    .select({ id: outbox.recipientId })
    .from(outbox)
    .where(and(gt(outbox.id, last), eq(outbox.kind, "conversation"), eq(outbox.reference, id)));
  return rows.map((row) => row.id).sort((one, other) => one - other);
}

test("an accepted request is open to both members, and both are notified", async () => {
  const { ada, ben, id } = await request();
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["sent", "received"]);
  const notified = await notifiedBy(() => acceptRequest(ben.id, id), id);
  expect(notified).toEqual([ada.id, ben.id].sort((one, other) => one - other));
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["open", "open"]);
  await addMessage(ada.id, id, { content: "Which record first?" });
  expect(await notifiedBy(() => acceptRequest(ben.id, id), id)).toEqual([]);
  expect(await listMessages(ben.id, id)).toHaveLength(2);
});

test("a member who is back in the moment when they are written to has the request that they sent", async () => {
  const { ada, ben, id } = await request();
  await deleteAccount(ada.id);
  const [started] = await Promise.all([startConversation(ben.id, ada.id), restoreAccount(ada.id)]);
  expect(started.id).toBe(id);
});

test("a declined request disappears for the recipient and looks unchanged to the sender", async () => {
  const { ada, ben, id } = await request();
  const before = await getConversation(ada.id, id);
  expect(await getCounts(ben.id)).toMatchObject({ conversations: 1, unread: 1 });
  const notified = await notifiedBy(() => declineRequest(ben.id, id), id);
  expect(notified).toEqual([ben.id]);
  expect(await getCounts(ben.id)).toMatchObject({ conversations: 0, unread: 0 });
  expect((await listConversations(ben.id)).conversations).toEqual([]);
  expect(await listMessages(ben.id, id)).toBeUndefined();
  await expect(addMessage(ben.id, id, { content: "Well" })).toBeRefused("absent");

  expect(await getConversation(ada.id, id)).toEqual(before);
  expect((await listConversations(ada.id)).conversations).toEqual([before]);
  expect(await listMessages(ada.id, id)).toHaveLength(1);
  await expect(addMessage(ada.id, id, { content: "Hello?" })).toBeRefused(
    "forbidden",
    "You can send one message until Ben replies.",
  );
  expect((await startConversation(ada.id, ben.id)).id).toBe(id);
  expect(await statusOf(ben, id)).toBeUndefined();
});

test("undoing a decline restores the request, and so does a like", async () => {
  const { ada, ben, id } = await request();
  await declineRequest(ben.id, id);
  expect(await notifiedBy(() => restoreRequest(ben.id, id), id)).toEqual([ben.id]);
  expect(await statusOf(ben, id)).toBe("received");
  await declineRequest(ben.id, id);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["open", "open"]);
});

test("a reply accepts the request, which can then not be declined", async () => {
  const { ada, ben, id } = await request();
  await addMessage(ben.id, id, { content: "I do" });
  await expect(declineRequest(ben.id, id)).toBeRefused("conflict");
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["open", "open"]);
});

test("only the recipient can answer a request", async () => {
  const { ada, ben, id } = await request();
  const cleo = await addMember("Cleo");
  for (const answer of [acceptRequest, declineRequest, restoreRequest]) {
    await expect(answer(ada.id, id)).toBeRefused("forbidden");
    await expect(answer(cleo.id, id)).toBeRefused("absent");
    await expect(answer(ben.id, "no-such-thing")).toBeRefused("absent");
  }
  expect(await statusOf(ben, id)).toBe("received");
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  for (const answer of [acceptRequest, declineRequest, restoreRequest]) {
    await expect(answer(ben.id, id)).toBeRefused("absent");
  }
});

test("a request without a message can be neither answered nor restored", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  for (const answer of [acceptRequest, declineRequest, restoreRequest]) {
    await expect(answer(ben.id, id)).toBeRefused("absent");
  }
});

test("a request can be declined twice, which is told once", async () => {
  const { ada, ben, id } = await request();
  const declined = await declineRequest(ben.id, id);
  const again = async () => expect(await declineRequest(ben.id, id)).toEqual(declined);
  expect(await notifiedBy(again, id)).toEqual([]);
  await restoreRequest(ben.id, id);
  expect(await statusOf(ben, id)).toBe("received");
  expect(await statusOf(ada, id)).toBe("sent");
});

test("a member who has just deleted their account sends nothing", async () => {
  const { ada, ben, id } = await request();
  await acceptRequest(ben.id, id);
  await deleteAccount(ben.id);
  const sending = addMessage(ben.id, id, { content: "Which record first?" });
  await expect(sending).toBeRefused("forbidden");
  expect(await listMessages(ada.id, id)).toHaveLength(1);
});

/** The partners in a member's list, "!" after those whose message waits for an answer. */
async function listed(member: Member): Promise<string[]> {
  const { conversations } = await listConversations(member.id);
  return conversations
    .map((each) => toConversationRow(each, member.id))
    .map(({ partner, isYourTurn }) => partner.firstName + (isYourTurn ? "!" : ""));
}

/** Ada talks with each of them, who have written last if there is "!" after their name. */
async function talks(ada: Member, names: string[]) {
  const ids: string[] = [];
  for (const name of names) {
    const partner = await addNewcomer(name.replace("!", ""));
    const { id } = await makeConversation(ada, partner);
    await addMessage(name.endsWith("!") ? partner.id : ada.id, id, { content: "Which pressing?" });
    ids.push(id);
  }
  return ids;
}

test("what waits for an answer stands first, and no longer once it is answered", async () => {
  const [ben] = await talks(ada, ["Ben!", "Cleo", "Dan!", "Eve"]);
  expect(await listed(ada)).toEqual(["Dan!", "Ben!", "Eve", "Cleo"]);
  await addMessage(ada.id, ben ?? "", { content: "The first one." });
  expect(await listed(ada)).toEqual(["Dan!", "Ben", "Eve", "Cleo"]);
});

test("it is the turn of one of the two at most, and of nobody before the first message", async () => {
  const { id, yourTurn } = await makeConversation(ada, ben);
  const turns = () =>
    Promise.all([ada, ben].map(async (each) => (await getConversation(each.id, id))?.yourTurn));
  expect([yourTurn, await turns()]).toEqual([false, [false, false]]);
  await addMessage(ada.id, id, { content: "Hello" });
  expect(await turns()).toEqual([false, true]);
  await addMessage(ben.id, id, { content: "Hello yourself" });
  expect(await turns()).toEqual([true, false]);
});

test("a request is nobody's turn until it is accepted", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello" });
  expect([await listed(ada), await listed(ben)]).toEqual([["Ben"], ["Ada"]]);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect([await listed(ada), await listed(ben)]).toEqual([["Ben"], ["Ada!"]]);
});

test("nobody waits for an answer who has left, until they are back", async () => {
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "Which pressing?" });
  const [, cleo] = await talks(ada, ["Dan", "Cleo"]);
  expect(cleo).toBeDefined();
  await deleteAccount(ben.id);
  expect(await listed(ada)).toEqual(["Cleo", "Dan", "Former member"]);
  await restoreAccount(ben.id);
  expect(await listed(ada)).toEqual(["Ben!", "Cleo", "Dan"]);
});

test("pages go from those that wait to the others, each once", async () => {
  const names = Array.from({ length: 9 }, (_, i) => (i % 2 ? `Ben${i}!` : `Ben${i}`));
  await talks(ada, names);
  // Of the same moment, so that only their ids order them.
  await client.execute("update conversation set last_message_at = 1000 where created_at > 0");
  for (const limit of [1, 2, 3, 4, 5]) {
    const read: string[] = [];
    let after: ConversationCursor | undefined;
    do {
      const { conversations, next } = await listConversations(ada.id, { after, limit });
      read.push(...conversations.map(({ yourTurn, id }) => `${yourTurn ? "a" : "b"} ${id}`));
      after = next && conversationPage.parse(next).cursor;
    } while (after);
    expect(read).toHaveLength(9);
    expect(read).toEqual([...new Set(read)].sort());
  }
});

test("a page after those that wait seeks its place", async () => {
  await talks(ada, ["Ben!", "Cleo", "Dan"]);
  const { next } = await listConversations(ada.id, { limit: 2 });
  const { cursor: after } = conversationPage.parse(next);
  const few = await stepsOf(() => listConversations(ada.id, { after, limit: 1 }));
  await talks(
    ada,
    Array.from({ length: 15 }, (_, i) => `Eve${i}!`),
  );
  expect(await stepsOf(() => listConversations(ada.id, { after, limit: 1 }))).toBeLessThan(1.1 * few);
});
