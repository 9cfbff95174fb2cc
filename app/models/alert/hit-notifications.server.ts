// Telling members once a day whom their alerts have found, and the page of the people they were told of.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { alert, alertHit, candidate, member } from "db/schema";
import { hasRow, transaction } from "db/transaction.server";
import { and, eq, gt, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "~/durations";
import { publish } from "~/live/publish.server";
import { fitEachOther } from "~/matching/candidate.server";
import { scoresWith } from "~/matching/search.server";
import { canSee, hasNotPassedOn, isConnected } from "~/models/access.server";
import { MOST_PEOPLE } from "~/models/count";
import { getMemberCards } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { pairInStatement } from "~/models/pair.server";
import type { ToldDto } from "./alert";
import { isCurrent, listAlerts } from "./alert.server";
import {
  isFound,
  pairKey,
  reaches,
  readKeys,
  readOpen,
  readViews,
  selectWatches,
} from "./alert-search.server";

/**
 * Tells the member who has waited longest of everybody whom their alerts have found and Discover would still show them; the
 * others are dropped. False if nobody is waiting.
 */
export async function notifyOfHits(now = Date.now()): Promise<boolean> {
  const [due] = await db
    .select({ memberId: alertHit.memberId })
    .from(alertHit)
    .where(lte(alertHit.dueAt, new Date(now)))
    .orderBy(alertHit.dueAt)
    .limit(1);
  if (!due) return false;
  const { memberId } = due;
  const isWaiting = and(eq(alertHit.memberId, memberId), isNotNull(alertHit.dueAt));
  const hits = await db
    .select({ foundId: alertHit.foundId, alertId: alertHit.alertId })
    .from(alertHit)
    .where(isWaiting);
  const found = await findStillFitting(memberId, hits, now);
  await transaction(async (tx) => {
    const told = and(eq(alertHit.memberId, memberId), gt(alertHit.toldAt, new Date(now - DAY_MS)));
    if (await tx.$count(alertHit, told)) {
      // Another machine has told them meanwhile.
      await tx
        .update(alertHit)
        .set({ dueAt: new Date(now + DAY_MS) })
        .where(isWaiting);
      return;
    }
    const looked = hits.map(({ foundId }) => foundId);
    const alertIds = sql`(select value ->> 1 from json_each(${JSON.stringify(found)}) where value ->> 0 = ${alertHit.foundId})`;
    const isFoundNow = inArray(
      alertHit.foundId,
      found.map(([id]) => id),
    );
    const { rowsAffected } = await tx
      .update(alertHit)
      .set({ dueAt: null, toldAt: new Date(now), alertId: alertIds })
      .where(and(isWaiting, isFoundNow));
    await tx.delete(alertHit).where(and(isWaiting, inArray(alertHit.foundId, looked)));
    if (rowsAffected) await publish(tx, "alert", { toldAt: now, memberId });
  });
  return true;
}

type Hit = { foundId: number; alertId: string | null };

/**
 * The people a member's alerts have found whom Discover would show now, each with an alert that still finds them, if possible
 * the one that did.
 */
async function findStillFitting(
  memberId: number,
  hits: Hit[],
  now: number,
): Promise<[foundId: number, alertId: string][]> {
  const ids = hits.map(({ foundId }) => foundId);
  const isOwn = and(eq(alert.memberId, memberId), isCurrent(now));
  const watches = await selectWatches({}, isOwn);
  const views = await readViews(ids);
  const keys = await readKeys([...views.values()].flatMap(({ artists }) => artists));
  const open = await readOpen(ids.map((id) => [memberId, id]));
  const scores = ids.length ? await scoresWith(memberId, ids) : new Map<number, number>();
  return hits.flatMap(({ foundId, alertId }) => {
    const view = views.get(foundId);
    if (!view || !open.has(pairKey(memberId, foundId))) return [];
    const finding = watches.filter(
      (each) => isFound(each, view, keys) && reaches(each.alert.filters, scores.get(foundId)),
    );
    const [first] = finding.sort(
      (one, other) => Number(other.alert.id === alertId) - Number(one.alert.id === alertId),
    );
    return first ? [[foundId, first.alert.id]] : [];
  });
}

/** True for each `alertHit` that a member was told of at a moment in ms, while the two could still meet. */
export function isStillThere(memberId: Given<number>, toldAt: SQL | number): SQL | undefined {
  const [own, theirs] = [alias(candidate, "own"), alias(candidate, "theirs")];
  const fits = sql`exists (select 1 from ${candidate} own join ${candidate} theirs
    where ${own.memberId} = ${memberId} and ${theirs.memberId} = ${member.id} and ${fitEachOther("own", "theirs")})`;
  const isSeen = and(
    eq(member.id, alertHit.foundId),
    canSee(memberId),
    hasRow(candidate, eq(candidate.memberId, member.id)),
    hasNotPassedOn(memberId, member.id),
    or(isConnected(pairInStatement(memberId, member.id)), fits),
  );
  return and(eq(alertHit.memberId, memberId), sql`${alertHit.toldAt} = ${toldAt}`, hasRow(member, isSeen));
}

/** The people a member was told of at a moment in ms who still fit, best match first; undefined if none do. */
export async function getTold(viewer: Member, toldAt: number): Promise<ToldDto | undefined> {
  const hits = await db
    .select({ foundId: alertHit.foundId, alertId: alertHit.alertId })
    .from(alertHit)
    .where(isStillThere(viewer.id, toldAt))
    .limit(MOST_PEOPLE);
  if (!hits.length) return undefined;
  const alertIds = hits.flatMap(({ alertId }) => alertId ?? []);
  const cards = await getMemberCards(
    viewer,
    hits.map(({ foundId }) => foundId),
  );
  const people = [...cards.values()].sort((a, b) => b.compatibilityScore - a.compatibilityScore);
  return { people, alerts: await listAlerts(viewer.id, inArray(alert.id, alertIds)) };
}
