// What members see while a music service is in trouble: a page in time, with a sentence, and everything else as ever.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { consent } from "../stand-ins/authorization";
import { startGoogle } from "../stand-ins/google";
import { startLastfm } from "../stand-ins/lastfm";
import { type Trouble, troubles } from "../stand-ins/service";
import { startSpotify } from "../stand-ins/spotify";
import { freePort, type Person, serveThisFile } from "./server";

/** All that is asked for a member may take 5 s; waiting for what never answers would take 30. */
const IN_TIME_MS = 9000;
const SAYS = "does not answer at the moment. Try again in a minute.";

const port = await freePort();
const client = {
  id: "b-side",
  secret: "its secret",
  redirectTo: `http://127.0.0.1:${port}/music-connections/spotify/callback`,
};
const lastfm = await startLastfm("key");
const google = await startGoogle({ ...client, redirectTo: client.redirectTo.replace("spotify", "youtube") });
const spotify = await startSpotify(client);
const { running, signUp } = serveThisFile({
  PORT: String(port),
  LASTFM_URL: lastfm.address,
  LASTFM_API_KEY: "key",
  SPOTIFY_ACCOUNTS_URL: spotify.accounts.address,
  SPOTIFY_API_URL: spotify.api.address,
  SPOTIFY_CLIENT_ID: client.id,
  SPOTIFY_CLIENT_SECRET: client.secret,
  GOOGLE_ACCOUNTS_URL: google.address,
  GOOGLE_TOKEN_URL: google.address,
  GOOGLE_API_URL: google.address,
  GOOGLE_CLIENT_ID: client.id,
  GOOGLE_CLIENT_SECRET: client.secret,
});
let ada: Person;
let ben: Person;
let cleo: Person;
let connectionId: string;

beforeAll(async () => {
  [ada, ben, cleo] = [await signUp("Ada"), await signUp("Ben"), await signUp("Cleo")];
  const account = { service: "lastfm", serviceUserId: "rj", serviceUsername: "rj" };
  const made = await ada.json("POST", "/api/music-connections", account);
  connectionId = ((await made.json()) as { id: string }).id;
});

afterAll(() => {
  for (const service of [lastfm, spotify, google]) service.close();
});

// One that failed must not take the next ones along.
afterEach(endTrouble);

async function timed(asked: Promise<Response>) {
  const begun = Date.now();
  const answer = await asked;
  const text = await answer.text();
  return { status: answer.status, text, inTime: Date.now() - begun < IN_TIME_MS };
}

/** Goes to a service's page and back, as far as the address of the callback. */
async function sentBack(person: Person, service = "spotify") {
  const begun = await person.get(`/music-connections/${service}/start`);
  const back = await consent(begun.headers.get("Location") ?? "");
  return back.pathname + back.search;
}

const connectionsOf = async (person: Person) => (await person.get("/api/music-connections")).json();

async function expectNothingConnected(person: Person, answer: { status: number; inTime: boolean }) {
  expect(answer).toMatchObject({ status: 302, inTime: true });
  const page = await (await person.get("/music-connections")).text();
  expect(page).toContain("Connection failed");
  expect(page).toContain(`502: Spotify ${SAYS}`);
  expect(await connectionsOf(person)).toEqual([]);
}

/** Ends all trouble. A host that had asked for a rest is not asked before that is over, and is asked then. */
async function recover(trouble: Trouble) {
  endTrouble();
  const look = async () => (await ada.get("/api/lastfm/user/rj")).status;
  if (trouble === "busy") {
    const asked = lastfm.asked.length;
    expect(await look()).toBe(502);
    expect(lastfm.asked.length).toBe(asked);
    while ((await look()) === 502) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await look()).toBe(200);
}

function endTrouble() {
  for (const service of [lastfm, spotify.accounts, spotify.api, google]) service.trouble(undefined);
}

test.each(troubles)("a service that is %s is told in a sentence, in time", async (trouble) => {
  const [toBen, toCleo] = [await sentBack(ben), await sentBack(cleo)];
  lastfm.trouble(trouble);
  spotify.api.trouble(trouble, "/v1/me/top/artists");
  const asked = Promise.all([
    timed(ben.get("/api/lastfm/user/solo")),
    timed(ben.form("/music-connections", { service: "lastfm", username: "solo" })),
    timed(cleo.get(toCleo)),
  ]);
  // Nobody else waits for a service that hangs.
  if (trouble === "silent") {
    const last = asked.then(() => "the services");
    const others = ["/music-connections", `/music-connections/${connectionId}/import`, "/profile?tab=music"];
    const pages = Promise.all(others.map(async (path) => (await ada.get(path)).status));
    expect(await Promise.race([last, pages])).toEqual([200, 200, 200]);
  }
  const [looked, connected, returned] = await asked;
  await recover(trouble);
  expect(looked).toEqual({ status: 502, text: `Last.fm ${SAYS}`, inTime: true });
  expect(connected).toMatchObject({ status: 502, inTime: true });
  expect(connected.text).toContain(`Failed to verify Last.fm username. Last.fm ${SAYS}`);
  expect(connected.text).toContain("Last.fm connection failed");
  await expectNothingConnected(cleo, returned);

  lastfm.trouble(trouble);
  spotify.accounts.trouble(trouble, "/api/token");
  const [refreshed, returnedToo] = await Promise.all([
    timed(ada.form(`/music-connections/${connectionId}/refresh`, {}, { Accept: "*/*" })),
    timed(ben.get(toBen)),
  ]);
  await recover(trouble);
  expect(refreshed).toMatchObject({ status: 502, inTime: true });
  expect(refreshed.text).toContain(`502: Last.fm ${SAYS}`);
  expect(await connectionsOf(ada)).toMatchObject([{ isActive: true, playCount: 54_189 }]);
  await expectNothingConnected(ben, returnedToo);
  expect(running().printed()).not.toMatch(/"status":500/);
});

test("whom Google does not hear disconnecting is disconnected all the same", async () => {
  expect((await cleo.get(await sentBack(cleo, "youtube"))).status).toBe(302);
  const [{ id }] = (await connectionsOf(cleo)) as [{ id: string }];
  google.trouble("silent", "/revoke");
  const ended = await timed(cleo.form(`/music-connections/${id}/disconnect`, {}));
  expect(ended).toMatchObject({ status: 303, inTime: true });
  expect(await connectionsOf(cleo)).toEqual([]);
});

test("a host that has failed five times in a row is left alone, and no other is", async () => {
  lastfm.trouble("broken");
  const asked = lastfm.asked.length;
  for (let i = 0; i < 7; i++) expect((await ada.get("/api/lastfm/user/rj")).status).toBe(502);
  expect(lastfm.asked.length).toBe(asked + 5);
  await ben.get(await sentBack(ben));
  expect(await connectionsOf(ben)).toMatchObject([{ service: "spotify" }]);
});
