// Whose age the deployment's age provider still has to confirm.
import { member } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { env } from "~/env.server";

/** True while a member has to prove that they are 18 or older, and hasn't. */
export function awaitsAgeProof(memberId: Column | number): SQL {
  const self = alias(member, "aged");
  return env.ageProvider
    ? hasRow(self, and(eq(self.id, memberId), sql`${self.ageCheck} is not 'provider'`))
    : sql`false`;
}
