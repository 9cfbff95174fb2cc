import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeFiles } from "../bin/merge-files";

const pages = [new Set(["a", "b", "c"]), new Set(["a", "b"])];

test("merges what pages load together, unless others would load too much", () => {
  const files = [
    { name: "a", imports: [], bytes: 9000 },
    { name: "b", imports: [], bytes: 9000 },
    { name: "c", imports: [], bytes: 200 },
    { name: "d", imports: [], bytes: 9000 },
  ];
  expect(mergeFiles(files, [...pages, new Set(["d"])])).toEqual([["a", "b", "c"], ["d"]]);
});

test("counts what a file imports: pages that don't need it would load that too", () => {
  const files = [
    { name: "a", imports: [], bytes: 100 },
    { name: "b", imports: ["d"], bytes: 100 },
    { name: "d", imports: [], bytes: 9000 },
  ];
  const loads = [["a"], ["a", "b", "d"], ["d"], ["d"]].map((page) => new Set(page));
  expect(mergeFiles(files, loads)).toEqual([["a"], ["b", "d"]]);
});

test("keeps files apart that import each other through a third", () => {
  const files = [
    { name: "a", imports: ["d"], bytes: 100 },
    { name: "b", imports: [], bytes: 100 },
    { name: "d", imports: ["b"], bytes: 9000 },
  ];
  expect(mergeFiles(files, pages)).toEqual([["a"], ["b"], ["d"]]);
});

test("merged files hold every file once, and never import each other in a circle", () => {
  const name = fc.integer({ min: 0, max: 11 });
  const anyFiles = fc.array(fc.record({ bytes: fc.nat(4000), imports: fc.uniqueArray(name) }), {
    maxLength: 12,
  });
  const anyPages = fc.array(fc.uniqueArray(name), { maxLength: 6 });
  fc.assert(
    fc.property(anyFiles, anyPages, (drawn, loads) => {
      // Files only import later ones, so they are in no circle before.
      const files = drawn.map(({ bytes, imports }, index) => ({
        name: `${index}`,
        bytes,
        imports: imports.filter((other) => other > index && other < drawn.length).map(String),
      }));
      const parts = mergeFiles(
        files,
        loads.map((load) => new Set(load.map(String))),
      );
      expect(parts.flat().sort()).toEqual(files.map((file) => file.name).sort());
      const importsOf = (part: string[]) =>
        files.filter((file) => part.includes(file.name)).flatMap(({ imports }) => imports);
      // Parts that import no other are taken away until none is left.
      let left = parts;
      for (let before = -1; before !== left.length; ) {
        before = left.length;
        left = left.filter((part) =>
          left.some((other) => other !== part && importsOf(part).some((each) => other.includes(each))),
        );
      }
      expect(left).toEqual([]);
    }),
  );
});
