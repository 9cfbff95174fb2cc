import { dataInventory } from "db/data-inventory";
import { expect, test } from "vitest";
import { describeKeptData, listDescribedColumns } from "~/models/document/kept-data.server";

test("every column about a member is described once, and no other", () => {
  const columns = Object.entries(dataInventory).flatMap(([table, answers]) =>
    Object.entries(answers).flatMap(([column, answer]) =>
      answer === "nobody's" ? [] : [`${table}.${column}`],
    ),
  );
  expect(listDescribedColumns().sort()).toEqual(columns.sort());
});

test("what becomes of a detail is what the inventory says", () => {
  const groups = new Map(describeKeptData().map((group) => [group.title, group]));
  const detailsOf = (title: string, list: "kept" | "unexported" | "evidence") =>
    groups.get(title)?.[list].flatMap(({ details }) => details) ?? [];
  expect(detailsOf("Whom you'd like to meet", "kept")).toEqual([]);
  expect(detailsOf("Whom you'd like to meet", "evidence")).toEqual(["your own words for it"]);
  expect(detailsOf("Conversations", "kept")).toContain("what you wrote");
  expect(detailsOf("Your account and signing in", "unexported")).toContain(
    "a hash of your password, which can't be turned back",
  );
  expect(detailsOf("Your profile", "kept")).toEqual(["your member number", "when you joined"]);
});

test("every group says why and for how long, and every thing in it has a detail in words", () => {
  for (const { title, why, until, things } of describeKeptData()) {
    expect([title, why.endsWith("."), until.endsWith(".")]).toEqual([title, true, true]);
    expect(things.length).toBeGreaterThan(0);
    for (const { details } of things) expect(details.length).toBeGreaterThan(0);
  }
});
