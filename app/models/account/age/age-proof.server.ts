// Who still has to prove to the deployment's age provider, or to declare, that they are 18 or older.
import { EMBEDDED_MEMBERS } from "db/column-types";
import { member } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { env } from "~/env.server";
import { dayOf } from "~/models/member/visit.server";

/** True while a member has to prove that they are 18 or older, and hasn't. */
export function awaitsAgeProof(memberId: Column | number): SQL {
  const self = alias(member, "aged");
  return env.ageProvider
    ? hasRow(self, and(eq(self.id, memberId), sql`${self.ageCheck} is not 'provider'`))
    : sql`false`;
}

/** True while a member from an outside sign-in provider hasn't said that they are 18 or older; others did at sign-up. */
export function awaitsAgeDeclaration(memberId: number): SQL {
  if (env.ageProvider) return sql`false`;
  const isUndeclared = and(isNull(member.ageCheck), ne(member.issuer, EMBEDDED_MEMBERS));
  return hasRow(member, and(eq(member.id, memberId), isUndeclared));
}

/** What is stored about a member who declares that they are 18 or older. */
export function declareAge(saidAt: Date) {
  return { ageCheck: "declared", ageCheckedOn: dayOf(saidAt.getTime()) } as const;
}
