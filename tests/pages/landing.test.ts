// The landing page with an operator's own figures and quotes.
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const file = join(tmpdir(), `quotes-${process.pid}.txt`);
writeFileSync(file, "Ada & Ben | Matched on one tape | We argued about side two.\n");
afterAll(() => rmSync(file));
const { visitor } = shareApp({ LANDING_FIGURES: "1,240 members; 310 matches", LANDING_QUOTES: file });

test("an operator's own figures and quotes stand without a mark", async () => {
  const page = await openVisitor(visitor()).visit("/");
  const figures = page.within("B-Side in numbers", "list").all("listitem");
  expect(figures.map(({ text }) => text)).toEqual(["1,240 members", "310 matches"]);
  expect(page.has("Sample figures")).toBe(false);
  const quotes = [...page.element.querySelectorAll("figure")].map(({ textContent }) => textContent);
  expect(quotes).toEqual([
    expect.stringMatching(/We argued about side two.*Ada & Ben.*Matched on one tape$/),
  ]);
});
