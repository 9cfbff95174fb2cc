// Contacts: members whom somebody matches with or has an accepted conversation with, and may invite to a playlist or a game.
import { db } from "db/client.server";
import { conversation, match, member } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, asc, eq, inArray, isNotNull, isNull, ne, not, or, type SQL } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { canMeet, canOpen } from "~/models/access.server";
import { hasClosedConversation, isOneOfTwo, otherMemberId, pairInStatement } from "./pair.server";
import { shortName } from "./public-member";

const MAX_CONTACTS = 500;

/**
 * The contacts that a member may invite, by name, at most 500: those whose conversation is not closed, and `invitedId`, who has
 * already been invited.
 */
export async function listContacts(
  memberId: number,
  invitedId: string | null = null,
): Promise<{ id: string; name: string }[]> {
  const { id, firstName, lastName } = member;
  const isClosed = hasClosedConversation(pairInStatement(memberId, id));
  const isInvited = invitedId === null ? undefined : eq(id, Number(invitedId));
  const rows = await db
    .select({ id, firstName, lastName })
    .from(member)
    .where(and(isContactOf(memberId), or(not(isClosed), isInvited)))
    .orderBy(asc(firstName), asc(lastName), id)
    .limit(MAX_CONTACTS);
  return rows.map((row) => ({ id: String(row.id), name: shortName(row) }));
}

/** Whether the other member is a contact of this one. */
export async function isContact(memberId: number, otherId: number, on: Database = db): Promise<boolean> {
  const isOther = and(eq(member.id, otherId), isContactOf(memberId));
  const [found] = await on.select({ id: member.id }).from(member).where(isOther);
  return found !== undefined;
}

function isContactOf(memberId: number): SQL | undefined {
  const matched = db
    .select({ id: otherMemberId(match, memberId) })
    .from(match)
    .where(isOneOfTwo(match, memberId));
  const chatting = db
    .select({ id: otherMemberId(conversation, memberId) })
    .from(conversation)
    .where(and(canOpen(memberId), isNotNull(conversation.acceptedAt)));
  return and(
    inArray(member.id, union(matched, chatting)),
    ne(member.id, memberId),
    isNull(member.withdrawnAt),
    canMeet(memberId, member.id),
  );
}
