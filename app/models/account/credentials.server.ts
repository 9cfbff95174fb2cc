// What ends with an account's credentials: everything that was begun with earlier ones.
import { db } from "db/client.server";
import { account, accountLink, member, session } from "db/schema";
import { and, eq, inArray, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { EMBEDDED_MEMBERS } from "./account.server";
import type { Proof } from "./proof";

/** The condition of the account whose credentials still have the version of a proof. */
export function matchesProof({ accountId, version }: Proof) {
  return and(eq(account.id, accountId), eq(account.credentialsVersion, version));
}

/** Whether an account's credentials still have the version of a proof. */
export async function isCurrent(proof: Proof): Promise<boolean> {
  return (await db.$count(account, matchesProof(proof))) > 0;
}

/** The id of a member's account at the embedded provider, as a subquery that is empty for other members. */
export function accountOf(memberId: number, condition?: SQL) {
  return db
    .select({ id: member.subject })
    .from(member)
    .where(and(eq(member.id, memberId), eq(member.issuer, EMBEDDED_MEMBERS), condition));
}

/**
 * The statements that end all sessions of accounts but `keptSessionId`, and what was begun with their credentials:
 * sign-ins in progress or at the embedded provider, and changes of address. `whose` selects the accounts' ids.
 */
export function revokeAccess(whose: SQLWrapper, keptSessionId?: string) {
  const owners = db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), inArray(member.subject, whose)));
  const isOther = keptSessionId === undefined ? undefined : ne(session.id, keptSessionId);
  return [
    ...revokeSignIns(whose),
    db.delete(session).where(and(inArray(session.memberId, owners), isOther)),
  ] as const;
}

/** The statements that do so for everything but sessions. */
export function revokeSignIns(whose: SQLWrapper) {
  return [
    db
      .update(account)
      .set({ credentialsVersion: sql`${account.credentialsVersion} + 1` })
      .where(inArray(account.id, whose)),
    db
      .delete(accountLink)
      .where(and(inArray(accountLink.accountId, whose), eq(accountLink.purpose, "change"))),
  ] as const;
}
