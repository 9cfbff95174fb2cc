import { beforeAll, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { operate } from "../operate";
import type { Person } from "../people";

const { app, signUp: join } = shareApp();
let ada: Person;
let ben: Person;
beforeAll(async () => {
  ada = await join("Ada");
  ben = await join("Ben");
});

const run = (...args: string[]) => operate(app().dataDir, args);

test("roles are added, listed and removed by email address, in any case, while the server runs", async () => {
  expect(await run("operator", "list")).toEqual({ code: 0, said: "No one is an operator." });
  const added = await run("operator", "add", ada.email.toUpperCase());
  expect(added).toEqual({ code: 0, said: `Ada Lovelace (${ada.email}) is now an operator.` });
  await run("moderator", "add", ben.email);
  expect((await run("operator", "list")).said).toBe(`Ada Lovelace (${ada.email})`);
  expect((await run("moderator", "list")).said).toBe(`Ben Lovelace (${ben.email})`);
  const removed = await run("moderator", "remove", ben.email);
  expect(removed).toEqual({ code: 0, said: `Ben Lovelace (${ben.email}) is no longer a moderator.` });
  expect((await run("moderator", "list")).said).toBe("No one is a moderator.");
});

test("a member has one role: a moderator can become an operator, and an operator stays one", async () => {
  const cleo = await join("Cleo");
  await run("moderator", "add", cleo.email);
  expect((await run("operator", "add", cleo.email)).code).toBe(0);
  expect((await run("moderator", "list")).said).toBe("No one is a moderator.");
  expect(await run("moderator", "add", cleo.email)).toEqual({
    code: 1,
    said: `${cleo.email} is already an operator.`,
  });
  expect(await run("moderator", "remove", cleo.email)).toEqual({
    code: 1,
    said: `${cleo.email} is not a moderator.`,
  });
  expect((await run("operator", "list")).said).toContain(cleo.email);
});

test.each([
  [
    "an unknown address",
    ["operator", "add", "nobody@example.org"],
    /^No member has the email address nobody@e/,
  ],
  ["no address", ["moderator", "add"], /^Usage: npm run moderator -- add EMAIL \| remove EMAIL \| list$/],
  ["an unknown action", ["operator", "promote", "x"], /^Usage: npm run operator -- add EMAIL/],
])("%s is refused with one sentence", async (_, args, message) => {
  const { code, said } = await run(...args);
  expect([code, said.split("\n").length]).toEqual([1, 1]);
  expect(said).toMatch(message);
});

test("an address that several members have is refused", async () => {
  const dan = await join("Dan");
  const database = openDatabaseFile(`${app().dataDir}/b-side.sqlite`);
  await database.execute({
    sql: "insert into member (id, issuer, subject, email, first_name, last_name, created_at) values (1, 'x', 'x', ?, 'Eve', 'X', 0)",
    args: [dan.email],
  });
  database.close();
  const { code, said } = await run("operator", "add", dan.email);
  expect([code, said]).toEqual([1, `Several members have the email address ${dan.email}.`]);
});

test("a database that cannot be opened is reported in one sentence", async () => {
  const { code, said } = await operate(app().dataDir, ["operator", "list"], {
    DATABASE_URL: "file:/proc/version",
  });
  expect([code, said]).toEqual([1, expect.stringMatching(/^The database .* cannot be opened[^\n]*$/)]);
});
