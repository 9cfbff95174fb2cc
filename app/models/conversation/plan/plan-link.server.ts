// Links with which members tell a friend of a plan: made, opened without an account, answered when the member is home, and
// ended.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, member, plan, planLink } from "db/schema";
import { deleteInSteps } from "db/steps.server";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { toDate, toTime } from "~/days";
import { digest, keyedDigest } from "~/digest.server";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { decrypt, encrypt } from "~/encryption.server";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { publishEvent } from "~/live/publish.server";
import { clockTime, momentOf } from "~/models/notification/delivery-time";
import { readNotifications } from "~/models/notification/notification-reading.server";
import { learnTimeZone, readSettings } from "~/models/notification/notification-settings.server";
import { otherMemberId } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { LINKS_MAX, type PlanLinkDto, planMessages, type SharedPlan } from "./plan";
import { canPlan, isInForce, requirePlannable } from "./plan.server";
import { sharedPlanPath } from "./plan-path";
import type { LinkInput } from "./plan-schema";

type Link = typeof planLink.$inferSelect;

/** 132 bits. */
const KEY_LENGTH = 22;
/** The context of the tokens by which members say that they are home. */
// Not translated: a code.
const HOME = "home safe";

const sharer = alias(member, "sharer");
const other = alias(member, "other");

/** The key of a link, derived from its id so that the member can be shown it again. */
function keyOf(id: string): string {
  // Not translated: a code.
  return keyedDigest(`plan link ${id}`).slice(0, KEY_LENGTH);
}

/** True for links that haven't ended by themselves. */
function isLive(now = new Date()): SQL | undefined {
  return and(isNull(planLink.endedAt), gt(planLink.expiresAt, now));
}

/**
 * Makes a link to the current plan, which expires a day after it; the same id again changes nothing. Times are in the time zone
 * of the member's settings, which become `timeZone` if they have none. Refuses a conversation in which the member can't plan
 * anything (absent or forbidden), a plan that isn't current or isn't accepted, a sixth link, an id that is used for something
 * else (conflict), and more than 30 changes an hour (too-many).
 */
export async function addPlanLink(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), planId, note, askAt, timeZone }: LinkInput,
): Promise<PlanLinkDto> {
  await consumeRateLimit("plan", memberId);
  return transaction(async (tx) => {
    await requirePlannable(tx, memberId, conversationId);
    const [earlier] = await tx.select().from(planLink).where(eq(planLink.id, id));
    if (earlier && (earlier.memberId !== memberId || earlier.planId !== planId)) throw duplicateIdRefusal();
    if (!earlier) {
      const found = await requireAgreed(tx, conversationId, planId);
      const isOwn = and(eq(planLink.planId, planId), eq(planLink.memberId, memberId));
      if ((await tx.$count(planLink, isOwn)) >= LINKS_MAX)
        throw new Refusal("conflict", msg("You can make {count} links for a plan.", { count: LINKS_MAX }));
      await learnTimeZone(tx, memberId, timeZone);
      const zone = (await readSettings(memberId, tx)).timeZone;
      const expiresAt = new Date(momentOf(startOf(found), zone) + DAY_MS);
      if (expiresAt <= new Date()) throw new Refusal("conflict", msg("This plan is over."));
      await tx.insert(planLink).values({
        ...{ id, planId, memberId, note, expiresAt, createdAt: new Date(), keyHash: digest(keyOf(id)) },
        askAt: askAt === null ? null : new Date(momentOf(nextTime(found, askAt), zone)),
      });
    }
    const own = await listPlanLinks(memberId, conversationId, {}, tx);
    const made = own.find((each) => each.id === id);
    if (!made) throw notFoundRefusal();
    return made;
  });
}

/** The current plan, if both have agreed on it. */
async function requireAgreed(tx: Tx, conversationId: string, planId: string) {
  const isIt = and(eq(plan.id, planId), eq(plan.conversationId, conversationId), isNull(plan.endedAt));
  const [found] = await tx
    .select()
    .from(plan)
    .where(and(isIt, isNotNull(plan.acceptedAt)));
  if (!found) throw new Refusal("conflict", planMessages.gone);
  return found;
}

/** When a plan begins, in its local time, in ms. */
function startOf({ day, minutes }: Pick<typeof plan.$inferSelect, "day" | "minutes">): number {
  return day * DAY_MS + minutes * MINUTE_MS;
}

/** The first time after a plan's beginning at which clocks there show this, in ms. */
function nextTime(row: Pick<typeof plan.$inferSelect, "day" | "minutes">, minutes: number): number {
  const { day, minutes: start } = row;
  return day * DAY_MS + minutes * MINUTE_MS + (minutes > start ? 0 : DAY_MS);
}

