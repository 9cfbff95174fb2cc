// What a restart or a kill leaves of music: connections whose credentials come and go, a search for covers, a collection that
// is read from Discogs, and connections that are read weekly.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Browser, openBrowser } from "../../api/client";
import { signIn, signUp } from "../../api/people";
import { startServer } from "../../api/server";
import { openDatabaseFile } from "../../database-file";
import { giveConsent } from "../../fakes/authorization";
import { startCatalog } from "../../fakes/catalog";
import { makeCopy, startDiscogs } from "../../fakes/discogs";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import { startSpotify } from "../../fakes/spotify";
import { freePort } from "../../free-port";

test("a kill in the middle of finding covers loses nothing: it goes on", async () => {
  const catalog = await startCatalog();
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-catalog-"));
  const own = {
    CATALOG_CONTACT: "ops@b-side.example",
    DATA_DIR: dataDir,
  };
  let server = await startServer(own);
  const ada = await signUp(openBrowser(server), "Ada");
  for (let i = 0; i < 6; i++)
    await ada.json("POST", "/api/record-collections", { artist: "Neu!", album: `Hallogallo ${i}` });
  const read = async () =>
    (await (await openBrowser(server, ada.cookies).get("/api/record-covers")).json()) as { done: number };
  await ada.json("POST", "/api/record-covers", { step: "start" });
  await expect.poll(async () => (await read()).done).toBeGreaterThan(1);
  await server.stop("SIGKILL");
  server = await startServer(own);
  expect((await read()).done).toBeLessThan(6);
  // The dead machine's claim ends.
  const client = openDatabaseFile(join(dataDir, "b-side.sqlite"));
  await client.execute("update cover_search set claimed_until = 1");
  client.close();
  await expect.poll(read).toMatchObject({ status: "finished", done: 6, found: 6 });
  const asked = catalog.musicBrainz.requests.filter((request) => /hallogallo/i.test(request));
  expect(asked.length).toBeLessThanOrEqual(7);
  expect(await server.stop()).toBe(0);
  for (const service of [catalog.musicBrainz, catalog.archive]) service.close();
  rmSync(dataDir, { recursive: true });
});

test("a kill in the middle of a collection from Discogs loses nothing and doubles nothing", async () => {
  const discogs = await startDiscogs();
  const titles = Array.from({ length: 450 }, (_, index) => `Album ${index + 1}`);
  const copies = titles.map((title, index) => makeCopy(index, title));
  discogs.collections.set("ada", copies);
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-discogs-"));
  const own = {
    CATALOG_CONTACT: "ops@b-side.example",
    DISCOGS_TOKEN: "a token",
    DATA_DIR: dataDir,
  };
  let server = await startServer(own);
  const ada = await signUp(openBrowser(server), "Ada");
  const browse = () => openBrowser(server, ada.cookies);
  const readPage = async () => (await browse().get("/records/discogs")).text();
  const readAlbums = async () => {
    const sent = await browse().get("/api/record-collections");
    return ((await sent.json()) as { album: string }[]).map(({ album }) => album);
  };

  // Killed while it waits for the third page.
  let killed: Promise<unknown> | undefined;
  discogs.hooks.beforePage = (page) => {
    if (page === 3) killed ??= server.stop("SIGKILL");
  };
  await ada.form("/records/discogs", { username: "ada" });
  await expect.poll(() => killed).toBeDefined();
  await killed;

  // Meanwhile a record leaves, which moves others onto pages that were read, and Discogs wants no requests.
  copies.splice(0, 1);
  Object.assign(discogs.limit, { remaining: 0, retryAfter: "1" });
  const asked = discogs.requests.length;
  server = await startServer(own);
  expect(await readPage()).toContain("200 of 450");
  // The dead machine's claim ends.
  const client = openDatabaseFile(join(dataDir, "b-side.sqlite"));
  await client.execute("update discogs_import set claimed_until = 1");
  client.close();
  await expect.poll(() => discogs.requests.length).toBeGreaterThan(asked);
  discogs.limit.remaining = 60;
  await expect.poll(readPage).toContain("has been read");
  expect(discogs.requests.slice(asked).some((request) => request.includes("page=1&"))).toBe(true);

  // Killed again while the records are added.
  const [, preview = ""] = /"(\/records\/import\/[^"]+)"/.exec(await readPage()) ?? [];
  const confirmed = browse()
    .form(preview.replaceAll("&amp;", "&"), {})
    .catch(() => undefined);
  await expect.poll(async () => (await readAlbums()).length).toBeGreaterThan(0);
  await server.stop("SIGKILL");
  await confirmed;
  server = await startServer(own);
  expect((await browse().form(preview.replaceAll("&amp;", "&"), {})).status).toBe(303);
  expect((await readAlbums()).sort()).toEqual([...titles].sort());
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toContain('"msg":"bug"');
  discogs.close();
  rmSync(dataDir, { recursive: true });
});

