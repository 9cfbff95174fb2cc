import { expect, test } from "vitest";
import { diffParagraphs } from "~/models/document/paragraph-diff.server";

/** The differences as lines: "+" added, "-" removed, "=" the same. */
const diff = (before: string[], after: string[]) =>
  diffParagraphs(before.join("\n\n"), after.join("\n\n")).map(
    ({ kind, text }) => `${{ added: "+", removed: "-", same: "=" }[kind]}${text}`,
  );

test("a changed paragraph is removed and added, and what is around it stays", () => {
  expect(diff(["One", "Two", "Three"], ["One", "Two!", "Three"])).toEqual([
    "=One",
    "-Two",
    "+Two!",
    "=Three",
  ]);
});

test("paragraphs that were added, removed and moved", () => {
  expect(diff(["A", "B", "C"], ["A", "X", "B", "C", "Y"])).toEqual(["=A", "+X", "=B", "=C", "+Y"]);
  expect(diff(["A", "B", "C", "D"], ["B", "D"])).toEqual(["-A", "=B", "-C", "=D"]);
  expect(diff(["A", "B", "A"], ["B", "A", "B"])).toEqual(["-A", "=B", "=A", "+B"]);
  expect(diff(["A"], ["A"])).toEqual(["=A"]);
  expect(diff([""], ["A"])).toEqual(["+A"]);
});

test("spaces and blank lines between paragraphs change nothing", () => {
  expect(diffParagraphs("A\n\n\n B", "A\n  \nB").map(({ kind }) => kind)).toEqual(["same", "same"]);
});

test("the paragraphs of either text are all there, in order, however long the texts are", () => {
  for (const [length, step] of [
    [60, 3],
    [3000, 2],
  ] as const) {
    const before = Array.from({ length }, (_, index) => `p${index}`);
    const after = before.map((text, index) => (index % step ? text : `${text}!`));
    const parts = diffParagraphs(before.join("\n\n"), after.join("\n\n"));
    const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text);
    expect(without("added")).toEqual(before);
    expect(without("removed")).toEqual(after);
  }
});
