// Goodbyes, whom a member leaves waiting, and what the other sees of reading.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, outbox } from "db/schema";
import { and, eq, gt, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { listEvents } from "~/http/live/live-events.server";
import { getOutboxBounds } from "~/live/outbox.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { type ConversationCursor, conversationPage } from "~/models/conversation/conversation-schema";
import { reopenConversation, sayGoodbye } from "~/models/conversation/goodbye.server";
import { startJointPlay, stepJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { askAboutWaiting, dismissWaiting } from "~/models/conversation/list/waiting.server";
import { addMessage, addVideo } from "~/models/conversation/message.server";
import { getChat, listMessages } from "~/models/conversation/message-list.server";
import { getSeen, markRead } from "~/models/conversation/read-marker.server";
import { acceptRequest, declineRequest, startConversation } from "~/models/conversation/request.server";
import { listTyping, showTyping } from "~/models/conversation/typing.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { listMatches } from "~/models/match/match.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { defaultSettings } from "~/models/notification/notification-settings";
import { saveSettings } from "~/models/notification/notification-settings.server";
import { blockMember, unblockMember } from "~/models/safety/block.server";
import { addGame, addRematch } from "~/models/trivia/new-game.server";
import { resignGame } from "~/models/trivia/play.server";
import { addMember, addNewcomer, makeConversation } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows, rowsOf } from "../../rows";

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
  await expect(stepJointPlay(ada.id, play.id, { step: "join", position: null })).toBeRefused("absent");
  const closed = { code: "forbidden", message: "This conversation is closed. You can still read it." };
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
    await expect(challenge).toBeRefused("forbidden");
    await expect(addRematch(member.id, game.id)).toBeRefused("forbidden");
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
  await expect(reopenConversation(ben.id, id)).toBeRefused("forbidden");
  await expect(sayGoodbye(ben.id, id, { content: "And you" })).toBeRefused("conflict");
  await expect(reopenConversation((await addNewcomer("Cleo")).id, id)).toBeRefused("absent");
  await reopenConversation(ada.id, id);
  await reopenConversation(ada.id, id);
  await sayGoodbye(ben.id, id, { content: "And you" });
  await expect(reopenConversation(ada.id, id)).toBeRefused("forbidden");
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
  await expect(sayGoodbye(ada.id, id, other)).toBeRefused("conflict");
  await expect(sayGoodbye(ben.id, id, sent)).toBeRefused("conflict");
  expect(await textsOf(ben, id)).toEqual(["Take care!", "Which pressing?"]);
});

test("a request is answered otherwise, and a former member reads no goodbye", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const request = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, request.id, { content: "Hello" });
  for (const member of [ada, ben])
    await expect(sayGoodbye(member.id, request.id, bye)).toBeRefused("forbidden");
  const { ada: cleo, ben: dan, id } = await talk();
  await deleteAccount(dan.id);
  await expect(sayGoodbye(cleo.id, id, bye)).toBeRefused("forbidden", "This member has left B-Side.");
});

