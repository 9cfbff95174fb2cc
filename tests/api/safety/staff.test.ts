// The operator's commands for roles; models/safety/staff has who can have one.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { sampled } from "../../sampled";
import { operate } from "../operate";

const { app, signUp } = shareApp();

const run = (...args: string[]) => operate(app().dataDir, args);

test("roles are added, listed and removed by email address, in any case, while the server runs", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
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

const refused: [what: string, args: string[], message: RegExp][] = [
  [
    "an unknown address",
    ["operator", "add", "nobody@example.org"],
    /^No member has the email address nobody@e/,
  ],
  ["no address", ["moderator", "add"], /^Usage: npm run moderator -- add EMAIL \| remove EMAIL \| list$/],
  ["an unknown action", ["operator", "promote", "x"], /^Usage: npm run operator -- add EMAIL/],
];
test.each(sampled(refused))("%s is refused with one sentence", async (_, args, message) => {
  const { code, said } = await run(...args);
  expect([code, said.split("\n").length]).toEqual([1, 1]);
  expect(said).toMatch(message);
});

test("a database that cannot be opened is reported in one sentence", async () => {
  const { code, said } = await operate(app().dataDir, ["operator", "list"], {
    DATABASE_URL: "file:/proc/version",
  });
  expect([code, said]).toEqual([1, expect.stringMatching(/^The database .* cannot be opened[^\n]*$/)]);
});