test("a kill in the middle of a weekly reading loses nothing: it is read again, and its news are told once", async () => {
  const account = {
    name: "weekly",
    artists: { half_yearly: [["Neu!", 12]] as [string, number][], all_time: [] },
  };
  listenbrainzListeners.push(account);
  const listenbrainz = await startListenbrainz();
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-weekly-"));
  const own = { DATA_DIR: dataDir };
  const change = async (sql: string) => {
    const client = openDatabaseFile(join(dataDir, "b-side.sqlite"));
    const { rows } = await client.execute(sql);
    client.close();
    return rows;
  };
  let server = await startServer(own);
  const ada = await signUp(openBrowser(server), "Ada");
  const taste = { topArtists: ["Low"], favoriteGenres: ["Rock"] };
  expect((await ada.json("POST", "/api/music-preferences", taste)).status).toBe(200);
  const connection = { service: "listenbrainz", serviceUserId: "weekly", serviceUsername: "weekly" };
  expect((await ada.json("POST", "/api/music-connections", connection)).status).toBe(201);
  const read = async (path: string) => (await openBrowser(server, ada.cookies).get(path)).json();

  // Killed while it waits for ListenBrainz.
  account.artists.half_yearly.push(["Faust", 5], ["Can", 4]);
  listenbrainz.fail("hanging");
  const asked = listenbrainz.requests.length;
  await change("update music_connection set weekly_due_at = 0");
  await expect.poll(() => listenbrainz.requests.length).toBe(asked + 1);
  await server.stop("SIGKILL");
  listenbrainz.fail(undefined);
  server = await startServer(own);
  expect(await read("/api/notifications")).toEqual([]);
  // The dead machine's claim ends.
  await change("update music_connection set weekly_due_at = 1");
  await expect.poll(() => read("/api/notifications")).toHaveLength(1);
  const news = await read("/api/notifications");
  expect(news).toMatchObject([{ text: "Two artists are new in your last six months on ListenBrainz." }]);

  // Killed after its news were told, it reads them once more.
  await server.stop("SIGKILL");
  server = await startServer(own);
  await change("update music_connection set weekly_due_at = 1, weekly_failures = 1");
  const failures = async () => (await change("select weekly_failures from music_connection"))[0];
  await expect.poll(failures).toMatchObject({ weekly_failures: 0 });
  expect(listenbrainz.requests.length).toBe(asked + 3);
  expect(await read("/api/notifications")).toEqual(news);
  expect(await read("/api/music-connections")).toMatchObject([{ artistCount: 3, newArtistCount: 2 }]);
  expect(await read("/api/music-preferences")).toMatchObject({ topArtists: ["Low"] });
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toContain('"msg":"bug"');
  listenbrainz.close();
  rmSync(dataDir, { recursive: true });
});

test("a connection can be verified once credentials are set, and a new secret ends it", async () => {
  const port = await freePort();
  const secret = "its secret";
  const redirectTo = `http://127.0.0.1:${port}/music-connections/spotify/callback`;
  const spotify = await startSpotify({ id: "b-side", secret, redirectTo });
  const DATA_DIR = mkdtempSync(join(tmpdir(), "b-side-api-"));
  const withCredentials = {
    PORT: String(port),
    DATA_DIR,
    SPOTIFY_CLIENT_ID: "b-side",
    SPOTIFY_CLIENT_SECRET: secret,
  };
  const connectionsOf = async (browser: Browser) =>
    (await (await browser.get("/api/music-connections")).json()) as { id: string }[];

  let server = await startServer({ PORT: String(port), DATA_DIR });
  const ada = await signUp(openBrowser(server), "Ada");
  await ada.form("/music-connections", { service: "spotify", username: "open.spotify.com/user/ada" });
  const [{ id } = { id: "" }] = await connectionsOf(ada);
  await server.stop();

  server = await startServer(withCredentials);
  const later = openBrowser(server, ada.cookies);
  expect(await (await later.get("/music-connections")).text()).toContain("Connect Spotify");
  const begun = await later.get("/music-connections/spotify/start");
  const back = await giveConsent(begun.headers.get("Location") ?? "");
  expect((await later.get(back.pathname + back.search)).status).toBe(302);
  expect(await connectionsOf(later)).toMatchObject([
    { id, serviceUsername: "Ada on Spotify", isVerified: true },
  ]);
  await server.stop();

  server = await startServer({
    ...withCredentials,
    SESSION_SECRET: "another secret of more than 32 characters",
  });
  const much = openBrowser(server);
  await signIn(much, ada.email);
  const refused = await much.form(`/music-connections/${id}/refresh`, {}, { Accept: "*/*" });
  expect(refused.status).toBe(409);
  expect(await connectionsOf(much)).toMatchObject([{ id, isActive: false }]);
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toContain('"msg":"bug"');
  spotify.close();
  rmSync(DATA_DIR, { recursive: true });
});
