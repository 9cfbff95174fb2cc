// What members see while a music service is in trouble: a page in time, with a sentence, and everything else as ever.
import { afterEach, expect, test } from "vitest";
import { consent } from "../stand-ins/authorization";
import { startLastfm } from "../stand-ins/lastfm";
import { type Trouble, troubles } from "../stand-ins/service";
import { startSpotify } from "../stand-ins/spotify";
import { freePort, openBrowser, type Person, signUp, startServer } from "./server";

const IN_TIME_MS = 6000;
const ending: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** A server with services of its own: what rests after one test is awake in the next. */
async function serveWithServices() {
  const port = await freePort();
  const secret = "its secret";
  const redirectTo = `http://127.0.0.1:${port}/music-connections/spotify/callback`;
  const lastfm = await startLastfm("key");
  const spotify = await startSpotify({ id: "b-side", secret, redirectTo });
  const server = await startServer({
    PORT: String(port),
    LASTFM_URL: lastfm.address,
    LASTFM_API_KEY: "key",
    SPOTIFY_ACCOUNTS_URL: spotify.accounts.address,
    SPOTIFY_API_URL: spotify.api.address,
    SPOTIFY_CLIENT_ID: "b-side",
    SPOTIFY_CLIENT_SECRET: secret,
  });
  ending.push(async () => {
    expect(await server.end()).toBe(0);
    expect(server.printed()).not.toMatch(/"msg":"bug"|"status":500/);
    lastfm.close();
    spotify.close();
  });
  return { server, lastfm, spotify };
}

async function timed(asked: Promise<Response>) {
  const begun = Date.now();
  const answer = await asked;
  const text = await answer.text();
  return { status: answer.status, text, inTime: Date.now() - begun < IN_TIME_MS };
}

async function connectListener(person: Person) {
  const account = { service: "lastfm", serviceUserId: "rj", serviceUsername: "rj" };
  return ((await (await person.json("POST", "/api/music-connections", account)).json()) as { id: string }).id;
}

/** Goes to Spotify and back, as far as the address of the callback. */
async function sentBack(person: Person) {
  const begun = await person.get("/music-connections/spotify/start");
  const back = await consent(begun.headers.get("Location") ?? "");
  return back.pathname + back.search;
}

const connectionsOf = async (person: Person) => (await person.get("/api/music-connections")).json();

test.each(troubles)("a service that is %s is told in a sentence, in time", async (trouble: Trouble) => {
  const { server, lastfm, spotify } = await serveWithServices();
  const people = [
    await signUp(openBrowser(server), "Ada"),
    await signUp(openBrowser(server), "Ben"),
    await signUp(openBrowser(server), "Cleo"),
  ] as const;
  const [ada, ben, cleo] = people;
  const id = await connectListener(ada);
  const [toBen, toCleo] = [await sentBack(ben), await sentBack(cleo)];
  lastfm.trouble(trouble);
  spotify.api.trouble(trouble, "/v1/me/top/artists");
  const asked = Promise.all([
    timed(ben.get("/api/lastfm/user/solo")),
    timed(ben.form("/music-connections", { service: "lastfm", username: "solo" })),
    timed(ada.form(`/music-connections/${id}/refresh`, {}, { Accept: "*/*" })),
    timed(ben.get(toBen)),
  ]);
  // A service that hangs slows nobody else.
  for (const path of ["/music-connections", `/music-connections/${id}/import`, "/profile?tab=music"]) {
    const begun = Date.now();
    expect((await ada.get(path)).status).toBe(200);
    expect(Date.now() - begun).toBeLessThan(1000);
  }
  const [looked, connected, refreshed, returned] = await asked;
  const says = "does not answer at the moment. Try again in a minute.";
  expect(looked).toEqual({ status: 502, text: `Last.fm ${says}`, inTime: true });
  expect([connected.status, connected.inTime]).toEqual([502, true]);
  expect(connected.text).toContain(`Failed to verify Last.fm username. Last.fm ${says}`);
  expect(connected.text).toContain("Last.fm connection failed");
  expect([refreshed.status, refreshed.inTime]).toEqual([502, true]);
  expect(refreshed.text).toContain(`502: Last.fm ${says}`);
  expect(await connectionsOf(ada)).toMatchObject([{ id, isActive: true, playCount: 54_189 }]);

  // The same of the service that gives the tokens.
  spotify.accounts.trouble(trouble, "/api/token");
  for (const [person, answer] of [
    [ben, returned],
    [cleo, await timed(cleo.get(toCleo))],
  ] as const) {
    expect([answer.status, answer.inTime]).toEqual([302, true]);
    const page = await (await person.get("/music-connections")).text();
    expect(page).toContain("Connection failed");
    expect(page).toContain(`502: Spotify ${says}`);
    expect(await connectionsOf(person)).toEqual([]);
  }
});

test("a host that has failed five times is left alone, and no other is", async () => {
  const { server, lastfm } = await serveWithServices();
  const ada = await signUp(openBrowser(server), "Ada");
  lastfm.trouble("broken");
  for (let i = 0; i < 5; i++) expect((await ada.get("/api/lastfm/user/rj")).status).toBe(502);
  const asked = lastfm.asked.length;
  expect(asked).toBe(5);
  expect((await ada.get("/api/lastfm/user/rj")).status).toBe(502);
  expect(lastfm.asked.length).toBe(asked);
  await ada.get(await sentBack(ada));
  expect(await connectionsOf(ada)).toMatchObject([{ service: "spotify" }]);
});

test("a host that asks for a rest is asked again when that is over", async () => {
  const { server, lastfm } = await serveWithServices();
  const ada = await signUp(openBrowser(server), "Ada");
  lastfm.trouble("busy");
  expect((await ada.get("/api/lastfm/user/rj")).status).toBe(502);
  lastfm.trouble(undefined);
  expect((await ada.get("/api/lastfm/user/rj")).status).toBe(502);
  expect(lastfm.asked.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect((await ada.get("/api/lastfm/user/rj")).status).toBe(200);
});
