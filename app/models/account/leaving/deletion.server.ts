// Deleting an account: hidden from others at once, erased after a grace period.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { application, conversation, member, message, session } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { DAY_MS, GRACE_DAYS } from "~/durations";
import { msg } from "~/language/text";
import { removeExports } from "~/models/account/export/export.server";
import { findAccountId, revokeAccess } from "~/models/account/sign-in/credentials.server";
import { browserName } from "~/models/browser-name.server";
import { endPlans } from "~/models/conversation/plan/plan-state.server";
import { queueAccountMail } from "~/models/mail-queue.server";
import { isOneOfTwo } from "~/models/pair.server";
import { propagateVisibility } from "~/models/safety/visibility.server";
import { Refusal } from "~/refusal";
import { erasedAt } from "./deletion";

const GRACE_MS = GRACE_DAYS * DAY_MS;
const ACCOUNTS_PER_STEP = 200;

/**
 * Deletes a member's account: their sessions end, and others see a former member. The member can come back within 14 days, and
 * gets a mail that says so. `userAgent` is that of the browser.
 */
export async function deleteAccount(memberId: number, userAgent = "") {
  const now = new Date();
  const [at, until] = [now.getTime(), erasedAt(now).getTime()];
  const mail = { kind: "deleted", browser: browserName(userAgent), at, until } as const;
  await transaction(async (tx) => {
    const accountId = await closeAccount(tx, memberId, now);
    if (accountId !== undefined) await queueAccountMail(tx, accountId, mail);
  });
  // Nobody can download them anymore. The purge removes what fails here.
  await removeExports(memberId).catch(() => undefined);
}

/** Deletes the accounts of newcomers who were refused, backdated past the grace period: the purge erases them next. */
export async function deleteRefusedAccounts(now = Date.now()) {
  const due = await db
    .select({ id: member.id, refusedAt: application.refusedAt })
    .from(application)
    .innerJoin(member, eq(member.id, application.memberId))
    .where(and(lte(application.refusedAt, new Date(now - GRACE_MS)), isNull(member.deletedAt)));
  for (const { id, refusedAt } of due)
    if (refusedAt) await transaction((tx) => closeAccount(tx, id, refusedAt));
}

/** Deletes every account, backdated past the grace period. */
export async function deleteEveryAccount(now = Date.now()) {
  const deletedAt = new Date(now - GRACE_MS);
  const isOpen = and(isNull(member.purgedAt), or(isNull(member.deletedAt), gt(member.deletedAt, deletedAt)));
  for (;;) {
    const open = await db.select({ id: member.id }).from(member).where(isOpen).limit(ACCOUNTS_PER_STEP);
    if (!open.length) return;
    for (const { id } of open) {
      await transaction(async (tx) => {
        await closeAccount(tx, id, deletedAt);
        await tx.update(member).set({ deletedAt }).where(eq(member.id, id));
      });
      await setImmediate();
    }
  }
}

/**
 * Ends a member's sessions and hides them from everybody; resolves with the id of their account at the embedded provider, if
 * they have one.
 */
async function closeAccount(tx: Tx, memberId: number, deletedAt: Date): Promise<string | undefined> {
  await tx.delete(session).where(eq(session.memberId, memberId));
  const { rowsAffected } = await tx
    .update(member)
    .set({ deletedAt })
    .where(and(eq(member.id, memberId), isNull(member.deletedAt)));
  const accountId = await findAccountId(tx, memberId);
  if (accountId !== undefined) await revokeAccess(tx, accountId);
  // Nobody can answer them.
  await tx
    .update(conversation)
    .set({ lastSenderId: null })
    .where(and(isOneOfTwo(conversation, memberId), eq(conversation.lastSenderId, memberId)));
  await endPlans(tx, isOneOfTwo(conversation, memberId));
  // The member's own pages would otherwise reload as signed out before the browser navigates away.
  await propagateVisibility(tx, memberId, { self: false });
  return rowsAffected ? accountId : undefined;
}

/**
 * Restores a deleted account with everything in it. One that isn't deleted stays as it is. Refuses one that is past its
 * grace period (conflict).
 */
export async function restoreAccount(memberId: number) {
  await transaction(async (tx) => {
    const [found] = await tx.select().from(member).where(eq(member.id, memberId));
    if (!found?.deletedAt) return;
    if (found.purgedAt || found.deletedAt.getTime() <= Date.now() - GRACE_MS)
      throw new Refusal("conflict", msg("This account can't be restored anymore."));
    await tx.update(member).set({ deletedAt: null }).where(eq(member.id, memberId));
    await restoreLastSender(tx, memberId);
    await propagateVisibility(tx, memberId);
  });
}

/** Marks the member's last messages as waiting for an answer again. */
async function restoreLastSender(tx: Tx, memberId: number): Promise<void> {
  const lastSender = tx
    .select({ senderId: message.senderId })
    .from(message)
    .where(eq(message.conversationId, conversation.id))
    .orderBy(desc(message.sequence))
    .limit(1);
  await tx
    .update(conversation)
    .set({ lastSenderId: memberId })
    .where(
      and(
        isOneOfTwo(conversation, memberId),
        isNull(conversation.lastSenderId),
        sql`${lastSender} = ${memberId}`,
      ),
    );
}
