// Plans to meet: proposed, accepted, declined and cancelled by the two members of a conversation, with one current plan at a
// time.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { conversation, going, plan, planAnswer, planLink, show } from "db/schema";
import { type Database, hasRow, type Tx, transaction } from "db/transaction.server";
import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { earliestDay, toDate, toTime } from "~/days";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { msg } from "~/language/text";
import { publish } from "~/live/publish.server";
import { canOpen, hasBothMembers } from "~/models/access.server";
import { moveUnread } from "~/models/notification/notification-reading.server";
import { otherMemberId } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { nameShow, shortTown } from "~/models/show/show";
import { artistNames } from "~/models/show/show-words.server";
import { duplicateIdRefusal, invalidAt, notFoundRefusal, Refusal } from "~/refusal";
import { closedRefusal, leftRefusal } from "../conversation.server";
import {
  ASKED_DAYS,
  DAYS_AHEAD,
  PLACE_MAX,
  type PlanChange,
  type PlanDto,
  type PlanSummary,
  planMessages,
  summarizePlan,
} from "./plan";
import type { PlanInput } from "./plan-schema";
import { stateOf } from "./plan-state.server";

type Row = typeof plan.$inferSelect;

/** How many plans of a conversation are listed, and how many shows are offered for a plan. */
const LISTED = 20;
const SHOWS = 50;

/** True for the conversations in which a member can plan something. */
export function canPlan(memberId: Given<number>): SQL | undefined {
  const isOpen = and(isNotNull(conversation.acceptedAt), isNull(conversation.closedAt));
  return and(canOpen(memberId), isOpen, hasBothMembers());
}

/** Newest first; among plans of the same moment, the one that replaced the others. */
const newestFirst = [
  desc(plan.createdAt),
  sql`${plan.endedAt} is null desc`,
  desc(plan.endedAt),
  desc(plan.id),
] as const;

/** The query for the plans in a conversation, as seen by a member who can plan something there. */
function selectPlans(on: Database, memberId: number, conversationId: string, which?: SQL) {
  const isIt = and(eq(conversation.id, conversationId), canPlan(memberId));
  const isOwnAnswer = and(eq(planAnswer.planId, plan.id), eq(planAnswer.memberId, memberId));
  return on
    .select({ row: plan, answer: planAnswer.answer, about: showColumns() })
    .from(conversation)
    .innerJoin(plan, eq(plan.conversationId, conversation.id))
    .leftJoin(show, eq(show.id, plan.showId))
    .leftJoin(planAnswer, isOwnAnswer)
    .where(and(isIt, which))
    .orderBy(...newestFirst);
}

/**
 * The current plan of a conversation, or the last one if it was declined or cancelled and its day isn't over, and earlier
 * plans, newest first. Undefined for a conversation in which the member can't plan anything.
 */
export async function listPlans(
  memberId: number,
  conversationId: string,
  now = Date.now(),
): Promise<{ plan: PlanDto | null; earlier: PlanDto[] } | undefined> {
  const isIt = and(eq(conversation.id, conversationId), canPlan(memberId));
  const [count, current, found] = await Promise.all([
    db.$count(conversation, isIt),
    getPlan(memberId, conversationId, now),
    selectPlans(db, memberId, conversationId).limit(LISTED + 1),
  ]);
  if (!count) return undefined;
  const plans = found.map(({ row, ...rest }) => {
    const before = found.find((other) => isReplacedBy(other.row, row))?.row;
    return toPlanDto(row, { ...rest, before, now });
  });
  return { plan: current, earlier: plans.filter(({ id }) => id !== current?.id).slice(0, LISTED) };
}

/** The plan that a conversation shows, as `listPlans()` has it; null without one. */
export async function getPlan(
  memberId: number,
  conversationId: string,
  now = Date.now(),
): Promise<PlanDto | null> {
  const isIts = eq(plan.conversationId, conversationId);
  const standing = db
    .select({ id: plan.id })
    .from(plan)
    .where(and(isIts, isNull(plan.endedAt)));
  const last = db
    .select({ id: plan.id })
    .from(plan)
    .where(isIts)
    .orderBy(...newestFirst)
    .limit(1);
  const isCurrent = sql`${plan.id} = coalesce((${standing}), (${last}))`;
  const found = await findPlan(db, memberId, conversationId, isCurrent, now);
  return found && found.state !== "over" && !isLongOver(found, now) ? found : null;
}

