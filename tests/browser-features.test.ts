import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { featuresOf, testOf } from "../bin/browser-features";

const ALWAYS = "URL.canParse";

test("finds what older browsers lack, whether it is a global, a method or a function of a global", () => {
  expect(featuresOf(["new ResizeObserver(() => [1].at(0)); Object.fromEntries([])"])).toEqual([
    "self.ResizeObserver",
    "Array.prototype.at",
    "String.prototype.at",
    "Object.fromEntries",
    ALWAYS,
  ]);
  expect(featuresOf(["const { replaceAll } = text; var text"])).toEqual([
    "String.prototype.replaceAll",
    ALWAYS,
  ]);
});

test("finds neither a script's own names nor what every browser has", () => {
  const own =
    "export function flat(navigation) { return { at: navigation, all: Promise.all([document.body]) } }";
  expect(featuresOf([own])).toEqual([ALWAYS]);
});

test("refuses a global that is in no list, and syntax newer than that of the browsers that pass", () => {
  expect(() => featuresOf(["new Worklet()"])).toThrow("Worklet");
  expect(() => featuresOf(["/(?<a>1)|(?<a>2)/"])).toThrow(SyntaxError);
});

test("the test holds only where all features are there", () => {
  const holds = testOf(["self.ResizeObserver", "Array.prototype.at", "Array.prototype.flat", "URL.canParse"]);
  const browser = {
    ResizeObserver: 1,
    Array: { prototype: { at: 1, flat: 1 } },
    URL: { canParse: 1 },
  };
  const run = (globals: object) => {
    const self = { ...globals, self: {} };
    self.self = self;
    return runInNewContext(holds, { self });
  };
  const { ResizeObserver: _, ...without } = browser;
  expect(run(browser)).toBe(true);
  expect(run(without)).toBe(false);
  expect(run({ ...browser, URL: {} })).toBe(false);
  expect(run({ ...browser, URL: undefined })).toBe(false);
  expect(run({ ...browser, Array: { prototype: { flat: 1 } } })).toBe(false);
});
