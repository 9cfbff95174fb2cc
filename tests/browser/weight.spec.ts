// The scripts that a browser with an empty cache receives on the first visit to a screen, before anything is pressed.
import { gzipSync } from "node:zlib";
import { type Browser, expect } from "@playwright/test";
import { conversingPair, type Person, sendJson, sendMessage, sendPhoto, setPreferences } from "./members";
import { openContext, openPage, test, visit, waitForFrames } from "./pages";

/** Gzipped, the scripts in the page's own text included. */
const SCRIPT_BYTES = 140_000;
const SCRIPT_REQUESTS = 20;

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts there are none");
});

/** Fills every screen of a member with something. */
async function fill(person: Person, other: Person, conversationId: string) {
  const playlist = crypto.randomUUID();
  await sendJson(person, "PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Nuuk" });
  await setPreferences(person, ["Broadcast", "Pram"], ["Electronic"]);
  await setPreferences(other, ["Broadcast", "Low"], ["Electronic"]);
  await sendMessage(other, conversationId, "Hello");
  const { id: message } = await sendJson(person, "POST", `/api/conversations/${conversationId}/messages`, {
    content: "Hello to you",
  });
  await sendJson(person, "POST", "/api/record-collections", { artist: "Pram", album: "Helium", year: 1994 });
  await sendJson(person, "POST", "/api/playlists", { id: playlist, name: "Mondays" });
  await sendJson(person, "POST", `/api/playlists/${playlist}/songs`, {
    title: "Come On",
    artist: "Broadcast",
  });
  const game = await sendJson(person, "POST", "/api/trivia-games", { player2Id: other.id });
  return { playlist, game: game.id as string, message: message as string };
}

/**
 * Opens a screen in a browser that has nothing but the member's session, and counts the scripts that it receives until it has
 * settled: those of files, and those in the page but for its data.
 */
async function weigh(person: Person, path: string) {
  const context = await openContext(person.page.context().browser() as Browser, true);
  await context.addCookies(await person.context.cookies());
  const page = await openPage(context);
  const bodies: Promise<Buffer>[] = [];
  let pending = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "script") pending += 1;
  });
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    bodies.push(response.body().finally(() => (pending -= 1)));
  });
  const stream = page.waitForResponse((response) => response.url().includes("/api/live"));
  const html = await (await visit(page, path))?.text();
  await stream;
  const isDialog = page.locator(".served-overlay, [role=dialog]");
  if (await isDialog.count()) await expect(page.getByRole("dialog")).toBeVisible();
  await waitForFrames(page);
  await expect.poll(() => pending).toBe(0);
  const inline = [...(html ?? "").matchAll(/<script(?! src)[^>]*>(.*?)<\/script>/gs)]
    .map(([, text]) => text ?? "")
    .filter((text) => !text.includes("streamController.enqueue("));
  const scripts = [...(await Promise.all(bodies)), inline.join("\n")];
  await context.close();
  return {
    requests: bodies.length,
    bytes: scripts.reduce((sum, script) => sum + gzipSync(script).length, 0),
  };
}

test("a first visit to any screen stays within the weight of scripts", async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, false, false);
  const { playlist, game, message } = await fill(ada, ben, conversationId);
  const photoId = await sendPhoto(ada, conversationId);
  const screens = [
    ...["/", "/discover", "/matches", "/messages", "/records", "/playlists", "/trivia", "/notifications"],
    ...[
      "/profile",
      "/profile?tab=music",
      "/profile?tab=meet",
      "/profile/anthem",
      "/profile/prompts",
      "/profile/photos",
      "/music-connections",
      "/music-connections/file",
      "/settings",
    ],
    ...[
      "/settings/email",
      "/settings/notifications",
      "/settings/passkeys",
      "/welcome/about",
      "/welcome/music",
      "/welcome/people",
      "/welcome/photo",
    ],
    ...[
      `/messages/${conversationId}`,
      `/members/${ben.id}`,
      `/members/${ben.id}/like?prompt=b_side`,
      `/playlists/${playlist}`,
      `/trivia/${game}`,
    ],
    // Dialogs, which come with the screen below.
    ...["/records/new", "/records/import", "/playlists/new", "/trivia/new", "/profile/photo"],
    ...[
      `/messages/${conversationId}/goodbye`,
      `/messages/${conversationId}/message/${message}`,
      "/messages/goodbyes",
      "/messages/search?q=hello",
    ],
    ...[`/messages/${conversationId}/photo`, `/messages/${conversationId}/photo/${photoId}`],
    ...[`/messages/${conversationId}/share`, `/playlists/${playlist}/edit`, `/playlists/${playlist}/add`],
  ];
  for (const path of screens) {
    const { bytes, requests } = await weigh(ada, path);
    // The frame alone: a page without scripts would be light too.
    expect(bytes, path).toBeGreaterThan(90_000);
    expect(bytes, path).toBeLessThanOrEqual(SCRIPT_BYTES);
    expect(requests, path).toBeLessThanOrEqual(SCRIPT_REQUESTS);
  }
});
