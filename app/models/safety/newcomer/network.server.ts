// The networks that members have recently joined from, and those whose newcomers are held for approval.
import { db } from "db/client.server";
import { heldNetwork, signUp } from "db/schema";
import { hasRow, holds, type Tx } from "db/transaction.server";
import { and, count, desc, eq, gt, lte, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS, SIGN_UP_DAYS } from "~/durations";

const KEPT_MS = SIGN_UP_DAYS * DAY_MS;
const LISTED_MAX = 50;

function isHeld(network: string) {
  return hasRow(heldNetwork, and(eq(heldNetwork.network, network), gt(heldNetwork.expiresAt, new Date())));
}

/** Records from which network a new member has joined, if it is known; resolves with whether it is held. */
export async function recordNetwork(tx: Tx, memberId: number, network: string | undefined): Promise<boolean> {
  if (!network) return false;
  await tx.insert(signUp).values({ memberId, network, createdAt: new Date() });
  return holds(tx, isHeld(network));
}

/** Holds the newcomers of a network for seven days from now, or stops holding them. Members who are already in stay in. */
export async function setNetworkHeld(network: string, held: boolean): Promise<void> {
  if (!held) return void (await db.delete(heldNetwork).where(eq(heldNetwork.network, network)));
  const expiresAt = new Date(Date.now() + KEPT_MS);
  await db
    .insert(heldNetwork)
    .values({ network, expiresAt })
    .onConflictDoUpdate({ target: heldNetwork.network, set: { expiresAt } });
}

/** Sign-ups by network and hour; `at` is when the hour began, `heldUntil` is null unless the network's newcomers are held. */
type NetworkDto = { network: string; at: string; count: number; heldUntil: string | null };

/** Up to 50 hours in the last seven days in which members have joined from a network, those with the most first. */
export async function listNetworks(): Promise<NetworkDto[]> {
  const hour = sql<number>`${signUp.createdAt} / ${sql.raw(String(HOUR_MS))}`;
  const rows = await db
    .select({ network: signUp.network, hour, count: count(), until: heldNetwork.expiresAt })
    .from(signUp)
    .leftJoin(
      heldNetwork,
      and(eq(heldNetwork.network, signUp.network), gt(heldNetwork.expiresAt, new Date())),
    )
    .where(gt(signUp.createdAt, new Date(Date.now() - KEPT_MS)))
    .groupBy(signUp.network, hour)
    .orderBy(desc(count()), desc(hour))
    .limit(LISTED_MAX);
  return rows.map(({ network, hour, count, until }) => ({
    network,
    at: new Date(hour * HOUR_MS).toISOString(),
    count,
    heldUntil: until?.toISOString() ?? null,
  }));
}

/** Deletes what is older than seven days. */
export async function deleteOldNetworks(now = Date.now()) {
  await db.delete(signUp).where(lte(signUp.createdAt, new Date(now - KEPT_MS)));
  await db.delete(heldNetwork).where(lte(heldNetwork.expiresAt, new Date(now)));
}
