// One-time links to accounts. Only the hashes of their tokens are stored.
import { randomBytes } from "node:crypto";
import { db } from "db/client.server";
import type { LINK_PURPOSES } from "db/column-types";
import { rowIf } from "db/row-if.server";
import { account, accountLink } from "db/schema";
import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { digest } from "~/digest.server";
import { Refusal } from "~/refusal";

type Purpose = (typeof LINK_PURPOSES)[number];

/** A new token and its hash, the id of its row. */
export function makeToken(): { token: string; id: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, id: digest(token) };
}

/** The statement that adds a link to the account that `which` selects, if any. */
export function insertLink(
  row: { id: string; purpose: Purpose; email: string | SQL | null; expiresAt: Date; signInWays?: SQL },
  which: SQL | undefined,
) {
  const accountId = sql`(${db.select({ id: account.id }).from(account).where(which)})`;
  return db
    .insert(accountLink)
    .select(rowIf(accountLink, { ...row, accountId, usedAt: null }, sql`${accountId} is not null`));
}

/** The condition of a link that was neither used nor has expired. */
export function isOpenLink(token: string, purposes: Purpose[]) {
  return and(
    eq(accountLink.id, digest(token)),
    inArray(accountLink.purpose, purposes),
    isNull(accountLink.usedAt),
    gt(accountLink.expiresAt, new Date()),
  );
}

/** The account, purpose and address of a link that can still be used. */
export async function findOpenLink(token: string, purposes: Purpose[]) {
  const [found] = await db
    .select({ accountId: accountLink.accountId, purpose: accountLink.purpose, email: accountLink.email })
    .from(accountLink)
    .where(isOpenLink(token, purposes));
  return found;
}

/** Deletes expired links. */
export async function deleteExpiredLinks() {
  await db.delete(accountLink).where(lt(accountLink.expiresAt, new Date()));
}

/** The refusal of a link that is unknown, used or expired. */
export function closedLinkRefusal(): Refusal {
  return new Refusal("invalid", "This link was already used or has expired. Ask for a new one.");
}
