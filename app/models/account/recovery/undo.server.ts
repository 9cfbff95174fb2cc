// Undoing changes of how a member signs in, with the link that was mailed with each.
import { db } from "db/client.server";
import { account, accountLink } from "db/schema";
import { and, asc, eq, gt, gte, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { queueAccountMail } from "~/mail/queue.server";
import type { ResetInput } from "~/models/account/account-schema";
import { emailMessages } from "~/models/account/email";
import { openLink, updateMemberEmail } from "~/models/account/email.server";
import { insertAccountEvent } from "~/models/account/security-event.server";
import { rejectCommonPassword } from "~/models/account/sign-in/password.server";
import { browserName } from "~/models/account/sign-in/session.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { Refusal } from "~/refusal";
import { closedLinkRefusal, isOpenLink } from "./link.server";
import { type Resetter, requireNames, resetPassword, setNames } from "./recovery.server";
import { restoreSignInWays } from "./sign-in-ways.server";
import { UNDO_MS } from "./undo-link.server";

const earlier = alias(accountLink, "earlier");

/** What a link undoes. */
type Undo = {
  /** The address that comes back. */
  email: string;
  /** Since when changes are undone; null if all ways to sign in are removed. */
  since: string | null;
  /** Whether nobody had proved yet that the address is theirs, so that what was set up before is void. */
  isFirstProof: boolean;
  /** Whether the address has another account by now. */
  isTaken: boolean;
};

/** What an unused link undoes; undefined for other links. */
export async function findUndo(token: string): Promise<Undo | undefined> {
  const isOpen = isOpenLink(token, ["undo"]);
  const link = openLink(isOpen);
  const first = firstUndo(link);
  const [found] = await db
    .select({
      email: accountLink.email,
      confirmedAt: provenAt(link),
      isTaken: sql<number>`${link.isTaken}`,
      first: sql<number | null>`(${first.expiresAt})`,
      hasWays: sql<number>`(${first.signInWays}) is not null`,
    })
    .from(accountLink)
    .innerJoin(account, eq(account.id, accountLink.accountId))
    .where(isOpen);
  if (!found?.email) return undefined;
  const since =
    found.first && found.hasWays && found.confirmedAt ? new Date(found.first - UNDO_MS).toISOString() : null;
  return { email: found.email, since, isFirstProof: !found.confirmedAt, isTaken: found.isTaken === 1 };
}

/**
 * Undoes a change of how a member signs in, and all later ones: brings back the address, passkeys, authenticator app and
 * recovery codes, sets a new password and ends all sessions. Earlier changes that were mailed to the same address within
 * the week are undone too, since whoever made this one may have made those. An account whose address nobody had proved
 * keeps no way to sign in and gets new names. The address in force until then is told of another one.
 * Refuses a common password (invalid, at `newPassword`), missing names (invalid), a link that is unknown, used or older
 * than a week (invalid), an address that has another account by now (conflict), and more than 20 tries in 3 minutes from
 * one address (too-many).
 */
export async function undoChanges(
  { token, newPassword, firstName, lastName }: ResetInput,
  resetter: Resetter,
) {
  const { address, userAgent } = resetter;
  await consumeRateLimit("signIn", address);
  rejectCommonPassword(newPassword, "newPassword");
  const undo = await findUndo(token);
  if (!undo) throw closedLinkRefusal();
  const { email, isFirstProof, isTaken } = undo;
  if (isTaken) throw new Refusal("conflict", emailMessages.taken(email));
  if (isFirstProof) requireNames({ firstName, lastName });
  const link = openLink(isOpenLink(token, ["undo"]));
  const which = link.isOwner;
  const owner = db.select({ id: account.id }).from(account).where(which);
  const kept = sql`case when ${provenAt(link)} is not null then (${firstUndo(link).signInWays}) end`;
  const notice = { kind: "password-changed", browser: browserName(userAgent), at: Date.now() } as const;
  const isDone = await resetPassword(newPassword, which, {
    resetter,
    changes: [
      ...restoreSignInWays(owner, kept),
      ...(isFirstProof ? setNames(owner, { firstName, lastName }) : []),
      ...queueAccountMail(and(which, ne(account.email, link.email)) as SQL, { kind: "restored", email }),
      updateMemberEmail(which, link.email),
      db
        .update(account)
        // A reset by mail can remove what was set up since the proof, so an undo must not make that look older.
        .set({ email: link.email, emailConfirmedAt: sql`coalesce(${provenAt(link)}, ${Date.now()})` })
        .where(which),
    ],
    notice: [
      insertAccountEvent(sql`(${owner})`, "email-restored", userAgent),
      ...queueAccountMail(which, notice),
    ],
    // A link that was sent to an earlier address still works.
    useUp: db
      .delete(accountLink)
      .where(
        and(
          inArray(accountLink.accountId, owner),
          or(
            ne(accountLink.purpose, "undo"),
            eq(accountLink.email, link.email),
            gte(accountLink.expiresAt, link.expiresAt),
          ),
        ),
      ),
  });
  if (!isDone) throw closedLinkRefusal();
}

/** When the address of an undo link had been proved, if at all. */
function provenAt(link: ReturnType<typeof openLink>) {
  return sql<number | null>`(${link.signInWays} ->> '$.confirmedAt')`;
}

/** Columns of the earliest open undo link that was sent to the account of `link` at the same address, as subqueries. */
function firstUndo(link: ReturnType<typeof openLink>) {
  const column = (name: "signInWays" | "expiresAt") =>
    db
      .select({ value: earlier[name] })
      .from(earlier)
      .where(
        and(
          eq(earlier.purpose, "undo"),
          eq(earlier.accountId, link.accountId),
          eq(earlier.email, link.email),
          isNull(earlier.usedAt),
          gt(earlier.expiresAt, new Date()),
          lte(earlier.expiresAt, link.expiresAt),
        ),
      )
      .orderBy(asc(earlier.expiresAt))
      .limit(1);
  return { signInWays: column("signInWays"), expiresAt: column("expiresAt") };
}
