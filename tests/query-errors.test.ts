// What errors of queries tell when they are logged or printed.
import { inspect } from "node:util";
import { client, db } from "db/client.server";
import { account, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logOptions } from "~/log.server";
import { hideValues } from "~/query-errors.server";

const EMAIL = "ada@example.org\n    at secret ($1)";
const HASH = "$argon2id$v=19$secret";
const WORDS = 'secret "words"';
const ada = { id: "ada", email: EMAIL, passwordHash: HASH, firstName: "secret", lastName: "secret" };
const added = { ...ada, createdAt: new Date() };
const isAda = eq(account.email, EMAIL);
/** SQLite runs it, and fails. */
const failing = sql`abs(${-9_223_372_036_854_775_808n} + json(${WORDS}))`;

beforeAll(async () => {
  await db.insert(account).values({ ...added, email: "ben@example.org" });
  for (const change of ["insert", "update", "delete"])
    await client.execute(
      `create trigger fail_${change} before ${change} on account begin select raise(abort, 'refused'); end`,
    );
});

afterAll(async () => {
  for (const change of ["insert", "update", "delete"]) await client.execute(`drop trigger fail_${change}`);
});

const statements: Record<string, () => PromiseLike<unknown>> = {
  select: () => db.select({ value: failing }).from(account),
  "a select with a join": () =>
    db.select({ value: failing }).from(account).leftJoin(member, isAda).where(sql`${failing} > ${EMAIL}`),
  insert: () => db.insert(account).values({ ...added, id: "other" }),
  "insert or update": () =>
    db.insert(account).values(added).onConflictDoUpdate({ target: account.id, set: ada }),
  "insert from select": () => db.insert(account).select(db.select().from(account).where(sql`${failing} > 0`)),
  update: () => db.update(account).set({ email: EMAIL, passwordHash: HASH }),
  "update with returning": () => db.update(account).set({ email: EMAIL }).returning(),
  delete: () => db.delete(account).where(sql`${account.email} <> ${EMAIL}`),
  count: () => db.$count(account, sql`${failing} > 0`),
  run: () => db.run(sql`update account set email = ${EMAIL}`),
  all: () => db.all(sql`select ${failing}`),
  get: () => db.get(sql`select ${failing}`),
  values: () => db.values(sql`select ${failing}`),
  "a prepared statement": () =>
    db
      .select()
      .from(account)
      .where(sql`json(${sql.placeholder("words")}) > 0`)
      .prepare()
      .execute({ words: WORDS }),
  batch: () => db.batch([db.update(account).set({ email: EMAIL }), db.delete(account)]),
  transaction: () => transaction((tx) => tx.update(account).set({ email: EMAIL, passwordHash: HASH })),
  "a search for words": () =>
    db.all(sql`select * from message_words where message_words match ${'secret: "words'}`),
  "a statement that can't be prepared": () => db.all(sql`select nothing from account where email = ${EMAIL}`),
  "the client's own": () => client.execute({ sql: "update account set email = ?", args: [EMAIL] }),
};

test.each(Object.entries(statements))("an error of %s keeps its values to itself", async (_, run) => {
  const error: unknown = await Promise.resolve(run()).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  const lines: string[] = [];
  const logger = pino({ ...logOptions, level: "error" }, { write: (line) => lines.push(line) });
  logger.error({ err: new Error("A job failed", { cause: error }) }, "bug");
  logger.error({ err: error }, "bug");
  const told = [...lines, inspect(hideValues(error), { depth: null }), String(error)].join("\n");
  expect(told).not.toMatch(/ada@|argon2|secret/);
  expect(told).toContain("SQLITE_");
  expect(told).toMatch(/\n +at /);
});
