// Changing the password of an account.

import { account } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { msg } from "~/language/text";
import type { PasswordInput } from "~/models/account/account-schema";
import { recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { Refusal } from "~/refusal";
import { takeBack } from "./credentials.server";
import { checkCurrentPassword, hashPassword, rejectCommonPassword } from "./password.server";
import type { OwnBrowser } from "./session";

/**
 * Changes an account's password, ends the member's other sessions and everything in progress, and mails a link that undoes it.
 * Refuses a wrong current password or a common new one (invalid, at their fields), a password that changed in the meantime
 * (conflict) and more than 10 attempts in 3 minutes in one session (too-many).
 */
export async function changePassword(
  accountId: string,
  { currentPassword, newPassword }: PasswordInput,
  { sessionId, userAgent }: OwnBrowser,
) {
  const oldHash = await checkCurrentPassword({ accountId, sessionId }, currentPassword, "currentPassword");
  rejectCommonPassword(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  await transaction(async (tx) => {
    const { rowsAffected } = await tx
      .update(account)
      .set({ passwordHash })
      .where(and(eq(account.id, accountId), eq(account.passwordHash, oldHash)));
    if (!rowsAffected)
      throw new Refusal("conflict", msg("The password was just changed in another browser."));
    await recordSignInChange(tx, accountId, "password-changed", userAgent);
    await takeBack(tx, accountId, sessionId);
  });
}