/** A plan in a conversation, as a member sees it. */
async function findPlan(
  on: Database,
  memberId: number,
  conversationId: string,
  which: SQL,
  now: number,
): Promise<PlanDto | undefined> {
  const [found] = await selectPlans(on, memberId, conversationId, which).limit(1);
  if (!found) return undefined;
  const { row, ...rest } = found;
  const [before] = await on
    .select()
    .from(plan)
    .where(
      and(
        eq(plan.conversationId, conversationId),
        lte(plan.createdAt, row.createdAt),
        eq(plan.endedAt, row.createdAt),
        ne(plan.id, row.id),
      ),
    )
    .orderBy(...newestFirst)
    .limit(1);
  return toPlanDto(row, { ...rest, before: before && isReplacedBy(before, row) ? before : undefined, now });
}

/** The plan that a conversation shows, in one line of the chat with `other`. */
export async function getPlanSummary(
  memberId: number,
  conversationId: string,
  other: { id: string; firstName: string },
): Promise<PlanSummary | null> {
  const plan = await getPlan(memberId, conversationId);
  return plan && summarizePlan(plan, other);
}

/** Whether nothing is left to say about a plan: both have been asked about it for some days, or it came to nothing. */
function isLongOver({ state, date }: PlanDto, now: number): boolean {
  return date < toDate(earliestDay(now) - (state === "accepted" || state === "proposed" ? ASKED_DAYS : 0));
}

/**
 * The conversations with these members in which a member can plan something, by the other's id; `showId` is the show of the
 * current plan there.
 */
export async function findPlannable(
  memberId: number,
  otherIds: number[],
  now = Date.now(),
): Promise<Map<number, { conversationId: string; showId: string | null }>> {
  if (!otherIds.length) return new Map();
  const other = otherMemberId(conversation, memberId);
  const isStanding = and(
    eq(plan.conversationId, conversation.id),
    isNull(plan.endedAt),
    gte(plan.day, earliestDay(now)),
  );
  const rows = await db
    .select({ other, conversationId: conversation.id, showId: plan.showId })
    .from(conversation)
    .leftJoin(plan, isStanding)
    .where(and(canPlan(memberId), inArray(other, otherIds)));
  return new Map(rows.map(({ other, ...found }) => [other, found]));
}

/** Columns of the show that a plan is about. */
function showColumns() {
  const { id, day, cancelledAt, removedAt } = show;
  return { id, day, cancelledAt, removedAt, artists: artistNames() };
}

type AboutShow = Pick<typeof show.$inferSelect, "id" | "day" | "cancelledAt" | "removedAt"> & {
  artists: string[];
};

/** Whether a plan ended because another took its place. */
function isReplacedBy(before: Row, after: Row): boolean {
  const { endedAt, cancelledAt, declinedAt, day } = before;
  const isAt = endedAt?.getTime() === after.createdAt.getTime() && day >= earliestDay(endedAt.getTime());
  return isAt && !cancelledAt && !declinedAt && before.id !== after.id;
}

function toPlanDto(
  row: Row,
  {
    about,
    answer,
    before,
    now,
  }: {
    about: AboutShow | null;
    answer: PlanDto["answer"] | null;
    before: Row | undefined;
    now: number;
  },
): PlanDto {
  const state = stateOf(row);
  const { id, conversationId, place, sentence, proposedBy, cancelledBy } = row;
  const isAsked = state === "accepted" && row.askedAt !== null && row.day >= earliestDay(now) - ASKED_DAYS;
  return {
    ...{ id, conversationId, state, place, sentence, isAsked, answer },
    ...{ date: toDate(row.day), time: toTime(row.minutes) },
    show: about && toAboutDto(about),
    proposedBy: String(proposedBy),
    changes: before ? changesOf(before, row) : [],
    cancelledBy: cancelledBy === null ? null : String(cancelledBy),
    createdAt: row.createdAt.toISOString(),
  };
}

