// Clients that an account has signed in from: strangers' wrong passwords don't slow these browsers down.
import { db } from "db/client.server";
import { knownClient, session } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, gt, lte, notInArray } from "drizzle-orm";
import { keyedDigest } from "~/digest.server";
import { DAY_MS, KNOWN_BROWSER_DAYS } from "~/durations";
import { publish } from "~/live/publish.server";
import { recordAccountEvent } from "~/models/account/security-event.server";
import { browserName } from "~/models/browser-name.server";
import { queueAccountMail } from "~/models/mail-queue.server";

/** A client: its address, and the id of its browser, if it has one. */
export type Client = { address: string; browser?: string };

const MAX_KEPT = 20;

/** Whether an account recognizes a browser. An unknown account takes as long and recognizes none. */
export async function knowsBrowser(
  accountId: string | undefined,
  browser: string | undefined,
  on: Database = db,
): Promise<boolean> {
  const isSame = and(
    eq(knownClient.accountId, accountId ?? ""),
    eq(knownClient.hash, hashOf(accountId, browser)),
    gt(knownClient.seenAt, oldest()),
  );
  return (await on.$count(knownClient, isSame)) > 0 && browser !== undefined;
}

/** Makes an account recognize the browser of a session, unless the session has ended. */
export async function addKnownBrowser(
  accountId: string,
  browser: string | undefined,
  sessionId: string,
): Promise<void> {
  if (browser === undefined) return;
  await transaction(async (tx) => {
    if (!(await tx.$count(session, eq(session.id, sessionId)))) return;
    await keepKnownBrowser(tx, accountId, browser, sessionId);
  });
}

/** Makes an account recognize a browser; `sessionId` is null for one that has reset the password and hasn't signed in. */
export async function keepKnownBrowser(
  tx: Tx,
  accountId: string,
  browser: string,
  sessionId: string | null,
): Promise<void> {
  const seenAt = new Date();
  await tx
    .insert(knownClient)
    .values({ accountId, hash: hashOf(accountId, browser), sessionId, seenAt })
    .onConflictDoUpdate({
      target: [knownClient.accountId, knownClient.hash],
      set: { sessionId, seenAt },
    });
  const isOwn = eq(knownClient.accountId, accountId);
  const newest = tx
    .select({ hash: knownClient.hash })
    .from(knownClient)
    .where(isOwn)
    .orderBy(desc(knownClient.seenAt))
    .limit(MAX_KEPT);
  await tx.delete(knownClient).where(and(isOwn, notInArray(knownClient.hash, newest)));
}

/** Deletes browsers that have not been used for a year. */
export async function deleteExpiredClients() {
  await db.delete(knownClient).where(lte(knownClient.seenAt, oldest()));
}

function oldest(): Date {
  return new Date(Date.now() - KNOWN_BROWSER_DAYS * DAY_MS);
}

/** Includes the account, so that the rows don't tell which accounts share a browser. */
function hashOf(accountId: string | undefined, browser: string | undefined): string {
  // Not translated: a key.
  return keyedDigest(`known browser ${accountId} ${browser}`);
}

/** Records a sign-in from a new browser, notifies the member and mails them; `userAgent` is that of the browser. */
export async function recordNewBrowser(accountId: string, userAgent: string): Promise<void> {
  const mail = { kind: "sign-in", browser: browserName(userAgent), at: Date.now() } as const;
  await transaction(async (tx) => {
    const recorded = await recordAccountEvent(tx, accountId, "sign-in", userAgent);
    if (recorded) await publish(tx, "signIn", recorded);
    await queueAccountMail(tx, accountId, mail);
  });
}
