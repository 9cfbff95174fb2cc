// No browser asks another site for anything, on any screen, before a member has pressed play on one of its players.
import { expect } from "@playwright/test";
import { conversingPair, type Person, sendJson, sendMessage, setPreferences } from "./members";
import { test, visit } from "./pages";

/** Gives every screen something to show that comes from elsewhere. */
async function fill(ada: Person, ben: Person, talk: string) {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  for (const person of [ada, ben]) {
    await sendJson(person, "PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Nuuk" });
    await setPreferences(person, ["Broadcast", "Pram"], ["Electronic"]);
    await person.context.request.post("/settings/collection", { form: { shown: "true" }, headers });
    const anthem = { shareType: "spotify", url: "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT" };
    await sendJson(person, "PUT", "/api/profile/anthem", anthem);
    await sendJson(person, "POST", "/api/record-collections", { artist: "Pram", album: "Helium" });
  }
  const messages = `/api/conversations/${talk}/messages`;
  await sendMessage(ben, talk, "Hello https://example.org/a.jpg");
  for (const message of [
    { messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } },
    { messageType: "youtube_link", metadata: { url: "https://youtu.be/dQw4w9WgXcQ" } },
    {
      messageType: "spotify_link",
      metadata: { url: "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT" },
    },
  ])
    await sendJson(ben, "POST", messages, message);
  const video = { conversationId: talk, youtubeUrl: "https://www.youtube.com/watch?v=aaaaaaaaaaa" };
  await sendJson(ben, "POST", "/api/messages/youtube", video);
  // A cover on another host is for its owner's eyes only.
  const list = { name: "Slow trains", isPublic: true, coverImageUrl: "https://covers.example/a.jpg" };
  const { id: playlist } = await sendJson(ben, "POST", "/api/playlists", { ...list, collaboratorId: ada.id });
  await sendJson(ben, "POST", `/api/playlists/${playlist}/songs`, { artist: "Can", title: "Vitamin C" });
  return playlist as string;
}

test("no screen asks another site", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId: talk } = await conversingPair(browser, javaScriptEnabled, false);
  const playlist = await fill(ada, ben, talk);
  const { page, context } = ada;
  const asked: string[] = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && hostname !== "localhost") asked.push(request.url());
  });
  for (const path of [
    ...["/", "/discover", "/matches", "/messages", "/records", "/playlists", "/trivia", "/notifications"],
    ...["/profile", "/profile?tab=music", "/profile?tab=meet", "/music-connections", "/settings", "/help"],
    ...[
      "/settings/privacy",
      "/settings/activity",
      "/settings/export",
      "/settings/blocked",
      "/settings/ended",
    ],
    ...[`/messages/${talk}`, `/messages/${talk}/frame?still`, `/members/${ben.id}`, `/playlists/${playlist}`],
    ...[`/messages/${talk}/share`, `/messages/${talk}/video`, "/records/new", `/playlists/${playlist}/add`],
  ]) {
    await visit(page, path);
    await page.evaluate(() =>
      Promise.all(
        Array.from(document.images, (image) => {
          // Far below, it would wait for the page to be scrolled.
          image.loading = "eager";
          return image.decode().catch(() => null);
        }),
      ),
    );
    expect(asked, path).toEqual([]);
  }
});