function toAboutDto({ id, artists, day, cancelledAt, removedAt }: AboutShow): PlanDto["show"] {
  // A show that a moderator removed is named nowhere; its place stays, which the two and their friends still need.
  const name = removedAt ? "" : nameShow(artists);
  return { id, name, date: toDate(day), isOff: Boolean(cancelledAt ?? removedAt) };
}

function changesOf(before: Row, after: Row): PlanChange[] {
  const changes: [PlanChange, boolean][] = [
    ["place", before.place !== after.place],
    ["date", before.day !== after.day],
    ["time", before.minutes !== after.minutes],
  ];
  return changes.flatMap(([change, isChanged]) => (isChanged ? change : []));
}

/** The upcoming shows that a member goes to, and the one with this id, for making a plan. */
export async function listPlannableShows(memberId: number, showId = "", now = Date.now()) {
  const isAhead = and(isNull(show.removedAt), isNull(show.cancelledAt), gte(show.day, earliestDay(now)));
  const own = sql`select ${going.showId} from ${going} where ${going.memberId} = ${memberId}`;
  const rows = await db
    .select({ venue: show.venue, ...showColumns() })
    .from(show)
    .where(and(isAhead, sql`${show.id} in (${own} union all select ${showId})`))
    .orderBy(asc(show.day), asc(show.id))
    .limit(SHOWS);
  return rows.map(({ id, day, venue, artists }) => ({
    ...{ id, date: toDate(day), venue },
    name: nameShow(artists),
  }));
}

/**
 * Proposes a plan to the other member of a conversation, in place of the current one; the same id again changes nothing.
 * Refuses a conversation that the member may not open (absent), a request, a closed one and one with a former member
 * (forbidden), a day that is over or more than two years ahead, a show that can't be seen any more or is cancelled, a plan
 * without a time (invalid, each at its field), an id that is used for something else (conflict), and more than 30 changes an
 * hour (too-many).
 */
export async function proposePlan(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), ...input }: PlanInput,
  now = Date.now(),
): Promise<PlanDto> {
  await consumeRateLimit("plan", memberId);
  return transaction(async (tx) => {
    const members = await requirePlannable(tx, memberId, conversationId);
    const [earlier] = await tx.select().from(plan).where(eq(plan.id, id));
    if (earlier) {
      if (earlier.conversationId !== conversationId || earlier.proposedBy !== memberId)
        throw duplicateIdRefusal();
      return readPlan(tx, memberId, conversationId, id);
    }
    const at = await toPlace(tx, input, now);
    await replaceStanding(tx, { ...at, id, conversationId, proposedBy: memberId, createdAt: new Date(now) });
    await publishPlan(tx, { id, conversationId, members, by: memberId });
    return readPlan(tx, memberId, conversationId, id);
  });
}

/** The place and time of a proposal, as its row stores them. */
async function toPlace(tx: Tx, { showId, place, date, time }: Omit<PlanInput, "id">, now: number) {
  if (!showId) return { showId: null, place, day: withinReach(date ?? 0, now), minutes: time ?? 0 };
  const isShown = and(eq(show.id, showId), isNull(show.removedAt));
  const [about] = await tx.select().from(show).where(isShown);
  if (!about) throw invalidAt("showId", msg("This show is no longer here"));
  if (about.cancelledAt) throw invalidAt("showId", msg("This show was cancelled"));
  const minutes = time ?? about.doors;
  if (minutes === null) throw invalidAt("time", msg("Say when you'd meet"));
  const day = withinReach(about.day, now, "showId");
  return { showId, place: `${about.venue}, ${shortTown(about.placeName)}`.slice(0, PLACE_MAX), day, minutes };
}

function withinReach(day: number, now: number, field = "date"): number {
  const first = earliestDay(now);
  if (day < first) throw invalidAt(field, msg("Choose a day that isn't over"));
  if (day > first + DAYS_AHEAD) throw invalidAt(field, msg("Choose a day within the next two years"));
  return day;
}

