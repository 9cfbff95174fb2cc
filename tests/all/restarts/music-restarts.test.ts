// What a restart or a kill leaves of music: connections whose credentials come and go, and a search for covers.
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
import { startSpotify } from "../../fakes/spotify";
import { freePort } from "../../free-port";

test("a kill in the middle of finding covers loses nothing: it goes on", async () => {
  const catalog = await startCatalog();
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-catalog-"));
  const own = {
    CATALOG_CONTACT: "ops@b-side.example",
    MUSICBRAINZ_URL: catalog.musicBrainz.address,
    COVERART_URL: catalog.archive.address,
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

test("a connection can be verified once credentials are set, and a new secret ends it", async () => {
  const port = await freePort();
  const secret = "its secret";
  const redirectTo = `http://127.0.0.1:${port}/music-connections/spotify/callback`;
  const spotify = await startSpotify({ id: "b-side", secret, redirectTo });
  const DATA_DIR = mkdtempSync(join(tmpdir(), "b-side-api-"));
  const withCredentials = {
    PORT: String(port),
    DATA_DIR,
    SPOTIFY_ACCOUNTS_URL: spotify.accounts.address,
    SPOTIFY_API_URL: spotify.api.address,
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
