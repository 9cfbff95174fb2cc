// The ways to sign in besides the password: passkeys, authenticator app and recovery codes, saved and restored together.
import type { SignInWays } from "db/column-types";
import { insertFrom } from "db/insert-from.server";
import { account, accountLink, authenticator, passkey, recoveryCode } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { formatList } from "~/language/intl";
import { t } from "~/language/text";

type Table = typeof passkey | typeof authenticator | typeof recoveryCode;
type Row = SignInWays["codes"][number];

/** An account's ways to sign in, and since when its address is proved. */
export async function getSignInWays(tx: Tx, accountId: string): Promise<SignInWays> {
  const [owner] = await tx
    .select({ confirmedAt: account.emailConfirmedAt })
    .from(account)
    .where(eq(account.id, accountId));
  const [app] = await selectRows(tx, authenticator, accountId, isNotNull(authenticator.confirmedAt));
  return {
    passkeys: await selectRows(tx, passkey, accountId),
    authenticator: app ?? null,
    codes: await selectRows(tx, recoveryCode, accountId),
    confirmedAt: owner?.confirmedAt?.getTime() ?? null,
  };
}

function selectRows(tx: Tx, table: Table, accountId: string, which?: SQL): Promise<Row[]> {
  return tx.all<Row>(sql`select * from ${table} where ${and(eq(table.accountId, accountId), which)}`);
}

/** Removes these ways. */
export async function removeSignInWays(tx: Tx, accountId: string): Promise<void> {
  for (const table of [passkey, authenticator, recoveryCode])
    await tx.delete(table).where(eq(table.accountId, accountId));
}

/**
 * Restores the saved ways, and removes all others; null removes all. Those that never left stay as they are, and codes that a
 * later link knows to be used stay used, so that none is valid again.
 */
export async function restoreSignInWays(tx: Tx, accountId: string, kept: SignInWays | null): Promise<void> {
  const { passkeys = [], authenticator: app, codes = [] } = kept ?? {};
  await restoreRows(tx, accountId, passkey, passkey.id, passkeys);
  await restoreRows(tx, accountId, authenticator, authenticator.secret, app ? [app] : []);
  await restoreRows(tx, accountId, recoveryCode, recoveryCode.hash, codes);
  await tx
    .update(recoveryCode)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCode.accountId, accountId),
        isNull(recoveryCode.usedAt),
        sql`${recoveryCode.hash} in (
          select value ->> 'hash' from ${accountLink}, json_each(${accountLink.signInWays}, '$.codes')
          where ${eq(accountLink.accountId, accountId)} and value ->> 'used_at' is not null)`,
      ),
    );
}

/** Restores an account's rows, which `key` identifies, and removes all others. */
async function restoreRows(
  tx: Tx,
  accountId: string,
  table: Table,
  key: typeof passkey.id | typeof authenticator.secret | typeof recoveryCode.hash,
  rows: Row[],
): Promise<void> {
  const keys = rows.map((row) => String(row[key.name]));
  await tx.delete(table).where(and(eq(table.accountId, accountId), notInArray(key, keys)));
  const keptValue = (column: Column) => sql`value ->> ${column.name}`;
  await insertFrom(tx, table, keptValue, (select) =>
    select.from(sql`json_each(${JSON.stringify(rows)})`).where(sql`true`),
  ).onConflictDoNothing();
}

/** How much of these ways somebody would lose. */
export type HeldWays = { hasApp: boolean; passkeys: number; codes: number };

/** "authenticator app, 2 passkeys and 8 recovery codes"; undefined for nothing. */
export function describeWays({ hasApp, passkeys, codes }: HeldWays): string | undefined {
  const ways = [
    hasApp ? t("authenticator app") : "",
    passkeys ? t("{count, plural, one {passkey} other {# passkeys}}", { count: passkeys }) : "",
    codes ? t("{count, plural, one {recovery code} other {# recovery codes}}", { count: codes }) : "",
  ].filter(Boolean);
  return ways.length ? formatList(ways) : undefined;
}
