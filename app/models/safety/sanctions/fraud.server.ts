// Bans for fraud, and who is told of them (TELL_ABOUT_FRAUD=on).
import { conversation, notification, sanction } from "db/schema";
import { hasRow, type Tx } from "db/transaction.server";
import { and, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { publish } from "~/live/publish.server";
import { isOneOfTwo, otherMemberId } from "~/models/pair.server";

/** How many are told with one statement, whose parameters are limited. */
const TOLD_AT_ONCE = 500;

/** True for bans for fraud that have not been overturned. */
export function isFraudBan(): SQL | undefined {
  return and(eq(sanction.kind, "ban"), eq(sanction.rule, "scam"), isNull(sanction.overturnedAt));
}

/**
 * Tells the members who talked with somebody banned for fraud, if the operator wants that. Nobody is told twice about the same
 * member, whatever became of an earlier ban.
 */
export async function notifyOfFraud(tx: Tx, memberId: number): Promise<void> {
  if (!env.tellsAboutFraud) return;
  const contactId = otherMemberId(conversation, memberId);
  const wasTold = hasRow(
    notification,
    and(
      eq(notification.subjectId, String(memberId)),
      sql`${notification.memberId} = ${contactId}`,
      eq(notification.kind, "fraud"),
    ),
  );
  const contacts = await tx
    .selectDistinct({ id: contactId })
    .from(conversation)
    .where(
      and(
        isOneOfTwo(conversation, memberId),
        isNotNull(conversation.acceptedAt),
        isNotNull(conversation.lastMessageAt),
        not(wasTold),
      ),
    );
  const ids = contacts.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += TOLD_AT_ONCE)
    await publish(tx, "fraud", { memberId, contacts: ids.slice(start, start + TOLD_AT_ONCE) });
}
