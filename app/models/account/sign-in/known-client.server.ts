// Where an account was signed in to: browsers and addresses that strangers' wrong passwords do not close.
import { db } from "db/client.server";
import type { KNOWN_CLIENTS } from "db/column-types";
import { knownClient, session } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, inArray, lt, notInArray } from "drizzle-orm";
import { keyedDigest } from "~/digest.server";
import { DAY_MS, KNOWN_ADDRESS_DAYS, KNOWN_BROWSER_DAYS } from "~/durations";

type Kind = (typeof KNOWN_CLIENTS)[number];

/** A client: its address, and the id of its browser, if it has one. */
export type Client = { address: string; browser?: string };

const KEPT_MS: Record<Kind, number> = {
  browser: KNOWN_BROWSER_DAYS * DAY_MS,
  address: KNOWN_ADDRESS_DAYS * DAY_MS,
};
const MAX_KEPT = 20;

/** Whether an account knows the browser and the address of a client. An unknown account takes as long and knows neither. */
export async function findKnown(
  accountId: string | undefined,
  client: Client,
  on: Database = db,
): Promise<Record<Kind, boolean>> {
  const hashes = {
    browser: hashOf(accountId, client, "browser"),
    address: hashOf(accountId, client, "address"),
  };
  const found = await on
    .select({ kind: knownClient.kind, seenAt: knownClient.seenAt })
    .from(knownClient)
    .where(and(eq(knownClient.accountId, accountId ?? ""), inArray(knownClient.hash, Object.values(hashes))));
  const isKnown = (wanted: Kind) =>
    found.some(({ kind, seenAt }) => kind === wanted && seenAt.getTime() > Date.now() - KEPT_MS[wanted]);
  return { browser: client.browser !== undefined && isKnown("browser"), address: isKnown("address") };
}

/** Lets an account know the client of a session, unless it has ended. */
export async function rememberClient(accountId: string, client: Client, sessionId: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await tx.$count(session, eq(session.id, sessionId)))) return;
    await remember(tx, accountId, client, sessionId);
  });
}

/**
 * Lets an account know a client that has reset its password. It has not signed in, so that `knows` says whether the browser
 * is known already.
 */
export async function rememberResetter(
  tx: Tx,
  accountId: string,
  { address, browser }: Client,
  knows: Record<Kind, boolean>,
): Promise<void> {
  await remember(tx, accountId, knows.browser ? { address, browser } : { address }, null);
}

async function remember(tx: Tx, accountId: string, client: Client, sessionId: string | null): Promise<void> {
  const seenAt = new Date();
  for (const kind of ["address", "browser"] as const) {
    if (client[kind] === undefined) continue;
    await tx
      .insert(knownClient)
      .values({ accountId, hash: hashOf(accountId, client, kind), kind, sessionId, seenAt })
      .onConflictDoUpdate({
        target: [knownClient.accountId, knownClient.hash],
        set: { sessionId, seenAt },
      });
    await removeOldest(tx, accountId, kind);
  }
}

/** Removes those of a kind that are too many. */
async function removeOldest(tx: Tx, accountId: string, kind: Kind): Promise<void> {
  const isOwn = and(eq(knownClient.accountId, accountId), eq(knownClient.kind, kind));
  const newest = tx
    .select({ hash: knownClient.hash })
    .from(knownClient)
    .where(isOwn)
    .orderBy(desc(knownClient.seenAt))
    .limit(MAX_KEPT);
  await tx.delete(knownClient).where(and(isOwn, notInArray(knownClient.hash, newest)));
}

/** Deletes clients that have not been used for long. */
export async function deleteExpiredClients() {
  for (const kind of ["browser", "address"] as const) {
    const oldest = new Date(Date.now() - KEPT_MS[kind]);
    await db.delete(knownClient).where(and(eq(knownClient.kind, kind), lt(knownClient.seenAt, oldest)));
  }
}

/** Names the account too, so that the rows don't tell which accounts share an address. */
function hashOf(accountId: string | undefined, client: Client, kind: Kind): string {
  return keyedDigest(`known ${kind} ${accountId} ${client[kind]}`);
}