/** Replaces the current plan with a proposal. */
async function replaceStanding(
  tx: Tx,
  row: Omit<typeof plan.$inferInsert, "createdAt"> & { createdAt: Date },
): Promise<void> {
  const isStanding = and(eq(plan.conversationId, row.conversationId), isNull(plan.endedAt));
  await tx.update(plan).set({ endedAt: row.createdAt }).where(isStanding);
  await tx.insert(plan).values(row);
}

/**
 * True for the current plan, and for an agreed one while proposals to change it are unanswered: until then both go by it, and
 * so do their friends.
 */
export function isInForce(): SQL | undefined {
  const later = alias(plan, "later");
  const isLater = and(eq(later.conversationId, plan.conversationId), gte(later.createdAt, plan.endedAt));
  const isAnswered = or(
    isNotNull(later.acceptedAt),
    isNotNull(later.declinedAt),
    isNotNull(later.cancelledAt),
  );
  const isOpen = hasRow(later, and(isLater, isNull(later.endedAt)));
  const isAgreed = and(isNotNull(plan.acceptedAt), isNull(plan.cancelledAt));
  return or(isNull(plan.endedAt), and(isAgreed, isOpen, not(hasRow(later, and(isLater, isAnswered)))));
}

/** The agreed plan that a proposal would change, unless it is over. */
async function findAgreed(tx: Tx, { conversationId, id }: Row): Promise<Row | undefined> {
  const isOther = and(eq(plan.conversationId, conversationId), ne(plan.id, id));
  const [agreed] = await tx
    .select()
    .from(plan)
    .where(and(isOther, isInForce(), gte(plan.day, earliestDay())));
  return agreed;
}

/**
 * Points a plan's links to the plan that replaced it, and moves the time at which they ask by as much. Links whose member is
 * home already end: being home from one plan doesn't answer the next.
 */
async function moveLinks(tx: Tx, from: Row, to: Row): Promise<void> {
  const laterMs = (to.day - from.day) * DAY_MS + (to.minutes - from.minutes) * MINUTE_MS;
  const moved = (column: typeof planLink.askAt | typeof planLink.expiresAt) => sql`${column} + ${laterMs}`;
  await tx
    .update(planLink)
    .set({
      ...{ planId: to.id, askAt: moved(planLink.askAt), expiresAt: moved(planLink.expiresAt) },
      askedAt: null,
    })
    .where(and(eq(planLink.planId, from.id), isNull(planLink.homeAt)));
}

/**
 * Accepts the plan that the other has proposed, and points the friends' links of the one before to it; a second time changes
 * nothing. Refuses any but the current plan (conflict), the member's own proposal (forbidden), and what `proposePlan` refuses
 * of a conversation.
 */
export async function acceptPlan(memberId: number, conversationId: string, planId: string): Promise<PlanDto> {
  return changePlan(memberId, conversationId, planId, async (tx, row) => {
    if (row.proposedBy === memberId) throw new Refusal("forbidden", msg("The other one has to answer this."));
    if (row.acceptedAt) return false;
    const agreed = await findAgreed(tx, row);
    await tx.update(plan).set({ acceptedAt: new Date() }).where(eq(plan.id, planId));
    if (agreed) await moveLinks(tx, agreed, row);
    return true;
  });
}

/**
 * Declines the plan that the other has proposed; the agreed one that it would have changed is current again. Refuses any but
 * the current plan and one that is accepted (conflict), and the member's own proposal (forbidden).
 */
export async function declinePlan(
  memberId: number,
  conversationId: string,
  planId: string,
): Promise<PlanDto> {
  return changePlan(memberId, conversationId, planId, async (tx, row) => {
    if (row.proposedBy === memberId) throw new Refusal("forbidden", msg("The other one has to answer this."));
    if (row.acceptedAt) throw new Refusal("conflict", planMessages.gone);
    const now = new Date();
    const agreed = await findAgreed(tx, row);
    await tx.update(plan).set({ declinedAt: now, endedAt: now }).where(eq(plan.id, planId));
    if (agreed) await tx.update(plan).set({ endedAt: null }).where(eq(plan.id, agreed.id));
    return true;
  });
}

