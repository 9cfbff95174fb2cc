// Dialogs whose form has an id made with the page: a submission without a response must be retried with the same id.
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
