// Plans to meet: who may propose, answer and cancel them, which one is current, and how they end with what connects the two.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { evidence, notification, outbox, plan, show, showArtist } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { toDate } from "~/days";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { reopenConversation, sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import type { PlanDto } from "~/models/conversation/plan/plan";
import {
  acceptPlan,
  cancelPlan,
  declinePlan,
  getPlan,
  listPlannableShows,
  listPlans,
  proposePlan,
} from "~/models/conversation/plan/plan.server";
import { writeCalendar } from "~/models/conversation/plan/plan-calendar";
import { planInput } from "~/models/conversation/plan/plan-schema";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { listNotifications } from "~/models/notification/notification.server";
import { markSeen } from "~/models/notification/notification-reading.server";
import { blockMember } from "~/models/safety/block.server";
import { fileReport } from "~/models/safety/report.server";
import { notifyGoers, setCancelled } from "~/models/show/show.server";
import { addNewcomer, makeConversation } from "../../cast";

const DAY = dayOf() + 4;
const cafe = { place: "Café Nordbahn", date: toDate(DAY), time: "19:30" };

const propose = (member: Member, id: string, changes: Record<string, string> = {}) =>
  proposePlan(member.id, id, planInput.parse({ ...cafe, ...changes }));

async function talk() {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const { id } = await makeConversation(ada, ben);
  return { ada, ben, id };
}

async function agree() {
  const { ada, ben, id } = await talk();
  const { id: planId } = await propose(ada, id);
  await acceptPlan(ben.id, id, planId);
  return { ada, ben, id, planId };
}

const news = async ({ id }: Member) =>
  (await listNotifications(id)).notifications.filter(({ kind }) => kind === "plan").map(({ text }) => text);

/** A show of Low in the Trabendo in four days, with doors at eight. */
async function addShow(changes: Partial<typeof show.$inferInsert> = {}) {
  const id = randomUUID();
  const at = { day: DAY, cell: 1 };
  await db.insert(show).values({
    id,
    ...at,
    doors: 1200,
    venue: "Trabendo",
    placeName: "Paris, France",
    createdAt: new Date(),
    ...changes,
  });
  await db.insert(showArtist).values({ showId: id, position: 0, artistKey: `low ${id}`, name: "Low", ...at });
  return id;
}

