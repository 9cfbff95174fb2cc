// Security events: what happened to a member's account, and how they signed in.
import { db } from "db/client.server";
import type { SecurityEventKind } from "db/column-types";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { member, securityEvent } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, desc, eq, lt } from "drizzle-orm";
import { DAY_MS, SECURITY_EVENT_DAYS } from "~/durations";
import type { SecurityEventDto } from "~/models/account/sign-in/session";
import { browserName } from "~/models/browser-name.server";

const KEPT_MS = SECURITY_EVENT_DAYS * DAY_MS;
const MAX_LISTED = 20;
const MAX_USER_AGENT = 300;

type Recorded = { id: number; memberId: number };

/** Records an event for the member with this account, if there is one; `userAgent` is that of the browser. */
export async function recordAccountEvent(
  tx: Tx,
  accountId: string,
  kind: SecurityEventKind,
  userAgent: string,
): Promise<Recorded | undefined> {
  const isOwner = and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId));
  const [owner] = await tx.select({ id: member.id }).from(member).where(isOwner);
  return owner && recordMemberEvent(tx, owner.id, kind, userAgent);
}

/** Records an event for a member; `userAgent` is that of the browser. */
export async function recordMemberEvent(
  tx: Tx,
  memberId: number,
  kind: SecurityEventKind,
  userAgent: string,
): Promise<Recorded | undefined> {
  const row = { memberId, kind, userAgent: userAgent.slice(0, MAX_USER_AGENT), createdAt: new Date() };
  const [recorded] = await tx.insert(securityEvent).values(row).returning();
  return recorded;
}

/** A member's latest 20 events, newest first, without their ids, which would show how many everybody has. */
export async function listSecurityEvents(memberId: number): Promise<SecurityEventDto[]> {
  const rows = await db
    .select()
    .from(securityEvent)
    .where(eq(securityEvent.memberId, memberId))
    .orderBy(desc(securityEvent.id))
    .limit(MAX_LISTED);
  return rows.map(({ kind, userAgent, createdAt }) => ({
    kind,
    browser: browserName(userAgent),
    at: createdAt.toISOString(),
  }));
}

/** Deletes events older than 90 days. */
export async function deleteExpiredSecurityEvents() {
  await db.delete(securityEvent).where(lt(securityEvent.createdAt, new Date(Date.now() - KEPT_MS)));
}
