// "Seen": what members are told about others' reading, and when they are told nothing.
import { db } from "db/client.server";
import { member, outbox } from "db/schema";
import { and, eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { listEvents } from "~/http/live/live-events.server";
import { getOutboxBounds } from "~/live/outbox.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { addMessage } from "~/models/conversation/message.server";
import { getChat } from "~/models/conversation/message-list.server";
import { getSeen, markRead } from "~/models/conversation/read-marker.server";
import { acceptRequest, declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeConversation } from "../../cast";

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
  ["hiding", ({ id }: Member) => db.update(member).set({ hiddenAt: new Date() }).where(eq(member.id, id))],
  ["a suspension", ({ id }: Member) => suspend(id)],
  [
    "a deletion",
    ({ id }: Member) => db.update(member).set({ deletedAt: new Date() }).where(eq(member.id, id)),
  ],
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

const suspend = (id: number) => db.update(member).set({ suspendedAt: new Date() }).where(eq(member.id, id));

test("strangers learn nothing", async () => {
  const { ada, ben, id, say } = await couple();
  const cleo = await addMember("Cleo");
  const { sequence } = await say(ada, "One");
  await markRead(ben.id, id, sequence);
  expect(await getSeen(cleo.id, id)).toBe(0);
});
