import { dataInventory } from "db/data-inventory";
import { expect, test } from "vitest";
import { describeKeptData } from "~/models/document/kept-data.server";

const { groups, stays, unexported, evidence } = describeKeptData();
const titles = groups.flatMap(({ things }) => things.map(([title]) => title));

test("every table about a member is described, under a title of its own in its group", () => {
  const described = Object.values(dataInventory).flatMap((table) =>
    "keeps" in table ? Object.values(table.keeps).flatMap((things) => Object.keys(things)) : [],
  );
  expect([...titles].sort()).toEqual(described.sort());
  for (const { things } of groups) expect(new Set(things.map(([title]) => title)).size).toBe(things.length);
});

test("every group says what, why and for how long", () => {
  for (const { title, why, until, things } of groups) {
    expect([title, why.endsWith("."), until.endsWith(".")]).toEqual([title, true, true]);
    expect(things.length, title).toBeGreaterThan(0);
    for (const [name, words] of things) expect(words.endsWith("."), name).toBe(true);
  }
});

test("what stays, what the export leaves out and what moderators see is said of every table", () => {
  for (const [name, table] of Object.entries(dataInventory)) {
    const answers: string[] = Object.values(table.columns);
    const said = (word: "stays" | "evidence") => word in table;
    expect([name, said("stays")]).toEqual([name, answers.some((answer) => answer.startsWith("kept"))]);
    expect([name, said("evidence")]).toEqual([name, answers.some((answer) => answer.includes("evidence"))]);
  }
  expect(stays).toContain("The messages you sent, without your name");
  expect(unexported).toContain("The hash of your password");
  expect(unexported).toContain("Recovery codes");
  expect(evidence).toContain("Your reactions");
  for (const lines of [titles, stays, unexported, evidence]) expect(new Set(lines).size).toBe(lines.length);
});
