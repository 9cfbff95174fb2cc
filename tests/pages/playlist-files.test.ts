// A member imports playlists without scripts.
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../app";
import { LISTENBRAINZ_PLAYLIST, startListenbrainz } from "../fakes/listenbrainz";
import { tuneMyMusicCsv, vlcXspf } from "../fakes/playlist-files";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const listenbrainz = await startListenbrainz();
afterAll(() => listenbrainz.close());
const { signUp } = shareApp({ LISTENBRAINZ_URL: listenbrainz.address });

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</textarea>`;

const titles = (page: Page) =>
  [...page.element.querySelectorAll("ol.songs b")].map((each) => each.textContent);

async function choose(page: Page, content: string, filename: string) {
  return page.attach("File", new File([content], filename)).press("Preview");
}

test("a file is previewed and imported, in its order", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  let page = await (await visitor.visit("/playlists")).follow("Import Playlist");
  page = await page.press("Preview");
  expect(page.errorOf("File")).toBe("Choose a file, or paste the address of a ListenBrainz playlist.");
  page = await choose(page, "<rss/>", "news.xml");
  expect(page.errorOf("File")).toMatch(/^We don't recognize this file/);

  const rows = Array.from({ length: 12 }, (_, index) => `Song ${index + 1},Low,3:${10 + index}`);
  const hit = "Hit,Various Artists,";
  const hostile = `"${HOSTILE.replaceAll('"', '""')}",Low,`;
  page = await choose(
    page,
    ["title,artist,duration", hit, hostile, ...rows, "song 1,LOW,"].join("\n"),
    "My mix.csv",
  );
  page.heading("Ready to import");
  for (const words of [
    "13 songs ready to import, in this order.",
    "1 song comes up again and will be added once.",
    "1 song will be left out:",
    "Song 1: “Various Artists” is no artist.",
    `${HOSTILE} by Low`,
    "And 3 more.",
    "Letters: Unicode (UTF-8).",
  ])
    expect(page.text).toContain(words);
  expect(page.value("Name")).toBe("My mix");
  const preview = page.address;
  page = await page.fill("Name", " ").press("Import 13 songs");
  expect(page.errorOf("Name")).toBe("Name is required");
  page = await page.fill("Name", "Road trip").press("Import 13 songs");
  page.heading("Road trip");
  expect(page.alerts).toContain("Playlist imported");
  expect(titles(page)).toEqual([HOSTILE, ...rows.map((_, index) => `Song ${index + 1}`)]);
  page = await visitor.visit(preview);
  page.heading("Already imported");
  (await page.follow("Open playlist")).heading("Road trip");
});

test("a file of several playlists leads to each of them", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  let page = await choose(await visitor.visit("/playlists/import"), tuneMyMusicCsv, "My Spotify Library.csv");
  expect(page.value("Name")).toBe("Rock");
  page = await page.follow("Liked videos");
  expect(page.text).toContain("Song 3: No artist.");
  page = await page.press("Import 2 songs");
  expect(titles(page)).toEqual(["Running Up That Hill (A Deal With God)", "Cloudbusting"]);
});

test("a playlist of ListenBrainz comes by its address", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  let page = await visitor.visit("/playlists/import");
  const address = "Or a ListenBrainz playlist";
  page = await page.fill(address, "https://evil.example/playlist/1").press("Preview");
  expect(page.errorOf(address)).toMatch(/^Use the address of a ListenBrainz playlist/);
  expect(page.value(address)).toBe("https://evil.example/playlist/1");
  page = await page
    .fill(address, `https://listenbrainz.org/playlist/${LISTENBRAINZ_PLAYLIST}/`)
    .press("Preview");
  expect(page.value("Name")).toBe("Weekly Jams");
  page = await page.press("Import 2 songs");
  expect(titles(page)).toEqual(["Brakhage", "Under Pressure"]);
});
