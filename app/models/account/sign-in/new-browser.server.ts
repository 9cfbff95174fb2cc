// Sign-ins from browsers that are new to an account.
import { db } from "db/client.server";
import { account, member, securityEvent } from "db/schema";
import { and, eq, sql } from "drizzle-orm";
import { announceMail, queueAccountMail } from "~/mail/queue.server";
import { EMBEDDED_MEMBERS } from "~/models/account/account.server";
import { insertAccountEvent } from "~/models/account/security-event.server";
import { insertEventfulNotifications } from "~/models/notification/notification-rows.server";
import { browserName } from "./session.server";

/** Records such a sign-in, notifies the member and mails a notice; `userAgent` is that of the browser. */
export async function recordNewBrowser(accountId: string, userAgent: string) {
  const notice = { kind: "sign-in", browser: browserName(userAgent), at: Date.now() } as const;
  const newestEventId = sql`(select max(id) from security_event where member_id = ${member.id})`;
  await db.batch([
    insertAccountEvent(accountId, "sign-in", userAgent),
    ...insertEventfulNotifications("sign-in", {
      to: member.id,
      subjectId: securityEvent.id,
      from: sql`${member} join ${securityEvent} on ${eq(securityEvent.memberId, member.id)}`,
      where: and(
        eq(member.issuer, EMBEDDED_MEMBERS),
        eq(member.subject, accountId),
        eq(securityEvent.id, newestEventId),
      ),
    }),
    ...queueAccountMail(eq(account.id, accountId), notice),
  ]);
  announceMail();
}
