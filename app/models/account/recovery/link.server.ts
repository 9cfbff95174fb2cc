// One-time links to accounts. Only the hashes of their tokens are stored.
import { randomBytes } from "node:crypto";
import { db } from "db/client.server";
import type { LINK_PURPOSES } from "db/column-types";
import { accountLink } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { digest } from "~/digest.server";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";

type Purpose = (typeof LINK_PURPOSES)[number];

/** A new token, and its hash, which is the id of its row. */
export function makeToken(): { token: string; id: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, id: digest(token) };
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

/** A link that can still be used. */
export async function findOpenLink(token: string, purposes: Purpose[], on: Database = db) {
  const [found] = await on.select().from(accountLink).where(isOpenLink(token, purposes));
  return found;
}

/** Marks an account's links of these purposes as used. */
export async function closeLinks(tx: Tx, accountId: string, purposes: Purpose[]): Promise<void> {
  await tx
    .update(accountLink)
    .set({ usedAt: new Date() })
    .where(and(eq(accountLink.accountId, accountId), inArray(accountLink.purpose, purposes)));
}

/** Deletes expired links. */
export async function deleteExpiredLinks() {
  await db.delete(accountLink).where(lt(accountLink.expiresAt, new Date()));
}

/** The refusal of a link that is unknown, used or expired. */
export function closedLinkRefusal(): Refusal {
  return new Refusal("invalid", msg("This link was already used or has expired. Ask for a new one."));
}
