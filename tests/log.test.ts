// What the log and errors of queries tell, and what is encrypted.

import { inspect } from "node:util";
import { client, db } from "db/client.server";
import { account, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq, sql } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import pino from "pino";
import { OAuth2RequestError, UnexpectedErrorResponseBodyError } from "remix-auth-oauth2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decrypt, encrypt } from "~/encryption.server";
import { log, logOptions } from "~/log.server";
import { hideValues } from "~/query-errors.server";

const SECRET = "secret@example.org";
const key = new TextEncoder().encode("a key of thirty-two bytes for HS256");

/** What is thrown for a token of another client, which names the person. */
async function verifyForeignToken(): Promise<unknown> {
  const claims = { email: SECRET, sub: SECRET };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setAudience("other").sign(key);
  return jwtVerify(token, key, { audience: "ours" }).catch((error: unknown) => error);
}

test.each<[string, () => unknown]>([
  ["a token that isn't for us", verifyForeignToken],
  ["a provider's odd answer", () => new UnexpectedErrorResponseBodyError(400, { login_hint: SECRET })],
  ["a provider's refusal", () => new OAuth2RequestError("invalid_request", SECRET, null, SECRET)],
  ["several errors", () => new AggregateError([Object.assign(new Error("One"), { body: SECRET })], "All")],
  ["a cause", () => new Error("A job failed", { cause: Object.assign(new Error("One"), { sent: SECRET }) })],
  ["what is no error", () => ({ email: SECRET })],
])("the log keeps what is said in %s to itself", async (_, make) => {
  const lines: string[] = [];
  const logger = pino({ ...logOptions, level: "error" }, { write: (line) => lines.push(line) });
  const error = await make();
  logger.error({ err: error }, "bug");
  expect(lines.join()).not.toContain(SECRET);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    err: { type: expect.stringMatching(/^\w+$/) },
  });
});

test.each([
  ["/api/lastfm/user/secret", "/api/lastfm/user/…"],
  ["/avatars/secret.svg", "/avatars/…"],
  ["/settings/export/secret.zip", "/settings/export/…"],
  ["/Notice/secret/confirm?secret", "/Notice/…"],
  ["/notic%65/secret", "/notice/…"],
  ["/artists/secret", "/artists/…"],
  ["/artists/secret/add", "/artists/…"],
  ["/api/artists/secret", "/api/artists/…"],
  ["https://b-side.example/artists/secret", "/artists/…"],
  ["/api/artists?q=secret", "/api/artists"],
  ["/artists", "/artists"],
  ["/members/7/why", "/members/7/why"],
])("of %s the log has %s", (address, path) => {
  expect(log.pathOf(address)).toBe(path);
});

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

test("encrypted text is unreadable and different each time", () => {
  const [one, other] = [encrypt("a token", "1 spotify"), encrypt("a token", "1 spotify")];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, "base64url").toString("latin1")).not.toContain("token");
  expect([decrypt(one, "1 spotify"), decrypt(other, "1 spotify")]).toEqual(["a token", "a token"]);
});

test("encrypted text is decrypted only if complete, unchanged and in its own context", () => {
  const sealed = encrypt("a token", "1 spotify");
  const bytes = Buffer.from(sealed, "base64url");
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  for (const [text, place] of [
    [sealed, "2 spotify"],
    [sealed, "1 youtube"],
    [bytes.toString("base64url"), "1 spotify"],
    [sealed.slice(0, -4), "1 spotify"],
    [sealed.slice(0, 20), "1 spotify"],
    ["", "1 spotify"],
    ["{}", "1 spotify"],
  ] as const) {
    expect(decrypt(text, place)).toBeUndefined();
  }
});
