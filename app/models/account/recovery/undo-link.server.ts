// The links that undo a change of how a member signs in, mailed to the address in force.
import type { MailContent, SignInChange } from "db/column-types";
import { account } from "db/schema";
import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DAY_MS, UNDO_DAYS } from "~/durations";
import { env } from "~/env.server";
import { queueAccountMail } from "~/mail/queue.server";
import { insertAccountEvent } from "~/models/account/security-event.server";
import { browserName } from "~/models/account/sign-in/session.server";
import { insertLink, makeToken } from "./link.server";
import { signInWaysOf } from "./sign-in-ways.server";

export const UNDO_MS = UNDO_DAYS * DAY_MS;

/**
 * The statements that mail a change to the account that `which` selects, with a link that undoes it for a week; none
 * without a mail server. They keep how the account is, so they come before the change in its batch.
 */
export function queueUndo(which: SQL, toContent: (token: string) => MailContent): BatchItem<"sqlite">[] {
  if (!env.mail) return [];
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + UNDO_MS);
  const email = sql`(select ${account.email} from ${account} where ${which})`;
  return [
    insertLink({ id, purpose: "undo", email, expiresAt, signInWays: signInWaysOf(which) }, which),
    ...queueAccountMail(which, toContent(token), expiresAt),
  ];
}

/**
 * The same for a change in a browser with this User-Agent, with the statement that records it as an event. `removed` names
 * the ways to sign in that went with it.
 */
export function recordSignInChange(
  which: SQL,
  change: SignInChange,
  userAgent: string,
  removed?: string,
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const about = {
    kind: "sign-in-changed",
    change,
    browser: browserName(userAgent),
    at: Date.now(),
    removed,
  } as const;
  return [
    insertAccountEvent(sql`(select ${account.id} from ${account} where ${which})`, change, userAgent),
    ...queueUndo(which, (token) => ({ ...about, token })),
  ];
}