/** Cancels the current plan, accepted or not, with an optional sentence to the other. Refuses any other plan (conflict). */
export async function cancelPlan(
  memberId: number,
  conversationId: string,
  { planId, sentence }: { planId: string; sentence: string },
): Promise<PlanDto> {
  return changePlan(memberId, conversationId, planId, async (tx) => {
    const now = new Date();
    const cancelled = { cancelledAt: now, cancelledBy: memberId, sentence, endedAt: now };
    await tx.update(plan).set(cancelled).where(eq(plan.id, planId));
    return true;
  });
}

/** Changes the current plan and notifies the other, unless nothing changed. Returns it as changed. */
async function changePlan(
  memberId: number,
  conversationId: string,
  planId: string,
  change: (tx: Tx, row: Row) => Promise<boolean>,
): Promise<PlanDto> {
  await consumeRateLimit("plan", memberId);
  return transaction(async (tx) => {
    const members = await requirePlannable(tx, memberId, conversationId);
    const isIt = and(eq(plan.id, planId), eq(plan.conversationId, conversationId), isNull(plan.endedAt));
    const [row] = await tx.select().from(plan).where(isIt);
    if (!row || row.day < earliestDay()) throw new Refusal("conflict", planMessages.gone);
    if (await change(tx, row)) await publishPlan(tx, { id: planId, conversationId, members, by: memberId });
    return readPlan(tx, memberId, conversationId, planId);
  });
}

/**
 * The two of a conversation in which the member can plan something. Refuses one that they may not open (absent), a request, a
 * closed one and one with a former member (forbidden).
 */
export async function requirePlannable(tx: Tx, memberId: number, conversationId: string): Promise<number[]> {
  const { lowId, highId, acceptedAt, closedAt } = conversation;
  const [found] = await tx
    .select({ lowId, highId, acceptedAt, closedAt, areThere: sql<number>`${hasBothMembers()}` })
    .from(conversation)
    .where(and(eq(conversation.id, conversationId), canOpen(memberId)));
  if (!found) throw notFoundRefusal();
  if (!found.acceptedAt)
    throw new Refusal("forbidden", msg("You can plan something once the request is accepted."));
  if (found.closedAt) throw closedRefusal();
  if (!found.areThere) throw leftRefusal();
  return [found.lowId, found.highId];
}

async function publishPlan(
  tx: Tx,
  { id, conversationId, members, by }: { id: string; conversationId: string; members: number[]; by: number },
): Promise<void> {
  const notified = members.filter((each) => each !== by);
  const isOfConversation = and(eq(plan.conversationId, conversationId), ne(plan.id, id));
  const others = tx.select({ id: plan.id }).from(plan).where(isOfConversation);
  // However often a plan is changed, there is one unread notification about it, which is pushed as rarely as a repeated one.
  await moveUnread(tx, { kind: "plan", from: others, to: id, members: notified });
  await publish(tx, "plan", { id, conversationId, members, notified });
}

async function readPlan(tx: Tx, memberId: number, conversationId: string, id: string): Promise<PlanDto> {
  const saved = await findPlan(tx, memberId, conversationId, eq(plan.id, id), Date.now());
  if (!saved) throw notFoundRefusal();
  return saved;
}

/** Tells both members of plans about a show that it was cancelled, taken down or moved; the plans stay. */
export async function publishShowOfPlans(tx: Tx, showId: string, now: number): Promise<void> {
  const { lowId, highId } = conversation;
  const standing = await tx
    .select({ id: plan.id, conversationId: plan.conversationId, lowId, highId })
    .from(plan)
    .innerJoin(conversation, eq(conversation.id, plan.conversationId))
    .where(and(eq(plan.showId, showId), isNull(plan.endedAt), gte(plan.day, earliestDay(now))));
  for (const { id, conversationId, lowId, highId } of standing) {
    const members = [lowId, highId];
    await publish(tx, "plan", { id, conversationId, members, notified: members });
  }
}
