// Sign-ins from browsers that are new to an account.
import { transaction } from "db/transaction.server";
import { publish } from "~/live/publish.server";
import { queueAccountMail } from "~/mail/queue.server";
import { recordAccountEvent } from "~/models/account/security-event.server";
import { browserName } from "~/models/browser-name.server";

/** Records such a sign-in, notifies the member and mails a notice; `userAgent` is that of the browser. */
export async function recordNewBrowser(accountId: string, userAgent: string): Promise<void> {
  const notice = { kind: "sign-in", browser: browserName(userAgent), at: Date.now() } as const;
  await transaction(async (tx) => {
    const recorded = await recordAccountEvent(tx, accountId, "sign-in", userAgent);
    if (recorded) await publish(tx, "signIn", recorded);
    await queueAccountMail(tx, accountId, notice);
  });
}
