// A friend's link to a plan, "Home safe?", the reminder before and the question after, the calendar file, and the figures.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { mail, notification, plan, planAnswer, planLink } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { earliestDay, toDate } from "~/days";
import { DAY_MS, HOUR_MS } from "~/durations";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import {
  acceptPlan,
  cancelPlan,
  declinePlan,
  getPlan,
  proposePlan,
} from "~/models/conversation/plan/plan.server";
import { answerPlan } from "~/models/conversation/plan/plan-answer.server";
import {
  addPlanLink,
  deleteExpiredPlanLinks,
  endPlanLink,
  findHome,
  listPlanLinks,
  sayHome,
  sayHomeByToken,
  viewSharedPlan,
} from "~/models/conversation/plan/plan-link.server";
import { askWhetherHome, remindOfPlans } from "~/models/conversation/plan/plan-reminders.server";
import { linkInput, planInput } from "~/models/conversation/plan/plan-schema";
import { unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { clockTime, momentOf } from "~/models/notification/delivery-time";
import { listNotifications } from "~/models/notification/notification.server";
import { blockMember } from "~/models/safety/block.server";
import { countByQuarter } from "~/models/safety/staff/transparency.server";
import { addModerator, addNewcomer, makeConversation } from "../../cast";
import { decide, report } from "../safety/cases";

const ZONE = "Europe/Berlin";
const DAY = dayOf() + 4;
const cafe = { place: "Café Nordbahn", date: toDate(DAY), time: "19:30" };
const at = (day: number, hours: number) => momentOf(day * DAY_MS + hours * HOUR_MS, ZONE);

const propose = (member: Member, id: string, changes: Record<string, string> = {}) =>
  proposePlan(member.id, id, planInput.parse({ ...cafe, ...changes }));
const link = (member: Member, id: string, planId: string, changes: Record<string, string> = {}) =>
  addPlanLink(member.id, id, linkInput.parse({ planId, timeZone: ZONE, note: "Call me", ...changes }));
const keyOf = ({ url }: { url: string }) => url.split("/").at(-1) ?? "";
const kinds = async ({ id }: Member) => (await listNotifications(id)).notifications.map(({ kind }) => kind);
const urlOf = async ({ id }: Member, kind: string) =>
  (await listNotifications(id)).notifications.find((each) => each.kind === kind)?.url ?? "";

async function agree() {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const { id } = await makeConversation(ada, ben);
  const { id: planId } = await propose(ada, id);
  await acceptPlan(ben.id, id, planId);
  return { ada, ben, id, planId };
}

test("a friend sees the plan, the first names and the note, and whether the sharer is home", async () => {
  const { ada, ben, id, planId } = await agree();
  const made = await link(ada, id, planId, { askAt: "0:30" });
  expect(made).toMatchObject({ note: "Call me", askAt: `${toDate(DAY + 1)}T00:30`, homeAt: null });
  expect(Date.parse(made.expiresAt)).toBe(at(DAY + 1, 19.5));
  const seen = { ...cafe, sharer: "Ada", other: "Ben", note: "Call me" };
  expect(await viewSharedPlan(keyOf(made))).toEqual({ ...seen, home: { since: null } });
  await sayHome(ada.id, made.id);
  await sayHome(ada.id, made.id);
  expect(await viewSharedPlan(keyOf(made))).toEqual({
    ...seen,
    home: { since: expect.stringMatching(/T\d\d:\d\d$/) },
  });
  // Pressed too early, it is taken back.
  await sayHome(ada.id, made.id, false);
  await sayHome(ada.id, made.id, false);
  expect(await viewSharedPlan(keyOf(made))).toEqual({ ...seen, home: { since: null } });
  await sayHome(ada.id, made.id);
  // Nobody is home before they have left.
  const listToday = () => listPlanLinks(ada.id, id, { isOnItsDay: true });
  const moveTo = (day: number) => db.update(plan).set({ day }).where(eq(plan.id, planId));
  const today = Math.floor(clockTime(Date.now(), ZONE) / DAY_MS);
  await moveTo(today + 1);
  expect(await listToday()).toEqual([]);
  await moveTo(today);
  expect(await listToday()).toHaveLength(1);
  // The other isn't told, and can neither see nor end it.
  expect(await listPlanLinks(ben.id, id)).toEqual([]);
  await expect(endPlanLink(ben.id, made.id)).rejects.toMatchObject({ code: "absent" });
  for (const isHome of [true, false])
    await expect(sayHome(ben.id, made.id, isHome)).rejects.toMatchObject({ code: "absent" });
  expect(await kinds(ben)).toEqual(["plan", "match"]);
  // The key is nowhere in the database.
  const rows = JSON.stringify([await db.select().from(planLink), await db.select().from(mail)]);
  expect(rows).not.toContain(keyOf(made));
  expect(keyOf(made)).toMatch(/^[\w-]{22}$/);
});

const ends: Record<string, (pair: Awaited<ReturnType<typeof agree>>, linkId: string) => Promise<unknown>> = {
  "ended by hand": ({ ada }, linkId) => endPlanLink(ada.id, linkId),
  cancelled: ({ ben, id, planId }) => cancelPlan(ben.id, id, { planId, sentence: "" }),
  blocked: ({ ada, ben }) => blockMember(ben.id, ada.id),
  unmatched: ({ ada, ben }) => unmatch(ben.id, ada.id),
  closed: ({ ben, id }) => sayGoodbye(ben.id, id, { content: "Bye" }),
  suspended: async ({ ada, ben }) =>
    decide(await addModerator("Mo"), await report(ada, ben), { kind: "suspend", days: "7" }),
  deleted: ({ ben }) => deleteAccount(ben.id),
  "the sharer's account deleted": ({ ada }) => deleteAccount(ada.id),
  expired: (_, linkId) =>
    db.update(planLink).set({ expiresAt: new Date() }).where(eq(planLink.id, linkId)).execute(),
};

test.each(Object.keys(ends))("%s: the friend sees no more than of a key that never was one", async (end) => {
  const pair = await agree();
  const made = await link(pair.ada, pair.id, pair.planId, { askAt: "23:30" });
  await ends[end]?.(pair, made.id);
  expect(await viewSharedPlan(keyOf(made))).toBeUndefined();
  await expect(sayHome(pair.ada.id, made.id)).rejects.toMatchObject({ code: "absent" });
  await askWhetherHome(at(DAY, 24));
  expect(await kinds(pair.ada)).not.toContain("plan-home");
  await deleteExpiredPlanLinks(new Date(at(DAY + 1, 20)));
  expect(await db.$count(planLink, eq(planLink.id, made.id))).toBe(0);
});

const later = { date: toDate(DAY + 1), time: "20:30" };

test("a link tells of another time once both agree on it, and is asked as much later", async () => {
  const { ada, ben, id, planId } = await agree();
  const made = await link(ada, id, planId, { askAt: "23:30" });
  const changed = await propose(ben, id, later);
  await acceptPlan(ada.id, id, changed.id);
  expect(await viewSharedPlan(keyOf(made))).toMatchObject({ ...cafe, ...later });
  const [moved] = await listPlanLinks(ada.id, id);
  expect(moved).toMatchObject({ askAt: `${toDate(DAY + 2)}T00:30`, id: made.id });
});

test("a change after the question asks again, and one after the answer ends the link", async () => {
  const { ada, ben, id, planId } = await agree();
  const made = await link(ada, id, planId, { askAt: "23:30" });
  await askWhetherHome(at(DAY, 23.5));
  const changed = await propose(ben, id, later);
  await acceptPlan(ada.id, id, changed.id);
  await db.delete(notification);
  await askWhetherHome(at(DAY + 2, 0.5));
  expect(await kinds(ada)).toContain("plan-home");
  await sayHome(ada.id, made.id);
  const next = await propose(ben, id, { date: toDate(DAY + 3) });
  await acceptPlan(ada.id, id, next.id);
  expect(await viewSharedPlan(keyOf(made))).toBeUndefined();
});

test("what the other proposes reaches no friend, and takes neither the page nor the question away", async () => {
  const { ada, ben, id, planId } = await agree();
  const made = await link(ada, id, planId, { askAt: "23:30" });
  const seen = await viewSharedPlan(keyOf(made));
  await propose(ben, id, { ...later, place: "Ada is a liar" });
  expect(await viewSharedPlan(keyOf(made))).toEqual(seen);
  expect(await listPlanLinks(ada.id, id)).toEqual([made]);
  // Proposals that answer each other leave it as it is, until one is declined.
  const { id: last } = await propose(ada, id, { time: "21:00" });
  await askWhetherHome(at(DAY, 23.5));
  expect(await kinds(ada)).toContain("plan-home");
  await declinePlan(ben.id, id, last);
  expect(await getPlan(ada.id, id)).toMatchObject({ id: planId, state: "accepted" });
  expect(await viewSharedPlan(keyOf(made))).toEqual(seen);
  await sayHome(ada.id, made.id);
  expect(await kinds(ada)).not.toContain("plan-home");
  const { id: again } = await propose(ben, id, later);
  await cancelPlan(ben.id, id, { planId: again, sentence: "" });
  expect(await viewSharedPlan(keyOf(made))).toBeUndefined();
});

test("each of the two makes at most five, the same id is the same link, and only of what is agreed", async () => {
  const { ada, ben, id, planId } = await agree();
  const first = randomUUID();
  await Promise.all([1, 2, 3].map(() => link(ada, id, planId, { id: first })));
  for (let made = 1; made < 5; made++) await link(ada, id, planId);
  await expect(link(ada, id, planId)).rejects.toMatchObject({ code: "conflict" });
  await endPlanLink(ada.id, first);
  await expect(link(ada, id, planId)).rejects.toMatchObject({ code: "conflict" });
  await expect(link(ben, id, planId, { id: first })).rejects.toMatchObject({ code: "conflict" });
  expect(await link(ben, id, planId)).toBeDefined();
  const { id: proposed } = await propose(ben, id, { time: "21:00" });
  await expect(link(ben, id, proposed)).rejects.toMatchObject({ code: "conflict" });
});

test("whoever wants it is asked once whether they are home, at their time, whatever their quiet hours", async () => {
  const { ada, ben, id, planId } = await agree();
  const made = await link(ada, id, planId, { askAt: "23:30" });
  await link(ada, id, planId, { askAt: "23:30" });
  await askWhetherHome(at(DAY, 23.4));
  expect(await kinds(ada)).not.toContain("plan-home");
  await askWhetherHome(at(DAY, 23.5));
  await askWhetherHome(at(DAY, 23.6));
  expect((await kinds(ada)).filter((kind) => kind === "plan-home")).toHaveLength(1);
  expect(await kinds(ben)).not.toContain("plan-home");
  const token = new URLSearchParams((await urlOf(ada, "plan-home")).split("?")[1]).get("token") ?? "";
  expect(await findHome(token)).toEqual({ isHome: false });
  expect(await findHome("x".repeat(80))).toBeUndefined();
  await sayHomeByToken(token);
  expect(await findHome(token)).toEqual({ isHome: true });
  expect(await kinds(ada)).not.toContain("plan-home");
  expect(await viewSharedPlan(keyOf(made))).toMatchObject({ home: { since: expect.any(String) } });
  await sayHomeByToken(token, false);
  expect(await findHome(token)).toEqual({ isHome: false });
});

test("both are reminded once, at ten the day before, of what was agreed by then", async () => {
  const { ada, ben, id, planId } = await agree();
  await link(ada, id, planId);
  await remindOfPlans(at(DAY - 1, 9.9));
  expect(await kinds(ben)).not.toContain("plan-reminder");
  await remindOfPlans(at(DAY - 1, 10));
  await remindOfPlans(at(DAY - 1, 11));
  for (const member of [ada, ben])
    expect((await kinds(member)).filter((kind) => kind === "plan-reminder")).toHaveLength(1);
  const late = await agree();
  await link(late.ada, late.id, late.planId);
  await db
    .update(plan)
    .set({ acceptedAt: new Date(at(DAY - 1, 12)) })
    .where(eq(plan.id, late.planId));
  await remindOfPlans(at(DAY - 1, 13));
  expect(await kinds(late.ada)).not.toContain("plan-reminder");
  // The change that the other would make is pending until it is answered.
  const changed = await agree();
  await propose(changed.ben, changed.id, later);
  await remindOfPlans(at(DAY - 1, 13));
  expect(await kinds(changed.ada)).toContain("plan-reminder");
});

test("each alone is asked the day after whether they met, and nobody is told the answer", async () => {
  const { ada, ben, id, planId } = await agree();
  await link(ada, id, planId);
  await expect(answerPlan(ada.id, id, { planId, answer: "yes" })).rejects.toMatchObject({ code: "conflict" });
  await remindOfPlans(at(DAY + 1, 9.9));
  expect(await kinds(ada)).not.toContain("plan-met");
  await remindOfPlans(at(DAY + 1, 10));
  await remindOfPlans(at(DAY + 1, 11));
  for (const member of [ada, ben])
    expect((await kinds(member)).filter((kind) => kind === "plan-met")).toHaveLength(1);
  const before = JSON.stringify([await getPlan(ben.id, id), await listNotifications(ben.id)]);
  await answerPlan(ada.id, id, { planId, answer: "no" });
  await answerPlan(ada.id, id, { planId, answer: "unsaid" });
  expect(await getPlan(ada.id, id)).toMatchObject({ answer: "unsaid" });
  expect(await kinds(ada)).not.toContain("plan-met");
  expect(JSON.stringify([await getPlan(ben.id, id), await listNotifications(ben.id)])).toBe(before);
  expect(await db.$count(planAnswer)).toBe(1);
  // Figures in which it counts can't tell of it later.
  await db
    .update(plan)
    .set({ day: earliestDay() - 8 })
    .where(eq(plan.id, planId));
  await expect(answerPlan(ada.id, id, { planId, answer: "yes" })).rejects.toMatchObject({ code: "conflict" });
});

test("a plan that ended is neither reminded of nor asked about", async () => {
  const { ada, ben, planId } = await agree();
  await blockMember(ben.id, ada.id);
  await remindOfPlans(at(DAY - 1, 14));
  await remindOfPlans(at(DAY + 1, 14));
  const isAbout = and(eq(notification.subjectId, planId), eq(notification.kind, "plan-reminder"));
  expect(await db.$count(notification, isAbout)).toBe(0);
  expect(await kinds(ada)).not.toContain("plan-met");
});

test("plans are counted coarsely in the quarter in which their answers are final, and those after which somebody said they met", async () => {
  await db.delete(plan);
  const { ada, ben, id } = await agree();
  await db.delete(plan);
  const day = dayOf(Date.UTC(2026, 1, 2));
  const row = { conversationId: id, place: "There", minutes: 0, proposedBy: ada.id, createdAt: new Date() };
  const rows = Array.from({ length: 7 }, (_, index) => ({
    ...{ ...row, id: randomUUID(), day: day + index },
    ...{ acceptedAt: new Date(), endedAt: new Date() },
  }));
  await db.insert(plan).values(rows.slice(0, 4));
  const now = new Date(Date.UTC(2026, 4, 1));
  expect(await countByQuarter(now)).toEqual([]);
  await db.insert(plan).values(rows.slice(4));
  const answers = rows.slice(0, 5).flatMap(({ id: planId }) => [
    { planId, memberId: ada.id, answer: "yes" as const, answeredAt: new Date() },
    { planId, memberId: ben.id, answer: "no" as const, answeredAt: new Date() },
  ]);
  await db.insert(planAnswer).values(answers);
  expect(await countByQuarter(now)).toMatchObject([{ plans: 7, met: 5 }]);
  // Of the last days of a quarter answers still come in the next, with which they count.
  await db.update(plan).set({ day: dayOf(Date.UTC(2026, 2, 25)) });
  expect(await countByQuarter(now)).toEqual([]);
  const later = new Date(Date.UTC(2026, 6, 1));
  expect(await countByQuarter(later)).toMatchObject([{ year: 2026, quarter: 2, plans: 7, met: 5 }]);
});