test("after an end there is nothing to close or to reopen, whichever came first", async () => {
  const first = await talk();
  await unmatch(first.ada.id, first.ben.id);
  await expect(sayGoodbye(first.ben.id, first.id, bye)).toBeRefused("absent");
  for (const end of [unmatch, blockMember]) {
    const { ada, ben, id } = await talk();
    await sayGoodbye(ada.id, id, bye);
    await end(ben.id, ada.id);
    await expect(reopenConversation(ada.id, id)).toBeRefused("absent");
    if (end === blockMember) await unblockMember(ben.id, ada.id);
    await expect(reopenConversation(ada.id, id)).toBeRefused("absent");
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

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 23, 12);

/** Makes this many members write to a member who doesn't answer. */
async function leaveWaiting(ada: Member, count: number) {
  const talks: { id: string; partner: Member }[] = [];
  for (let i = 0; i < count; i++) {
    const partner = await addNewcomer("Ben");
    const { id } = await makeConversation(ada, partner);
    await addMessage(partner.id, id, { content: "Which pressing?" });
    talks.push({ id, partner });
  }
  return talks;
}

/** How many Ada is asked about when she opens Discover. */
async function ask({ id }: Member, now: number) {
  const [row] = await rowsOf(member, { id });
  return row && askAboutWaiting(row, now);
}

test("eight who wait are asked about, seven aren't, nor requests, former members and goodbyes", async () => {
  const ada = await addNewcomer("Ada");
  const [first, second, third] = await leaveWaiting(ada, 10);
  const eve = await addNewcomer("Eve");
  await decideOn(eve.id, { targetUserId: ada.id, liked: true });
  const request = await startConversation(eve.id, ada.id);
  await addMessage(eve.id, request.id, { content: "Hello" });
  expect(await ask(ada, NOON)).toBe(10);
  await addMessage(ada.id, first?.id ?? "", { content: "The first one" });
  expect(await ask(ada, NOON)).toBe(9);
  await deleteAccount(second?.partner.id ?? 0);
  expect(await ask(ada, NOON)).toBe(8);
  await sayGoodbye(third?.partner.id ?? 0, third?.id ?? "", { content: "Goodbye" });
  expect(await ask(ada, NOON)).toBe(0);
});

test("it is asked once a day, for half an hour or until it is put off", async () => {
  const ada = await addNewcomer("Ada");
  await leaveWaiting(ada, 8);
  expect(await ask(ada, NOON)).toBe(8);
  expect(await ask(ada, NOON + 29 * MINUTE)).toBe(8);
  expect(await ask(ada, NOON + 31 * MINUTE)).toBe(0);
  expect(await ask(ada, NOON + 11 * HOUR)).toBe(0);
  expect(await ask(ada, NOON + 12 * HOUR)).toBe(8);
  await dismissWaiting(ada.id, NOON + 12 * HOUR + MINUTE);
  expect(await ask(ada, NOON + 12 * HOUR + 2 * MINUTE)).toBe(0);
  expect(await ask(ada, NOON + 36 * HOUR)).toBe(8);
});

test("it is asked even where nothing can be written, since Discover is there to be read", async () => {
  const ada = await addNewcomer("Ada");
  await leaveWaiting(ada, 8);
  await db.run(sql`create trigger refuse before update of waiting_asked_until on member
    begin select raise(abort, 'The disk is full.'); end`);
  try {
    expect(await ask(ada, NOON)).toBe(8);
    await expect(dismissWaiting(ada.id, NOON)).rejects.toThrow();
  } finally {
    await db.run(sql`drop trigger refuse`);
  }
});

test("the day is the member's own", async () => {
  const ada = await addNewcomer("Ada");
  await leaveWaiting(ada, 8);
  await saveSettings(ada.id, { ...defaultSettings, timeZone: "Pacific/Auckland" });
  // Midnight in Auckland is 11:00 in UTC.
  expect(await ask(ada, NOON - 3 * HOUR)).toBe(8);
  await dismissWaiting(ada.id, NOON - 3 * HOUR);
  expect(await ask(ada, NOON - 2 * HOUR)).toBe(0);
  expect(await ask(ada, NOON)).toBe(8);
});

test("counting them reads those who wait alone", async () => {
  const ada = await addNewcomer("Ada");
  const plan = await plansOf(() => ask(ada, NOON));
  expect(plan.filter((step) => /_order/.test(step))).toEqual([
    expect.stringMatching(
      /conversation_low_order \(low_id=\? AND ended_at=\? AND closed_at=\? AND <expr>=\?\)/,
    ),
    expect.stringMatching(
      /conversation_high_order \(high_id=\? AND ended_at=\? AND closed_at=\? AND <expr>=\?\)/,
    ),
  ]);
});

const pair = async () => [await addMember("Ada"), await addMember("Ben")] as const;

async function couple() {
  const [ada, ben] = await pair();
  const { id } = await makeConversation(ada, ben);
  return { ada, ben, id, say: say(id) };
}

const say = (id: string) => (sender: Member, content: string) => addMessage(sender.id, id, { content });

/** The kinds of the events that `run` adds for a member, as stored and as sent. */
async function eventsFor({ id }: Member, run: () => Promise<unknown>) {
  const { last } = await getOutboxBounds();
  await run();
  const stored = await db
    .select({ kind: outbox.kind })
    .from(outbox)
    .where(and(gt(outbox.id, last), eq(outbox.recipientId, id)));
  const sent = await listEvents(id, last);
  return { stored: stored.map(({ kind }) => kind), sent: sent.map(({ name, data }) => [name, data]) };
}

test("the last message that the other has read is seen, which an event tells", async () => {
  const { ada, ben, id, say } = await couple();
  const first = await say(ada, "One");
  const second = await say(ada, "Two");
  await say(ada, "Three");
  expect(await getSeen(ada.id, id)).toBe(0);
  const { sent } = await eventsFor(ada, () => markRead(ben.id, id, first.sequence));
  expect(sent).toEqual([["seen", { conversationId: id, sequence: first.sequence }]]);
  expect(await getSeen(ada.id, id)).toBe(first.sequence);
  await markRead(ben.id, id, second.sequence);
  const reply = await say(ben, "Hello");
  expect((await getChat(ada.id, id))?.seen).toBe(second.sequence);
  // Nothing of Ben's has been read.
  expect((await getChat(ben.id, id))?.seen).toBe(0);
  await markRead(ada.id, id, reply.sequence);
  expect((await getChat(ben.id, id))?.seen).toBe(reply.sequence);
});

test("reading twice tells it once", async () => {
  const { ada, ben, id, say } = await couple();
  const { sequence } = await say(ada, "One");
  const { stored } = await eventsFor(ada, async () => {
    await markRead(ben.id, id, sequence);
    await markRead(ben.id, id, sequence);
  });
  expect(stored).toEqual(["seen"]);
});

test("reading one's own message tells nothing", async () => {
  const { ada, ben, id, say } = await couple();
  const asked = await say(ada, "One");
  await markRead(ben.id, id, asked.sequence);
  const { sequence } = await say(ben, "Two");
  const { stored } = await eventsFor(ada, () => markRead(ben.id, id, sequence));
  expect(stored).toEqual([]);
});

test("a request tells nothing before it is accepted, nor does a declined one", async () => {
  const [ada, ben] = await pair();
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { sequence } = await addMessage(ada.id, id, { content: "Hello" });
  const events = await eventsFor(ada, async () => {
    await markRead(ben.id, id, sequence);
    await declineRequest(ben.id, id);
  });
  expect(events).toEqual({ stored: [], sent: [] });
  expect((await getChat(ada.id, id))?.seen).toBe(0);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  // What was read while it was a request stays private.
  expect((await getChat(ada.id, id))?.seen).toBe(0);
  const next = await addMessage(ada.id, id, { content: "Hello again" });
  await markRead(ben.id, id, next.sequence);
  expect((await getChat(ada.id, id))?.seen).toBe(next.sequence);
});

test("an accepted request tells what is read from then on", async () => {
  const [ada, ben] = await pair();
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Hello" });
  await acceptRequest(ben.id, id);
  const next = await addMessage(ada.id, id, { content: "Hello again" });
  await markRead(ben.id, id, next.sequence);
  expect(await getSeen(ada.id, id)).toBe(next.sequence);
});

test.each(["reader", "sender"])("nothing is told once the %s has turned it off", async (who) => {
  const { ada, ben, id, say } = await couple();
  const before = await say(ada, "Before");
  await markRead(ben.id, id, before.sequence);
  const { id: off } = who === "reader" ? ben : ada;
  await savePrivacy(off, { showsSeen: false, showsTyping: true });
  expect([await getSeen(ada.id, id), await getSeen(ben.id, id)]).toEqual([0, 0]);
  const during = await say(ada, "During");
  const events = await eventsFor(ada, () => markRead(ben.id, id, during.sequence));
  expect(events).toEqual({ stored: [], sent: [] });
  await savePrivacy(off, { showsSeen: true, showsTyping: true });
  // What was read in between stays private.
  expect(await getSeen(ada.id, id)).toBe(before.sequence);
});

test("an event that was stored before it was turned off is not sent", async () => {
  const { ada, ben, id, say } = await couple();
  const { sequence } = await say(ada, "One");
  const { stored, sent } = await eventsFor(ada, async () => {
    await markRead(ben.id, id, sequence);
    await savePrivacy(ada.id, { showsSeen: false, showsTyping: true });
  });
  expect([stored, sent]).toEqual([["seen"], [[undefined, undefined]]]);
});

test.each([
  ["a pause", ({ id }: Member) => setPaused(id, true)],
  ["hiding", ({ id }: Member) => changeRows(member, { id }, { hiddenAt: new Date() })],
  ["a suspension", ({ id }: Member) => suspend(id)],
  ["a deletion", ({ id }: Member) => changeRows(member, { id }, { deletedAt: new Date() })],
  ["a block", ({ id }: Member, other: Member) => blockMember(id, other.id)],
  ["an unmatch", ({ id }: Member, other: Member) => unmatch(id, other.id)],
  ["a pass", ({ id }: Member, other: Member) => decideOn(id, { targetUserId: other.id, liked: false })],
])("%s ends it for both", async (_, leave) => {
  const { ada, ben, id, say } = await couple();
  const hers = await say(ada, "One");
  const his = await say(ben, "Two");
  await markRead(ben.id, id, hers.sequence);
  await markRead(ada.id, id, his.sequence);
  expect([await getSeen(ada.id, id), await getSeen(ben.id, id)]).toEqual([hers.sequence, his.sequence]);
  await leave(ben, ada);
  expect([await getSeen(ada.id, id), await getSeen(ben.id, id)]).toEqual([0, 0]);
});

const suspend = (id: number) => changeRows(member, { id }, { suspendedAt: new Date() });

test("strangers learn nothing", async () => {
  const { ada, ben, id, say } = await couple();
  const cleo = await addMember("Cleo");
  const { sequence } = await say(ada, "One");
  await markRead(ben.id, id, sequence);
  expect(await getSeen(cleo.id, id)).toBe(0);
});
