// A member imports, downloads and copies playlists without scripts.
import { afterAll, expect, test } from "vitest";
import { makeMatch, type Person } from "../api/people";
import { shareApp } from "../app";
import { LISTENBRAINZ_PLAYLIST, startListenbrainz } from "../fakes/listenbrainz";
import { itunesLibrary } from "../fakes/playlist-files";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const listenbrainz = await startListenbrainz();
afterAll(() => listenbrainz.close());
const { signUp } = shareApp();

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</textarea>`;

const titles = (page: Page) =>
  [...page.element.querySelectorAll("ol.songs b")].map((each) => each.textContent);

async function choose(page: Page, content: string, filename: string) {
  return page.attach("File", new File([content], filename)).press("Preview");
}

async function begin(person: Person, fields: object, songs: object[]): Promise<string> {
  const begun = await person.json("POST", "/api/playlists", { name: "Sundays", ...fields });
  const { id } = (await begun.json()) as { id: string };
  for (const song of songs) await person.json("POST", `/api/playlists/${id}/songs`, song);
  return `/playlists/${id}`;
}

test("a file is previewed and imported, in its order", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  let page = await (await visitor.visit("/playlists")).follow("Import Playlist");
  page = await page.press("Preview");
  expect(page.errorOf("File")).toBe("Choose a file, or paste the address of a ListenBrainz playlist.");
  page.fill("Or a ListenBrainz playlist", "https://listenbrainz.org/playlist/1");
  page = await choose(page, "<rss/>", "news.xml");
  expect(page.errorOf("File")).toMatch(/^We don't recognize this file/);
  expect(page.value("Or a ListenBrainz playlist")).toBe("https://listenbrainz.org/playlist/1");
  page.fill("Or a ListenBrainz playlist", "");

  page = await choose(page, "Title,Year\nSunflower,2001", "Mine.csv");
  expect(page.errorOf("File")).toMatch(/^We couldn't find the column names in the first lines/);

  const rows = Array.from({ length: 12 }, (_, index) => `Song ${index + 1},Low,3:${10 + index}`);
  const hit = "Hit,Various Artists,";
  const hostile = `"${HOSTILE.replaceAll('"', '""')}",Low,`;
  page = await choose(
    page,
    ["title,artist,duration", hit, hostile, ...rows, "song 1,LOW,", '"Lost,Low,'].join("\n"),
    "My mix.csv",
  );
  page.heading("Ready to import");
  for (const words of [
    "13 songs ready to import, in this order.",
    "1 song comes up again and will be added once.",
    "2 songs will be left out.",
    "Song 1: “Various Artists” is no artist.",
    "Song 16: Line 17 is too long, or its quotation marks don't match.",
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

test("of a file of several playlists those that are chosen are imported", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  const item = (trackName: string) => ({ track: { trackName, artistName: "Can", albumName: "Soon" } });
  const list = (name: string, ...items: object[]) => ({ name, items: [...items, { episode: {} }] });
  const playlists = [
    list("Road", item("Spoon")),
    list(HOSTILE, item("Pinch"), item("Sing Swan Song")),
    list("Road", item("Vitamin C")),
    list("Podcasts"),
  ];
  let page = await choose(
    await visitor.visit("/playlists/import"),
    JSON.stringify({ playlists }),
    "Playlist1.json",
  );
  page.heading("Choose playlists");
  for (const words of ["1 song, 1 left out", "2 songs, 1 left out", HOSTILE, "Letters: Unicode (UTF-8)."])
    expect(page.text).toContain(words);
  expect(page.text).not.toContain("Podcasts");
  page = await page.press("Import selected");
  expect(page.errorOf("Playlists in this file")).toBe("Choose at least one playlist.");

  page = await page.follow(`Preview ${HOSTILE}`);
  expect(page.value("Name")).toBe(HOSTILE.slice(0, 100));
  expect(page.text).toContain("Song 3: A podcast episode.");
  page = await page.follow("All playlists in this file");
  page = await page.check(`${HOSTILE.slice(0, 100)} 2 songs, 1 left out`).press("Import selected");
  expect(page.alerts).toContain("Playlist imported");
  expect(titles(page)).toEqual(["Pinch", "Sing Swan Song"]);

  page = await visitor.visit("/playlists/import/lists");
  expect(page.text).toContain(`${HOSTILE.slice(0, 100)} (imported)`);
  page = await page.press("Import all 2");
  expect([page.address, page.alerts]).toEqual([
    "/playlists",
    expect.stringContaining("3 playlists imported"),
  ]);
  (await visitor.visit("/playlists/import/lists")).heading("Already imported");
});

test("a library of iTunes leads on to what can be imported", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  const page = await choose(await visitor.visit("/playlists/import"), itunesLibrary, "Library.xml");
  expect(page.errorOf("File")).toMatch(/File > Library > Export Playlist, and save it as Unicode text\.$/);
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

test("a playlist's viewer can download it in every format, and the file can be imported", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const songs = [
    { artist: "Low", title: "Sunflower", album: "Things We Lost", duration: 281 },
    { artist: "=1+1", title: '@home, "again"' },
  ];
  const address = await begin(ada, { name: 'Über "alles"/1', isPublic: true }, songs);
  for (const [format, name, type] of [
    ["jspf", "JSPF", "application/jspf+json"],
    ["xspf", "XSPF", "application/xspf+xml"],
    ["m3u8", "M3U8", "audio/x-mpegurl; charset=utf-8"],
    ["csv", "CSV", "text/csv; charset=utf-8"],
  ] as const) {
    const page = await openVisitor(ben).visit(address);
    const file = await page.open('Download Über "alles"/1').follow(new RegExp(`^Download as ${name}`));
    expect(file.headers.get("Content-Type")).toBe(type);
    expect(file.headers.get("Cache-Control")).toBe("private, no-store");
    expect(file.headers.get("Content-Disposition")).toBe(
      `attachment; filename="playlist.${format}"; filename*=UTF-8''%C3%9Cber%20_alles__1.${format}`,
    );
    if (format === "csv") expect(file.source).toContain(`"'@home, ""again""","'=1+1",`);
    let copy = await choose(await openVisitor(ben).visit("/playlists/import"), file.source, `x.${format}`);
    expect(copy.value("Name")).toBe('Über "alles"/1');
    copy = await copy.press("Import 2 songs");
    expect(titles(copy)).toEqual(["Sunflower", '@home, "again"']);
  }
  expect((await openVisitor(ben).visit(`${address}/export/exe`)).status).toBe(404);
});

test("a reader copies a public playlist", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const address = await begin(ada, { isPublic: true }, [{ artist: "Low", title: "Sunflower" }]);
  let page = await openVisitor(ben).visit(address);
  page = await page.open("More options for Sundays").follow(/^Copy/);
  expect(page.text).toContain("Its 1 song becomes a playlist of your own that only you can see.");
  page = await page.fill("Name", "").press("Copy Playlist");
  expect(page.errorOf("Name")).toBe("Name is required");
  page = await page.fill("Name", "Mondays").press("Copy Playlist");
  page.heading("Mondays");
  expect(page.alerts).toContain("The copy is yours");
  expect(titles(page)).toEqual(["Sunflower"]);
  expect(page.address).not.toBe(address);
});

test("a collaborator and a public playlist's reader can copy, its owner and strangers are not offered it", async () => {
  const [ada, ben, cleo] = [await signUp("Ada"), await signUp("Ben"), await signUp("Cleo")];
  await makeMatch(ada, ben);
  const address = await begin(ada, { collaboratorId: ben.id }, [{ artist: "Low", title: "Sunflower" }]);
  const options = async (person: Person) => {
    const page = await openVisitor(person).visit(address);
    return page.status === 404 ? undefined : page.open("More options for Sundays").links.join();
  };
  expect(await options(ada)).not.toContain("Copy");
  expect(await options(ben)).toContain("Copy");
  expect(await options(cleo)).toBeUndefined();
  const copied = await cleo.json("POST", `/api${address}/copies`, {});
  expect([copied.status, (await ben.json("POST", `/api${address}/copies`, {})).status]).toEqual([404, 201]);
});
