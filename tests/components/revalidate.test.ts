// When screens load again. Dialogs whose form has an id made with the page: a submission without a response must be retried with the same id.

import { readdirSync, readFileSync } from "node:fs";
import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, test } from "vitest";
import { UNREACHABLE_STATUS } from "~/browser/revalidate";
import * as video from "~/routes/messages/messages.$id.video";
import * as playlist from "~/routes/playlists/playlists.new";
import * as song from "~/routes/playlists/playlists_.$id.add";
import * as game from "~/routes/trivia/trivia.new";

const here = new URL("http://b-side.example/here");
const asked = {
  currentUrl: here,
  nextUrl: here,
  currentParams: {},
  nextParams: {},
  defaultShouldRevalidate: true,
};

test.each([
  ["a video", video],
  ["a song", song],
  ["a playlist", playlist],
  ["a game", game],
])("the form of %s keeps its id across live events until it is submitted", (_, { shouldRevalidate }) => {
  const loads = (what: Partial<ShouldRevalidateFunctionArgs>) => shouldRevalidate({ ...asked, ...what });
  expect(loads({})).toBe(false);
  expect(loads({ formMethod: "POST", actionStatus: UNREACHABLE_STATUS })).toBe(false);
  expect(loads({ formMethod: "POST", actionStatus: 409 })).toBe(true);
  expect(loads({ formMethod: "POST" })).toBe(true);
});

test("every screen with a loader says when it loads again", () => {
  const routes = readdirSync("app/routes", { recursive: true, encoding: "utf8" });
  const screens = ["root.tsx", ...routes.map((path) => `routes/${path}`)]
    .filter((path) => path.endsWith(".tsx"))
    .map((path) => ({ path, code: readFileSync(`app/${path}`, "utf8") }))
    .filter(({ code }) => /^export .*\bdefault\b/m.test(code) && /^export .*\bloader\b/m.test(code));
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter(({ code }) => !/^export .*\bshouldRevalidate\b/m.test(code))).toEqual([]);
});