/** A member's own open links to the plan of a conversation; with `isOnItsDay`, only once its day has come there. */
export async function listPlanLinks(
  memberId: number,
  conversationId: string,
  { isOnItsDay = false } = {},
  on: Database = db,
): Promise<PlanLinkDto[]> {
  const { timeZone } = await readSettings(memberId, on);
  const rows = await on
    .select({ link: planLink })
    .from(planLink)
    .innerJoin(plan, and(eq(plan.id, planLink.planId), isInForce()))
    .innerJoin(conversation, and(eq(conversation.id, plan.conversationId), canPlan(memberId)))
    .where(
      and(
        isOnItsDay ? lte(plan.day, Math.floor(clockTime(Date.now(), timeZone) / DAY_MS)) : undefined,
        eq(planLink.memberId, memberId),
        eq(conversation.id, conversationId),
        isLive(),
      ),
    )
    .orderBy(asc(planLink.createdAt), asc(planLink.id));
  const local = (at: Date | null) => at && localTime(at, timeZone);
  return rows.map(({ link: { id, note, askAt, homeAt, expiresAt } }) => ({
    ...{ id, note, askAt: local(askAt), homeAt: local(homeAt), expiresAt: expiresAt.toISOString() },
    url: env.origin + sharedPlanPath(keyOf(id)),
  }));
}

/** "2026-12-04T23:40", in the local time of a time zone. */
function localTime(at: Date, timeZone: string | null): string {
  return new Date(clockTime(at.getTime(), timeZone)).toISOString().slice(0, 16);
}

/** Ends a member's link at once; a second time changes nothing. Refuses one that isn't theirs (absent). */
export async function endPlanLink(memberId: number, id: string): Promise<void> {
  const { rowsAffected } = await db
    .update(planLink)
    .set({ endedAt: new Date() })
    .where(and(eq(planLink.id, id), eq(planLink.memberId, memberId)));
  if (!rowsAffected) throw notFoundRefusal();
}

/** What a friend who opens a link sees; undefined for a plan that has ended, for whatever reason, and for an unknown key. */
export async function viewSharedPlan(key: string): Promise<SharedPlan | undefined> {
  const [link] = await db
    .select()
    .from(planLink)
    .where(and(eq(planLink.keyHash, digest(key)), isLive()));
  const found = link && (await findSharedPlan(db, link));
  if (!found) return undefined;
  const { place, day, minutes } = found.plan;
  const { timeZone } = await readSettings(link.memberId);
  const { askAt, homeAt, note } = link;
  return {
    ...{ place, note, date: toDate(day), time: toTime(minutes) },
    ...{ sharer: found.sharer, other: found.other },
    home: askAt || homeAt ? { since: homeAt && localTime(homeAt, timeZone) } : null,
  };
}

/** The plan of a link, with the first names of the two; undefined once it has ended for the member. */
async function findSharedPlan(on: Pick<Tx, "select">, { planId, memberId }: Link) {
  const [found] = await on
    .select({ plan, sharer: sharer.firstName, other: other.firstName })
    .from(plan)
    .innerJoin(conversation, eq(conversation.id, plan.conversationId))
    .innerJoin(sharer, eq(sharer.id, memberId))
    .innerJoin(other, eq(other.id, otherMemberId(conversation, memberId)))
    .where(and(eq(plan.id, planId), isInForce(), canPlan(memberId)));
  return found;
}

/**
 * Tells the friends to whom a member has sent links that they are home, or takes it back. `id` is one of the links; a second
 * time changes nothing. Refuses a link that isn't theirs or has ended (absent), and more than 30 changes an hour (too-many).
 */
export async function sayHome(memberId: number, id: string, isHome = true): Promise<void> {
  await consumeRateLimit("plan", memberId);
  await transaction(async (tx) => {
    const isOwn = and(eq(planLink.id, id), eq(planLink.memberId, memberId), isLive());
    const [link] = await tx.select().from(planLink).where(isOwn);
    if (!link || !(await findSharedPlan(tx, link))) throw notFoundRefusal();
    const isOfPlan = and(eq(planLink.planId, link.planId), eq(planLink.memberId, memberId));
    await tx
      .update(planLink)
      .set({ homeAt: isHome ? new Date() : null })
      .where(and(isOfPlan, isHome ? isNull(planLink.homeAt) : undefined));
    for (const { id } of await tx.select({ id: planLink.id }).from(planLink).where(isOfPlan))
      await readNotifications(tx, memberId, ["plan-home"], id);
    await publishEvent(tx, "notification", [memberId]);
  });
}

/** The token of the page where a member says that they are home, which needs no sign-in. */
export function homeToken(linkId: string): string {
  return encrypt(linkId, HOME);
}

/** Whether the member of a token has said that they are home; undefined for an invalid token and for a link that has ended. */
export async function findHome(token: string): Promise<{ isHome: boolean } | undefined> {
  const link = await findByToken(token);
  return link && (await findSharedPlan(db, link)) && { isHome: link.homeAt !== null };
}

/** Says for the member of a token, as `sayHome` does, whether they are home. */
export async function sayHomeByToken(token: string, isHome = true): Promise<void> {
  const link = await findByToken(token);
  if (!link) throw notFoundRefusal();
  await sayHome(link.memberId, link.id, isHome);
}

async function findByToken(token: string): Promise<Link | undefined> {
  const id = decrypt(token, HOME);
  if (id === undefined) return undefined;
  const [link] = await db
    .select()
    .from(planLink)
    .where(and(eq(planLink.id, id), isLive()));
  return link;
}

/** Deletes the links that have expired. */
export async function deleteExpiredPlanLinks(now = new Date()): Promise<void> {
  await deleteInSteps(planLink, lte(planLink.expiresAt, now));
}