test("one proposes, the other accepts, and both are told by their pages and the other by a notification", async () => {
  const { ada, ben, id } = await talk();
  await db.delete(outbox);
  const proposed = await propose(ada, id);
  expect(proposed).toMatchObject({ ...cafe, state: "proposed", proposedBy: String(ada.id), changes: [] });
  const told = await db.select().from(outbox).where(eq(outbox.kind, "conversation"));
  expect(told.map(({ recipientId }) => recipientId).sort()).toEqual([ada.id, ben.id].sort());
  expect(await news(ben)).toEqual([
    expect.stringMatching(/^Ada proposes a plan: Café Nordbahn · .* · 19:30\.$/),
  ]);
  expect(await news(ada)).toEqual([]);
  await expect(acceptPlan(ada.id, id, proposed.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(declinePlan(ada.id, id, proposed.id)).rejects.toMatchObject({ code: "forbidden" });
  expect(await acceptPlan(ben.id, id, proposed.id)).toMatchObject({ state: "accepted" });
  expect(await acceptPlan(ben.id, id, proposed.id)).toMatchObject({ state: "accepted" });
  expect(await news(ada)).toEqual([expect.stringMatching(/^You're meeting Ben: /)]);
  expect(await getPlan(ada.id, id)).toMatchObject({ id: proposed.id, state: "accepted" });
});

test("however often one proposes and takes it back, one notification tells the other, who is called once an hour", async () => {
  const { ada, ben, id } = await talk();
  const isNews = and(eq(notification.memberId, ben.id), eq(notification.kind, "plan"));
  const proposed = await propose(ada, id);
  const called = new Date(Date.now() + 1000);
  await db.update(notification).set({ mailAt: called }).where(isNews);
  await cancelPlan(ada.id, id, { planId: proposed.id, sentence: "No" });
  for (const time of ["20:00", "21:00", "22:00"]) {
    const { id: planId } = await propose(ada, id, { time });
    await cancelPlan(ada.id, id, { planId, sentence: "Or not" });
  }
  const last = await propose(ada, id, { time: "23:00" });
  expect(await db.select().from(notification).where(isNews)).toMatchObject([
    { subjectId: last.id, mailAt: called, readAt: null },
  ]);
  // What was read stays, and the next change is new.
  await markSeen(ben.id, ["plan"]);
  await propose(ada, id, { time: "18:00" });
  expect(await news(ben)).toHaveLength(1);
  expect(await db.$count(notification, isNews)).toBe(2);
  expect(await db.$count(notification, and(isNews, eq(notification.mailAt, called)))).toBe(1);
});

test("one plan stands at a time, and another one says who changed what", async () => {
  const { ada, ben, id, planId } = await agree();
  const changed = await propose(ben, id, { time: "21:00", place: "The Lexington" });
  expect(changed).toMatchObject({
    state: "proposed",
    proposedBy: String(ben.id),
    changes: ["place", "time"],
  });
  await expect(cancelPlan(ada.id, id, { planId, sentence: "" })).rejects.toMatchObject({ code: "conflict" });
  expect(await listPlans(ada.id, id)).toMatchObject({
    plan: { id: changed.id },
    earlier: [{ id: planId, state: "over" }],
  });
  // The earlier agreement is current again.
  await declinePlan(ada.id, id, changed.id);
  expect(await listPlans(ben.id, id)).toMatchObject({
    plan: { id: planId, state: "accepted", time: "19:30" },
    earlier: [{ id: changed.id, state: "declined" }],
  });
  expect(await db.$count(plan, eq(plan.conversationId, id))).toBe(2);
});

test("an agreed plan stands however many changes of it are declined", async () => {
  const { ada, ben, id, planId } = await agree();
  for (let hour = 0; hour < 21; hour++) {
    const changed = await propose(ben, id, { time: `${hour}:15` });
    await declinePlan(ada.id, id, changed.id);
  }
  expect(await getPlan(ben.id, id)).toMatchObject({ id: planId, state: "accepted" });
  const listed = await listPlans(ben.id, id);
  expect(listed?.plan?.id).toBe(planId);
  expect(listed?.earlier).toHaveLength(20);
});

test("a declined plan says to each of the two who has declined it", async () => {
  const { ada, ben, id } = await talk();
  const { id: planId } = await propose(ada, id);
  await declinePlan(ben.id, id, planId);
  expect(await news(ada)).toEqual([expect.stringMatching(/^Ben declined your plan: /)]);
  expect(await news(ben)).toEqual([expect.stringMatching(/^You declined Ada's plan: /)]);
});

test("a repeat with the same id is the same plan, and two at once leave one that stands", async () => {
  const { ada, ben, id } = await talk();
  const planId = randomUUID();
  await Promise.all([1, 2, 3].map(() => propose(ada, id, { id: planId })));
  expect((await listPlans(ada.id, id))?.earlier).toEqual([]);
  await Promise.all([propose(ada, id, { time: "20:00" }), propose(ben, id, { time: "21:00" })]);
  const rows = await db.select().from(plan).where(eq(plan.conversationId, id));
  expect(rows.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  const other = await talk();
  await expect(propose(other.ada, other.id, { id: planId })).rejects.toMatchObject({ code: "conflict" });
});

test("an answer says what it did, though the conversation is closed at the same moment", async () => {
  const { ada, ben, id } = await talk();
  const { id: planId } = await propose(ada, id);
  const [answered] = await Promise.all([
    acceptPlan(ben.id, id, planId).catch(({ code }) => ({ state: code })),
    sayGoodbye(ada.id, id, { content: "Goodbye" }),
  ]);
  // One of the two came first.
  expect(["accepted", "forbidden"]).toContain(answered.state);
});

test("either cancels, with or without a sentence, and nothing more can be done with it", async () => {
  const { ada, ben, id, planId } = await agree();
  const sentence = "My train is cancelled, sorry!";
  expect(await cancelPlan(ben.id, id, { planId, sentence })).toMatchObject({
    ...{ state: "cancelled", cancelledBy: String(ben.id), sentence },
  });
  expect(await getPlan(ada.id, id)).toMatchObject({ state: "cancelled", sentence });
  expect(await news(ada)).toEqual([expect.stringMatching(/^Your plan with Ben was cancelled: /)]);
  await expect(acceptPlan(ben.id, id, planId)).rejects.toMatchObject({ code: "conflict" });
  const { id: again } = await propose(ada, id);
  await cancelPlan(ada.id, id, { planId: again, sentence: "" });
  expect(await getPlan(ben.id, id)).toMatchObject({ state: "cancelled", sentence: "", changes: [] });
});

test("a plan needs an accepted conversation, which is open, of two members who are there", async () => {
  const { ada, ben, id } = await talk();
  await expect(propose(await addNewcomer("Cleo"), id)).rejects.toMatchObject({ code: "absent" });
  const dan = await addNewcomer("Dan");
  await decideOn(ada.id, { targetUserId: dan.id, liked: true });
  const request = await startConversation(ada.id, dan.id);
  await expect(propose(ada, request.id)).rejects.toMatchObject({ code: "forbidden" });
  expect(await listPlans(ada.id, request.id)).toBeUndefined();
  await sayGoodbye(ben.id, id, { content: "Bye" });
  await expect(propose(ada, id)).rejects.toMatchObject({ code: "forbidden" });
  await reopenConversation(ben.id, id);
  await deleteAccount(ben.id);
  await expect(propose(ada, id)).rejects.toMatchObject({ code: "forbidden" });
});

test("a day that is over, one in three years, and half a plan are refused at their fields", async () => {
  const { ada, id } = await talk();
  const refusals = async (changes: Record<string, string>) =>
    propose(ada, id, changes).then(
      () => undefined,
      (refusal) => refusal.fields,
    );
  expect(await refusals({ date: toDate(DAY - 8) })).toEqual({ date: "Choose a day that isn't over" });
  expect(await refusals({ date: toDate(DAY + 1000) })).toEqual({
    date: "Choose a day within the next two years",
  });
  expect(await refusals({ showId: randomUUID() })).toEqual({ showId: "This show is no longer here" });
  const { error } = planInput.safeParse({ date: "2026-02-30", time: "7pm" });
  expect(error?.flatten().fieldErrors).toEqual({
    place: ["Say where you'd meet"],
    date: ["Use a date such as 2026-12-04"],
    time: ["Use a time such as 19:30"],
  });
});

test("a plan for a show has its place, its day and its doors, and stays with a word when the show moves or is cancelled", async () => {
  const { ada, ben, id } = await talk();
  const showId = await addShow();
  expect(await listPlannableShows(ada.id, showId)).toMatchObject([{ id: showId, name: "Low" }]);
  const blank = { place: "", date: "", time: "" };
  const { id: planId } = await propose(ada, id, { showId, ...blank });
  await acceptPlan(ben.id, id, planId);
  const about = { place: "Trabendo, Paris", date: toDate(DAY), time: "20:00" };
  expect(await getPlan(ben.id, id)).toMatchObject({ ...about, show: { name: "Low", isOff: false } });
  const later = DAY + 7;
  await db.update(show).set({ day: later }).where(eq(show.id, showId));
  await transaction((tx) => notifyGoers(tx, showId, { isMoved: true }));
  expect(await getPlan(ben.id, id)).toMatchObject({ ...about, show: { date: toDate(later), isOff: false } });
  for (const member of [ada, ben])
    expect(await news(member)).toEqual([
      expect.stringMatching(/^The show has moved to .*, but your plan with .* stands: Trabendo/),
    ]);
  await transaction((tx) => setCancelled(tx, showId, true));
  expect(await getPlan(ben.id, id)).toMatchObject({ ...about, state: "accepted", show: { isOff: true } });
  for (const member of [ada, ben])
    expect(await news(member)).toEqual([
      expect.stringMatching(/^The show is off, but your plan with .* stands/),
    ]);
  await expect(propose(ada, id, { showId, ...blank })).rejects.toMatchObject({
    fields: { showId: "This show was cancelled" },
  });
  const untimed = await addShow({ doors: null });
  await expect(propose(ada, id, { showId: untimed, ...blank })).rejects.toMatchObject({
    fields: { time: "Say when you'd meet" },
  });
  const past = await addShow({ day: DAY - 8 });
  expect(await listPlannableShows(ada.id, past)).toEqual([]);
});

test("of a show that a moderator has removed a plan keeps the place, and no name", async () => {
  const { ada, ben, id } = await talk();
  const showId = await addShow();
  const { id: planId } = await propose(ada, id, { showId });
  await acceptPlan(ben.id, id, planId);
  await db.update(show).set({ removedAt: new Date() }).where(eq(show.id, showId));
  const found = await getPlan(ben.id, id);
  expect(found).toMatchObject({ place: "Trabendo, Paris", show: { name: "", isOff: true } });
  const written = writeCalendar(found as PlanDto, { other: "Ada", url: "https://b-side.example/plan" });
  expect(written).toContain("SUMMARY:Meet Ada\r\n");
});

test("the calendar file of a plan is read by a calendar as it was meant", async () => {
  const { ada, id } = await talk();
  const place = `Bar “Zum; Eck”, \\ ${"Länge ".repeat(15)}Hof`;
  const proposed = await propose(ada, id, { place });
  const file = writeCalendar(proposed, { other: "Bén, B", url: "https://b-side.example/messages/1/plan" });
  const lines = file.split("\r\n");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const [event] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent");
  const { summary, location, startDate } = new ICAL.Event(event);
  expect([summary, location]).toEqual(["Meet Bén, B", place]);
  expect([startDate.toString(), startDate.zone]).toEqual([
    `${cafe.date}T19:30:00`,
    ICAL.Timezone.localTimezone,
  ]);
});

test("a pause leaves a plan alone", async () => {
  const { ada, ben, id } = await agree();
  await setPaused(ben.id, true);
  expect(await getPlan(ada.id, id)).toMatchObject({ state: "accepted" });
});

test.each(["block", "unmatch", "goodbye", "deletion"])("%s ends the plan for both", async (end) => {
  const { ada, ben, id, planId } = await agree();
  if (end === "block") await blockMember(ben.id, ada.id);
  if (end === "unmatch") await unmatch(ben.id, ada.id);
  if (end === "goodbye") await sayGoodbye(ben.id, id, { content: "Bye" });
  if (end === "deletion") await deleteAccount(ben.id);
  const [row] = await db.select().from(plan).where(eq(plan.id, planId));
  expect(row?.endedAt).not.toBeNull();
  for (const member of [ada, ben]) {
    expect(await getPlan(member.id, id)).toBeNull();
    expect(await news(member)).toEqual([]);
  }
  await expect(cancelPlan(ada.id, id, { planId, sentence: "" })).rejects.toThrow();
  if (end !== "goodbye") return;
  await reopenConversation(ben.id, id);
  expect(await getPlan(ada.id, id)).toBeNull();
});

test("a report about the conversation keeps its plans, with what was said and by whom", async () => {
  const { ada, ben, id, planId } = await agree();
  await cancelPlan(ben.id, id, { planId, sentence: "You'll regret this" });
  await addMessage(ben.id, id, { content: "Hm" });
  const about = { subject: "conversation", id } as const;
  await fileReport(ada.id, { about, reason: "harassment", words: "", alsoBlock: false });
  const [kept] = await db.select().from(evidence);
  expect(kept?.snapshot.plans).toEqual([
    {
      ...{ place: "Café Nordbahn", day: DAY, minutes: 1170, isOwn: false, state: "cancelled" },
      ...{ sentence: "You'll regret this", isCancelledByThem: true },
    },
  ]);
});
