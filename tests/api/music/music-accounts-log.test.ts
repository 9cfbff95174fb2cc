// What the log says of music services: why one failed, and never a token or whom a member has looked up.
import { afterAll, expect, test } from "vitest";
import { giveConsent } from "../../fakes/authorization";
import { startLastfm } from "../../fakes/lastfm";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import { startSpotify } from "../../fakes/spotify";
import { freePort } from "../../free-port";
import { shareServer } from "../server";

const port = await freePort();
const redirectTo = `http://127.0.0.1:${port}/music-connections/spotify/callback`;
const lastfm = await startLastfm("key");
const spotify = await startSpotify({ id: "b-side", secret: "its secret", redirectTo });
const listenbrainz = await startListenbrainz();
const { running, signUp } = shareServer({
  PORT: String(port),
  LOG_LEVEL: "debug",
  LASTFM_API_KEY: "key",
  SPOTIFY_CLIENT_ID: "b-side",
  SPOTIFY_CLIENT_SECRET: "its secret",
});
afterAll(() => {
  for (const service of [lastfm, spotify, listenbrainz]) service.close();
});

test("the log has causes of failures, and no tokens, names or look-ups", async () => {
  const ada = await signUp("Ada");
  const begun = await ada.get("/music-connections/spotify/start");
  const back = await giveConsent(begun.headers.get("Location") ?? "");
  expect((await ada.get(back.pathname + back.search)).status).toBe(302);
  const [right = "", wrong = ""] = listenbrainzListeners.map(({ token }) => token);
  for (const [token, status] of [
    [wrong, 400],
    [right, 303],
  ] as const) {
    const fields = { service: "listenbrainz", username: "Ada L.", token };
    expect((await ada.form("/music-connections", fields)).status).toBe(status);
  }
  expect((await ada.get("/api/lastfm/user/rj")).status).toBe(200);
  lastfm.fail("broken");
  expect((await ada.form("/music-connections", { service: "lastfm", username: "rj" })).status).toBe(502);
  await running().untilOutput("/api/lastfm/user/…");
  await running().untilOutput('"cause":"Last.fm: failed"');
  const logged = running().output();
  expect(logged).not.toMatch(/(access|refresh|code)-[\w-]{32}|ada\.lovelace|user\/rj/);
  for (const token of [right, wrong]) expect(logged).not.toContain(token);
});
