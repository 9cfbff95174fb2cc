// The ways to sign in besides the password: passkeys, authenticator app and recovery codes, kept and brought back together.
import { db } from "db/client.server";
import type { SignInWays } from "db/column-types";
import { account, accountLink, authenticator, passkey, recoveryCode } from "db/schema";
import {
  and,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** The JSON of the ways of the account that `which` selects, and of its proof, as they are when the statement runs. */
export function signInWaysOf(which: SQL | undefined): SQL {
  const owner = db.select({ id: account.id }).from(account).where(which);
  const passkeys = db
    .select({ all: sql`json_group_array(${toJson(passkey)})` })
    .from(passkey)
    .where(inArray(passkey.accountId, owner));
  const app = db
    .select({ one: toJson(authenticator) })
    .from(authenticator)
    .where(and(inArray(authenticator.accountId, owner), isNotNull(authenticator.confirmedAt)));
  const codes = db
    .select({ all: sql`json_group_array(${toJson(recoveryCode)})` })
    .from(recoveryCode)
    .where(inArray(recoveryCode.accountId, owner));
  const confirmedAt = db.select({ at: account.emailConfirmedAt }).from(account).where(which);
  const parts = { passkeys, authenticator: app, codes, confirmedAt } satisfies Record<
    keyof SignInWays,
    SQLWrapper
  >;
  return sql`json_object(${sql.join(
    Object.entries(parts).map(([name, part]) => sql`${name}, json((${part}))`),
    sql`, `,
  )})`;
}

/** The statements that remove these ways; `whose` selects the account's id. */
export function removeSignInWays(whose: SQLWrapper): BatchItem<"sqlite">[] {
  return [
    db.delete(passkey).where(inArray(passkey.accountId, whose)),
    db.delete(authenticator).where(inArray(authenticator.accountId, whose)),
    db.delete(recoveryCode).where(inArray(recoveryCode.accountId, whose)),
  ];
}

/**
 * The statements that bring back the ways in `kept`, the JSON of `signInWaysOf`, and remove all others; null removes all.
 * What was there all along stays as it is, and what a later link knows to be used is used, so that no code is good again.
 */
export function restoreSignInWays(whose: SQLWrapper, kept: SQL): BatchItem<"sqlite">[] {
  const keptIn = (part: keyof SignInWays, key: string) =>
    sql`select value ->> ${key} from json_each(${kept}, ${`$.${part}`})`;
  const secret = sql`(${kept}) ->> '$.authenticator.secret'`;
  return [
    db
      .delete(passkey)
      .where(and(inArray(passkey.accountId, whose), sql`${passkey.id} not in (${keptIn("passkeys", "id")})`)),
    db
      .delete(authenticator)
      .where(and(inArray(authenticator.accountId, whose), sql`${authenticator.secret} is not ${secret}`)),
    db
      .delete(recoveryCode)
      .where(
        and(
          inArray(recoveryCode.accountId, whose),
          sql`${recoveryCode.hash} not in (${keptIn("codes", "hash")})`,
        ),
      ),
    db
      .insert(passkey)
      .select(fromJson(passkey, sql`json_each(${kept}, '$.passkeys')`))
      .onConflictDoNothing(),
    db
      .insert(authenticator)
      .select(
        fromJson(
          authenticator,
          sql`(select (${kept}) -> '$.authenticator' as value)`,
          sql`${secret} is not null`,
        ),
      )
      .onConflictDoNothing(),
    db
      .insert(recoveryCode)
      .select(fromJson(recoveryCode, sql`json_each(${kept}, '$.codes')`))
      .onConflictDoNothing(),
    db
      .update(recoveryCode)
      .set({ usedAt: new Date() })
      .where(
        and(
          inArray(recoveryCode.accountId, whose),
          isNull(recoveryCode.usedAt),
          sql`${recoveryCode.hash} in (
            select value ->> 'hash' from ${accountLink}, json_each(${accountLink.signInWays}, '$.codes')
            where ${accountLink.accountId} = ${recoveryCode.accountId} and value ->> 'used_at' is not null)`,
        ),
      ),
  ];
}

function toJson(table: SQLiteTable) {
  const columns = Object.values(getTableColumns(table)).map((column) => sql`${column.name}, ${column}`);
  return sql`json_object(${sql.join(columns, sql`, `)})`;
}

/** The rows of a table in the column `value` of `source`. */
function fromJson(table: SQLiteTable, source: SQL, condition = sql`true`) {
  const values = Object.values(getTableColumns(table)).map(({ name }) => sql`value ->> ${name}`);
  return sql`select ${sql.join(values, sql`, `)} from ${source} where ${condition}`;
}

/** How much of these ways somebody would lose. */
export type HeldWays = { hasApp: boolean; passkeys: number; codes: number };

/** "authenticator app, 2 passkeys and 8 recovery codes"; undefined for nothing. */
export function describeWays({ hasApp, passkeys, codes }: HeldWays): string | undefined {
  const parts = [
    hasApp ? "authenticator app" : "",
    passkeys > 1 ? `${passkeys} passkeys` : "passkey".repeat(passkeys),
    codes > 1 ? `${codes} recovery codes` : "recovery code".repeat(codes),
  ].filter(Boolean);
  const last = parts.pop();
  return parts.length ? `${parts.join(", ")} and ${last}` : last;
}
