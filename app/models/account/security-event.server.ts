// Security events: what happened to a member's account, and how they signed in.

import { db } from "db/client.server";
import type { SecurityEventKind } from "db/column-types";
import { member, securityEvent } from "db/schema";
import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, SECURITY_EVENT_DAYS } from "~/durations";
import type { SecurityEventDto } from "~/models/account/sign-in/session";
import { browserName } from "~/models/account/sign-in/session.server";
import { EMBEDDED_MEMBERS } from "./account.server";

const KEPT_MS = SECURITY_EVENT_DAYS * DAY_MS;
const MAX_LISTED = 20;
const MAX_USER_AGENT = 300;

/** The statement that records an event for the member with this account; `userAgent` is that of the browser. */
export function insertAccountEvent(accountId: SQL | string, kind: SecurityEventKind, userAgent: string) {
  return insertEvent(
    and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)),
    kind,
    userAgent,
  );
}

/** The statement that records an event for a member if `condition` holds; `userAgent` is that of the browser. */
export function insertMemberEvent(
  memberId: number,
  kind: SecurityEventKind,
  userAgent: string,
  condition?: SQL,
) {
  return insertEvent(and(eq(member.id, memberId), condition), kind, userAgent);
}

function insertEvent(whose: SQL | undefined, kind: SecurityEventKind, userAgent: string) {
  return db.insert(securityEvent).select(
    db
      .select({
        id: sql`null`.as("id"),
        memberId: member.id,
        kind: sql`${kind}`.as("kind"),
        userAgent: sql`${userAgent.slice(0, MAX_USER_AGENT)}`.as("user_agent"),
        createdAt: sql`${Date.now()}`.as("created_at"),
      })
      .from(member)
      .where(whose),
  );
}

/** A member's latest 20 events, newest first. */
export async function listSecurityEvents(memberId: number): Promise<SecurityEventDto[]> {
  const rows = await db
    .select()
    .from(securityEvent)
    .where(eq(securityEvent.memberId, memberId))
    .orderBy(desc(securityEvent.id))
    .limit(MAX_LISTED);
  return rows.map(({ id, kind, userAgent, createdAt }) => ({
    id,
    kind,
    browser: browserName(userAgent),
    at: createdAt.toISOString(),
  }));
}

/** Deletes events older than 90 days. */
export async function deleteExpiredSecurityEvents() {
  await db.delete(securityEvent).where(lt(securityEvent.createdAt, new Date(Date.now() - KEPT_MS)));
}
