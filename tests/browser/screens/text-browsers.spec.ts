// Text browsers show neither pictures nor labels: every link and button has words of its own.
import { expect, type Page } from "@playwright/test";
import {
  conversingPair,
  sendJson,
  sendMessage,
  sendPhoto,
  sendVoice,
  setPreferences,
  signUp,
} from "../members";
import { test, visit } from "../pages";

/** The links, buttons and menus that a text browser shows nothing of. */
function withoutWords(page: Page): Promise<string[]> {
  return page
    .locator("a, button, summary")
    .evaluateAll((controls) =>
      controls
        .filter((each) => !each.textContent?.trim() && !each.querySelector("img[alt]:not([alt=''])"))
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
}

test("every link and button has words, and says them once", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const cleo = await signUp(browser, "Cleo", false);
  for (const person of [ada, cleo]) {
    await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
    await setPreferences(person, ["Broadcast", "Low"], ["Jazz"]);
  }
  const dan = await signUp(browser, "Dan", false);
  const prompts = [{ prompt: "best_show", answer: "Low, in a church" }];
  await sendJson(dan, "PUT", "/api/profile/prompts", { prompts });
  await sendMessage(ben, conversationId, "Hello");
  await sendVoice(ben, conversationId);
  await sendPhoto(ben, conversationId, "The river");
  await sendJson(ada, "POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  const playlist = crypto.randomUUID();
  await sendJson(ada, "POST", "/api/playlists", { id: playlist, name: "Mondays" });
  for (const title of ["One", "Two"])
    await sendJson(ada, "POST", `/api/playlists/${playlist}/songs`, { title, artist: "Can" });
  const { page } = ada;
  const screens = [
    "/",
    "/discover",
    "/matches",
    `/members/${ben.id}`,
    `/messages/${conversationId}`,
    `/messages/${conversationId}/share`,
    `/messages/${conversationId}/photo`,
    `/messages/${conversationId}/voice`,
    `/members/${dan.id}/like?prompt=best_show`,
    "/records",
    "/records/new",
    `/playlists/${playlist}`,
    "/trivia",
    "/profile",
    "/profile?tab=music",
    "/settings",
    "/notifications",
  ];
  for (const screen of screens) {
    await visit(page, screen);
    expect([screen, await withoutWords(page)]).toEqual([screen, []]);
  }

  await visit(page, `/messages/${conversationId}`);
  for (const name of ["Share Music", "Share Video", "Send Photo", "Send Voice Note", "Challenge to trivia"])
    await expect(page.getByRole("link", { name, exact: true })).toHaveText(name);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveText("Send");
});
