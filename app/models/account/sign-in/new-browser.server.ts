// Sign-ins from browsers that are new to an account.
import { account, member, securityEvent } from "db/schema";
import { runAll, transaction } from "db/transaction.server";
import { and, desc, eq } from "drizzle-orm";
import { publish } from "~/live/publish.server";
import { announceMail, queueAccountMail } from "~/mail/queue.server";
import { EMBEDDED_MEMBERS } from "~/models/account/account.server";
import { insertAccountEvent } from "~/models/account/security-event.server";
import { browserName } from "./session.server";

/** Records such a sign-in, notifies the member and mails a notice; `userAgent` is that of the browser. */
export async function recordNewBrowser(accountId: string, userAgent: string): Promise<void> {
  const notice = { kind: "sign-in", browser: browserName(userAgent), at: Date.now() } as const;
  await transaction(async (tx) => {
    await runAll(tx, [insertAccountEvent(accountId, "sign-in", userAgent)]);
    const [recorded] = await tx
      .select({ id: securityEvent.id, memberId: member.id })
      .from(member)
      .innerJoin(securityEvent, eq(securityEvent.memberId, member.id))
      .where(and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)))
      .orderBy(desc(securityEvent.id))
      .limit(1);
    if (recorded) await publish(tx, "signIn", recorded);
    await runAll(tx, queueAccountMail(eq(account.id, accountId), notice));
  });
  announceMail();
}
