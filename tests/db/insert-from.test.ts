import { db } from "db/client.server";
import { insertFrom } from "db/insert-from.server";
import { documentText, rateLimit } from "db/schema";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sourcesIn } from "../sources";

const from = sql`json_each('["one", "two"]')`;

test("a row is inserted for each that is found, whatever the order of its values", async () => {
  await insertFrom(db, documentText, { text: sql`value`, version: sql`'v' || key` }, (select) =>
    select.from(from).where(sql`key = 1`),
  );
  expect(await db.select().from(documentText)).toEqual([{ version: "v1", text: "two" }]);
});

test("a constant is stored as its column has it, and a function of the column stands for all", async () => {
  const expire = new Date(5000);
  await insertFrom(db, rateLimit, { key: sql`value`, points: 3, expire }, (select) => select.from(from));
  expect(await db.select().from(rateLimit)).toContainEqual({ key: "two", points: 3, expire });
});

test("a row without a column, or with a name that is none, doesn't compile", () => {
  const one = { version: sql`key`, text: sql`value` };
  const compile = () => [
    // @ts-expect-error
    insertFrom(db, documentText, { version: one.version }, (select) => select.from(from)),
    // @ts-expect-error
    insertFrom(db, documentText, { ...one, words: one.text }, (select) => select.from(from)),
    // @ts-expect-error
    insertFrom(db, rateLimit, { key: one.text, points: "3", expire: null }, (select) => select.from(from)),
  ];
  expect(compile).not.toThrow();
});

test("no query is inserted in another way", () => {
  const sources = ["app", "db"].flatMap((folder) => sourcesIn(folder, /\.ts$/));
  const others = sources.filter(({ text }) => /\.insert\([^()]+\)\s*\.select\(/.test(text));
  expect(others.map(({ path }) => path)).toEqual(["db/insert-from.server.ts"]);
});
