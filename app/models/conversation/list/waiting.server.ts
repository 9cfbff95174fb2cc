// The question to members who leave many people waiting for an answer: asked once a day, without blocking anything.
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { conversation, member } from "db/schema";
import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { MINUTE_MS } from "~/durations";
import { canOpen } from "~/models/access.server";
import { MAX_COUNT } from "~/models/count";
import type { Member } from "~/models/member/member.server";
import { toKnownZone } from "~/models/notification/delivery-time";
import { readSettings } from "~/models/notification/notification-settings.server";
import { highSide, lowSide, type Side } from "./conversation-side.server";

/** With this many waiting conversations the question is asked. */
const MANY = 8;
/** How long the question stays, so that it doesn't vanish while somebody browses Discover. */
const STANDS_MS = 30 * MINUTE_MS;

/**
 * How many conversations wait for the member's answer, 100 at most, if the question is to be asked now, else 0. It is asked
 * once a day, in the member's time zone, and stays for half an hour unless it is dismissed. If that can't be saved, the next
 * visit asks again.
 */
export async function askAboutWaiting(
  { id, waitingAskedUntil: until }: Pick<Member, "id" | "waitingAskedUntil">,
  now = Date.now(),
): Promise<number> {
  const stands = until !== null && until.getTime() > now;
  if (until && !stands) {
    const { timeZone } = await readSettings(id);
    if (dayIn(timeZone, until.getTime()) === dayIn(timeZone, now)) return 0;
  }
  const waiting = await countWaiting(id);
  if (waiting < MANY) return 0;
  // The page can be read even where nothing can be written.
  if (!stands) await setAskedUntil(id, now + STANDS_MS).catch(() => undefined);
  return waiting;
}

/** Ends the question until the next day. */
export async function dismissWaiting(memberId: number, now = Date.now()): Promise<void> {
  await setAskedUntil(memberId, now);
}

async function setAskedUntil(memberId: number, until: number) {
  await db
    .update(member)
    .set({ waitingAskedUntil: new Date(until) })
    .where(eq(member.id, memberId));
}

async function countWaiting(memberId: number): Promise<number> {
  const [found] = await selectWaiting().all({ memberId });
  return found?.waiting ?? 0;
}

const selectWaiting = once(() => {
  const me = sql.placeholder("memberId");
  const selectSide = ({ own, isLater }: Side) =>
    db
      .select({ one: sql`1` })
      .from(conversation)
      .where(
        and(
          eq(own, me),
          isNull(conversation.closedAt),
          eq(isLater, 0),
          isNotNull(conversation.acceptedAt),
          canOpen(me),
        ),
      );
  const waiting = unionAll(selectSide(lowSide), selectSide(highSide)).limit(MAX_COUNT).as("waiting");
  return db.select({ waiting: count() }).from(waiting).prepare();
});

/** The date in the time zone, or in UTC, such as "11/23/2026". */
function dayIn(timeZone: string | null, at: number): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: toKnownZone(timeZone) }).format(at);
}
