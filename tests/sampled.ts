// Tables and random runs of which `npm test` takes a part; `npm run test:all -- --only cases` takes all.
import { test } from "vitest";

const takesAll = process.env.TEST_CASES === "all";

/** All cases of a table, or the first `few`. */
export function sampled<Case>(cases: readonly Case[], few = 1): Case[] {
  return takesAll ? [...cases] : cases.slice(0, few);
}

/** How many runs a property has: `all`, or `few`. */
export function runsOf(all: number, few: number): number {
  return takesAll ? all : few;
}

/** A test that takes long, of something that no change of the app is likely to break. */
export const rareTest = test.runIf(takesAll);
