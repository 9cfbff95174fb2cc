// The embedded identity provider's storage: its records by kind and id, and its signing key.
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { db } from "db/client.server";
import { providerRecord } from "db/schema";
import { and, eq, lt } from "drizzle-orm";
import { getSharedSecret } from "~/models/shared-secret.server";
import { isCurrent } from "./credentials.server";
import { readSubject } from "./proof";

type Payload = Record<string, unknown>;

/** Adds or replaces a record, which expires after `expiresInSeconds` if given. */
export async function putProviderRecord(
  kind: string,
  id: string,
  payload: Payload,
  expiresInSeconds?: number,
) {
  const columns = {
    payload,
    grantId: typeof payload.grantId === "string" ? payload.grantId : null,
    uid: typeof payload.uid === "string" ? payload.uid : null,
    expiresAt: expiresInSeconds ? new Date(Date.now() + expiresInSeconds * 1000) : null,
  };
  await db
    .insert(providerRecord)
    .values({ kind, id, ...columns })
    .onConflictDoUpdate({ target: [providerRecord.kind, providerRecord.id], set: columns });
}

/**
 * An unexpired record by its id or uid, with the second in which it was consumed. Records of void sign-ins are not found, and a
 * sign-in in progress starts over.
 */
export async function getProviderRecord(kind: string, by: { id: string } | { uid: string }) {
  const which = "id" in by ? eq(providerRecord.id, by.id) : eq(providerRecord.uid, by.uid);
  const [found] = await db
    .select()
    .from(providerRecord)
    .where(and(eq(providerRecord.kind, kind), which));
  if (!found || (found.expiresAt && found.expiresAt < new Date())) return undefined;
  const { payload, consumedAt } = found;
  if (await isVoid(payload.accountId)) return undefined;
  const { login } = (payload.result ?? {}) as { login?: Payload };
  if (await isVoid(login?.accountId)) return { ...payload, result: undefined };
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload;
}

/** True for a subject whose credentials have changed since. */
async function isVoid(subject: unknown): Promise<boolean> {
  if (typeof subject !== "string") return false;
  const proof = readSubject(subject);
  return !proof || !(await isCurrent(proof));
}

/** Marks a record as consumed, so that a second use is noticed. */
export async function consumeProviderRecord(kind: string, id: string) {
  await db
    .update(providerRecord)
    .set({ consumedAt: new Date() })
    .where(and(eq(providerRecord.kind, kind), eq(providerRecord.id, id)));
}

/** Removes a record. */
export async function removeProviderRecord(kind: string, id: string) {
  await db.delete(providerRecord).where(and(eq(providerRecord.kind, kind), eq(providerRecord.id, id)));
}

/** Deletes expired records. */
export async function deleteExpiredProviderRecords() {
  await db.delete(providerRecord).where(lt(providerRecord.expiresAt, new Date()));
}

/** Removes all records of a grant. */
export async function removeProviderGrant(grantId: string) {
  await db.delete(providerRecord).where(eq(providerRecord.grantId, grantId));
}

/** The provider's private signing key as a JSON Web Key, generated once and shared by all machines. */
export async function getProviderKey(): Promise<Record<string, unknown>> {
  // Not translated: a key.
  const key = await getSharedSecret("provider signing key", async () => {
    const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
    return JSON.stringify({ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" });
  });
  return JSON.parse(key);
}
