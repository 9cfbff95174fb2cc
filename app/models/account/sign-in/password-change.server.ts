// Changing the password of an account.
import { db } from "db/client.server";
import { account } from "db/schema";
import { and, eq, sql } from "drizzle-orm";
import { announceMail } from "~/mail/queue.server";
import type { PasswordInput } from "~/models/account/account-schema";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { Refusal } from "~/refusal";
import { takeBack } from "./credentials.server";
import { checkCurrentPassword, hashPassword, rejectCommonPassword } from "./password.server";
import type { OwnBrowser } from "./session";

/**
 * Changes an account's password, ends the member's other sessions and all that was begun, and mails a link that undoes it.
 * Refuses a wrong current password or a common new one (invalid, at their fields), a password that changed in the
 * meantime (conflict) and more than 10 tries in 3 minutes (too-many).
 */
export async function changePassword(
  accountId: string,
  { currentPassword, newPassword }: PasswordInput,
  { sessionId, userAgent }: OwnBrowser,
) {
  const oldHash = await checkCurrentPassword(accountId, currentPassword, "currentPassword");
  rejectCommonPassword(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  const isOwn = eq(account.id, accountId);
  // Every hash has a salt of its own, so this one tells that the change was made.
  const changed = db
    .select({ id: account.id })
    .from(account)
    .where(and(isOwn, eq(account.passwordHash, passwordHash)));
  const [{ rowsAffected }] = await db.batch([
    db
      .update(account)
      .set({ passwordHash })
      .where(and(isOwn, eq(account.passwordHash, oldHash))),
    ...recordSignInChange(eq(account.id, sql`(${changed})`), "password-changed", userAgent),
    ...takeBack(changed, sessionId),
  ]);
  if (!rowsAffected) throw new Refusal("conflict", "The password was just changed in another browser.");
  announceMail();
}
