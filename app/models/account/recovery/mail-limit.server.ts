// How much mail strangers can cause in one inbox. What members' own changes cause is not limited here.
import { msg } from "~/language/text";
import { inboxOf } from "~/models/inbox";
import { consumeRateLimit, describeWait } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";

/** Links for a new password, and everything else: nobody can keep an owner out by filling their inbox with other mails. */
type Kind = "reset" | "introduction";

/**
 * Counts a mail of this kind to the inbox of `email`. `owner` is a browser's account there: its mails count separately, so
 * that strangers can't use them up.
 * Refuses more than 3 in an hour or 8 in a day (too-many, at `email`): the latest of them has a link that does the same.
 */
export async function consumeMailLimit(kind: Kind, email: string, owner = "") {
  const key = `${kind} ${inboxOf(email)} ${owner}`;
  try {
    await consumeRateLimit("mail", key);
    await consumeRateLimit("mailInDay", key);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = msg(
      "We've already sent a few emails to this address. Open the latest one (look in your spam folder, too), or try again in {wait}.",
      { wait: describeWait(error.retryAfterSeconds ?? 1) },
    );
    throw new Refusal("too-many", message, { email: message }, error.retryAfterSeconds);
  }
}
