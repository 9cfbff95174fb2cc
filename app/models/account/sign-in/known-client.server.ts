// Where an account was signed in to: browsers and addresses that strangers' wrong passwords do not close.
import { db } from "db/client.server";
import type { KNOWN_CLIENTS } from "db/column-types";
import { rowIf } from "db/row-if.server";
import { account, knownClient, session } from "db/schema";
import { and, desc, eq, exists, inArray, lt, notInArray, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
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
): Promise<Record<Kind, boolean>> {
  const hashes = {
    browser: hashOf(accountId, client, "browser"),
    address: hashOf(accountId, client, "address"),
  };
  const found = await db
    .select({ kind: knownClient.kind, seenAt: knownClient.seenAt })
    .from(knownClient)
    .where(and(eq(knownClient.accountId, accountId ?? ""), inArray(knownClient.hash, Object.values(hashes))));
  const isKnown = (wanted: Kind) =>
    found.some(({ kind, seenAt }) => kind === wanted && seenAt.getTime() > Date.now() - KEPT_MS[wanted]);
  return { browser: client.browser !== undefined && isKnown("browser"), address: isKnown("address") };
}

/** Lets an account know the client of a session, unless it has ended. */
export async function rememberClient(accountId: string, client: Client, sessionId: string) {
  const condition = exists(db.select({ id: session.id }).from(session).where(eq(session.id, sessionId)));
  await db.batch(remember(accountId, client, { sessionId, condition }));
}

/**
 * The statements that do so for a client that has reset the password of the account, if `which` selects it. It has not signed in, so that
 * the browser has to be known already.
 */
export async function rememberResetter(which: SQL, client: Client): Promise<BatchItem<"sqlite">[]> {
  const [owner] = await db.select({ id: account.id }).from(account).where(which);
  const known = await findKnown(owner?.id, client);
  if (!owner) return [];
  const condition = exists(db.select({ id: account.id }).from(account).where(which));
  return remember(owner.id, known.browser ? client : { address: client.address }, { condition });
}

function remember(
  accountId: string,
  client: Client,
  { sessionId = null, condition }: { sessionId?: string | null; condition: SQL },
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const seenAt = new Date();
  const statementsFor = (kind: Kind) => {
    const row = { accountId, hash: hashOf(accountId, client, kind), kind, sessionId, seenAt };
    const insert = db
      .insert(knownClient)
      .select(rowIf(knownClient, row, condition))
      .onConflictDoUpdate({
        target: [knownClient.accountId, knownClient.hash],
        set: { sessionId, seenAt },
      });
    return [insert, removeOldest(accountId, kind)] as const;
  };
  return [...statementsFor("address"), ...(client.browser === undefined ? [] : statementsFor("browser"))];
}

/** The statement that removes those of a kind that are too many. */
function removeOldest(accountId: string, kind: Kind) {
  const isOwn = and(eq(knownClient.accountId, accountId), eq(knownClient.kind, kind));
  const newest = db
    .select({ hash: knownClient.hash })
    .from(knownClient)
    .where(isOwn)
    .orderBy(desc(knownClient.seenAt))
    .limit(MAX_KEPT);
  return db.delete(knownClient).where(and(isOwn, notInArray(knownClient.hash, newest)));
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
