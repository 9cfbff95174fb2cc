// Strikes: sanctions against a person, stored for a year under a hash that outlives the account.

import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { type member, sanction, strike } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import { keyedDigest } from "~/digest.server";
import { DAY_MS, STRIKE_DAYS } from "~/durations";
import { formatDate } from "~/language/intl";
import { msg } from "~/language/text";
import { foldAddress } from "~/models/inbox";
import type { StrikeDto } from "~/models/safety/case/case";
import { Refusal } from "~/refusal";

const STRIKE_MS = STRIKE_DAYS * DAY_MS;

type Person = Pick<typeof member.$inferSelect, "issuer" | "subject" | "email">;

/** Hashes a person with a key: the email at the embedded provider, issuer and subject at an outside one. */
export function hashPerson({ issuer, subject, email }: Person): string {
  if (issuer === EMBEDDED_MEMBERS && email) return hashEmail(email);
  // Not translated: what is hashed.
  return hash(`identity ${JSON.stringify([issuer, subject])}`);
}

/** Hashes the email address of an account at the embedded provider, the same for all spellings of one inbox. */
export function hashEmail(email: string): string {
  // Not translated: what is hashed.
  return hash(`email ${foldAddress(email)}`);
}

/** All hashes under which a person's strikes may be stored: earlier ones used the address as spelled. */
function hashesOf(person: Person): string[] {
  const { issuer, email } = person;
  // Not translated: what is hashed.
  const spelled =
    issuer === EMBEDDED_MEMBERS && email ? hash(`email ${email.trim().toLowerCase()}`) : undefined;
  return [...new Set([hashPerson(person), ...(spelled === undefined ? [] : [spelled])])];
}

/** Adds a strike for a sanction against a person, who is also identified by a proof of their age. */
export async function addStrike(
  tx: Tx,
  { id: sanctionId, kind, startsAt: at }: Pick<typeof sanction.$inferSelect, "id" | "kind" | "startsAt">,
  person: Person & Pick<typeof member.$inferSelect, "ageProof">,
): Promise<void> {
  const expiresAt = new Date(at.getTime() + STRIKE_MS);
  const { ageProof } = person;
  await tx
    .insert(strike)
    .values({ sanctionId, kind, at, expiresAt, personHash: hashPerson(person), ageProof });
}

/** A person's strikes, newest first. */
export async function listStrikes(personHash: string): Promise<StrikeDto[]> {
  const rows = await db
    .select({ caseId: sanction.caseId, kind: strike.kind, at: strike.at, expiresAt: strike.expiresAt })
    .from(strike)
    .leftJoin(sanction, eq(sanction.id, strike.sanctionId))
    .where(and(eq(strike.personHash, personHash), gt(strike.expiresAt, new Date())))
    .orderBy(desc(strike.at));
  return rows.map(({ at, expiresAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/** Whether the person with this email at the embedded provider can't join because of an earlier account. */
export async function isExcluded(email: string): Promise<boolean> {
  return (await findExclusion(isOf({ issuer: EMBEDDED_MEMBERS, subject: "", email }))) !== undefined;
}

/** Refuses a person whose earlier account is still banned or suspended (forbidden). */
export async function rejectExcludedPerson(person: Person) {
  rejectExclusion(await findExclusion(isOf(person)));
}

/** Refuses in the same way a person whose proof of age belongs to an earlier account. */
export async function rejectExcludedProof(tx: Tx, ageProof: string) {
  rejectExclusion(await findExclusion(eq(strike.ageProof, ageProof), tx));
}

function rejectExclusion(excluded: Awaited<ReturnType<typeof findExclusion>>) {
  if (!excluded) return;
  const until = formatDate(excluded.until ?? excluded.expiresAt, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  throw new Refusal(
    "forbidden",
    excluded.kind === "ban"
      ? msg("Your earlier account was banned. You can't join again before {until}.", { until })
      : msg("Your earlier account was suspended. You can't join again before {until}.", { until }),
  );
}

function isOf(person: Person): SQL {
  return inArray(strike.personHash, hashesOf(person));
}

async function findExclusion(isTheirs: SQL, on: Database = db) {
  const now = new Date();
  const [excluded] = await on
    .select({ kind: strike.kind, until: sanction.endsAt, expiresAt: strike.expiresAt })
    .from(strike)
    .leftJoin(sanction, eq(sanction.id, strike.sanctionId))
    .where(
      and(
        isTheirs,
        gt(strike.expiresAt, now),
        inArray(strike.kind, ["suspend", "ban"]),
        or(isNull(sanction.endsAt), gt(sanction.endsAt, now)),
      ),
    )
    .orderBy(desc(strike.at))
    .limit(1);
  return excluded;
}

/** Deletes expired strikes. */
export async function deleteExpiredStrikes() {
  await db.delete(strike).where(lte(strike.expiresAt, new Date()));
}

function hash(text: string): string {
  // Not translated: what is hashed.
  return keyedDigest(`person ${text}`);
}
