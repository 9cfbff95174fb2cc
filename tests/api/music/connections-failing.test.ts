// What members see while a music service fails: a page in time, with a message, and everything else unchanged.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { giveConsent } from "../../fakes/authorization";
import { startGoogle } from "../../fakes/google";
import { startLastfm } from "../../fakes/lastfm";
import { startListenbrainz } from "../../fakes/listenbrainz";
import { type Failure, failures } from "../../fakes/service";
import { startSpotify } from "../../fakes/spotify";
import { freePort } from "../../free-port";
import { type Person, shareServer } from "../server";

/** All requests for a member may take 5 s; waiting for a service that never responds would take 30. */
const IN_TIME_MS = 25_000;
const SAYS = "isn't responding. Try again in a minute.";

const port = await freePort();
const client = {
  id: "b-side",
  secret: "its secret",
  redirectTo: `http://127.0.0.1:${port}/music-connections/spotify/callback`,
};
const lastfm = await startLastfm("key");
const listenbrainz = await startListenbrainz();
const google = await startGoogle({ ...client, redirectTo: client.redirectTo.replace("spotify", "youtube") });
const spotify = await startSpotify(client);
const { running, signUp } = shareServer({
  PORT: String(port),
  LASTFM_URL: lastfm.address,
  LASTFM_API_KEY: "key",
  LISTENBRAINZ_URL: listenbrainz.address,
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
  for (const service of [lastfm, listenbrainz, spotify, google]) service.close();
});

// A failed test must not affect the next ones.
afterEach(endFailures);

async function timed(asked: Promise<Response>) {
  const begun = Date.now();
  const answer = await asked;
  const text = await answer.text();
  return { status: answer.status, text, inTime: Date.now() - begun < IN_TIME_MS };
}

/** Goes through a service's consent page; returns the callback URL. */
async function sentBack(person: Person, service = "spotify") {
  const begun = await person.get(`/music-connections/${service}/start`);
  const back = await giveConsent(begun.headers.get("Location") ?? "");
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

/** Ends all failures. A paused host gets no requests until its pause is over. */
async function recover(failure: Failure) {
  const look = async () => (await ada.get("/api/lastfm/user/rj")).status;
  const isPaused = failure === "rate limited" || failure === "busy";
  // The pause begins anew, if it was over already.
  if (isPaused) await look();
  endFailures();
  if (isPaused) {
    const asked = lastfm.requests.length;
    expect(await look()).toBe(502);
    expect(lastfm.requests.length).toBe(asked);
    while ((await look()) === 502) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await look()).toBe(200);
}

function endFailures() {
  for (const service of [lastfm, listenbrainz, spotify.accounts, spotify.api, google])
    service.fail(undefined);
}

test.each(failures)(
  "a service that is %s is reported with a message, within the time limit",
  async (failure) => {
    const [toBen, toCleo] = [await sentBack(ben), await sentBack(cleo)];
    lastfm.fail(failure);
    listenbrainz.fail(failure);
    spotify.api.fail(failure, "/v1/me/top/artists");
    const asked = Promise.all([
      timed(ben.get("/api/lastfm/user/solo")),
      timed(ben.form("/music-connections", { service: "lastfm", username: "solo" })),
      timed(cleo.get(toCleo)),
      timed(ben.form("/music-connections", { service: "listenbrainz", username: "rob" })),
    ]);
    // Other members don't wait for a hanging service.
    if (failure === "hanging") {
      const last = asked.then(() => "the services");
      const others = [
        "/music-connections",
        `/music-connections/${connectionId}/import`,
        "/profile?tab=music",
      ];
      const pages = Promise.all(others.map(async (path) => (await ada.get(path)).status));
      expect(await Promise.race([last, pages])).toEqual([200, 200, 200]);
    }
    const [looked, connected, returned, listening] = await asked;
    await recover(failure);
    expect(looked).toEqual({ status: 502, text: `Last.fm ${SAYS}`, inTime: true });
    expect(connected).toMatchObject({ status: 502, inTime: true });
    expect(connected.text).toContain(`Failed to verify Last.fm username. Last.fm ${SAYS}`);
    expect(connected.text).toContain("Last.fm connection failed");
    expect(listening).toMatchObject({ status: 502, inTime: true });
    expect(listening.text).toContain(`Failed to verify ListenBrainz username. ListenBrainz ${SAYS}`);
    await expectNothingConnected(cleo, returned);

    lastfm.fail(failure);
    spotify.accounts.fail(failure, "/api/token");
    const [refreshed, returnedToo] = await Promise.all([
      timed(ada.form(`/music-connections/${connectionId}/refresh`, {}, { Accept: "*/*" })),
      timed(ben.get(toBen)),
    ]);
    await recover(failure);
    expect(refreshed).toMatchObject({ status: 502, inTime: true });
    expect(refreshed.text).toContain(`502: Last.fm ${SAYS}`);
    expect(await connectionsOf(ada)).toMatchObject([{ isActive: true, playCount: 54_189 }]);
    await expectNothingConnected(ben, returnedToo);
    expect(running().output()).not.toMatch(/"status":500/);
  },
);

test("a member can disconnect even if Google doesn't respond", async () => {
  expect((await cleo.get(await sentBack(cleo, "youtube"))).status).toBe(302);
  const [{ id }] = (await connectionsOf(cleo)) as [{ id: string }];
  google.fail("hanging", "/revoke");
  const ended = await timed(cleo.form(`/music-connections/${id}/disconnect`, {}));
  expect(ended).toMatchObject({ status: 303, inTime: true });
  expect(await connectionsOf(cleo)).toEqual([]);
});

test("five failures in a row pause requests to that host only", async () => {
  lastfm.fail("broken");
  const asked = lastfm.requests.length;
  for (let i = 0; i < 7; i++) expect((await ada.get("/api/lastfm/user/rj")).status).toBe(502);
  expect(lastfm.requests.length).toBe(asked + 5);
  await ben.get(await sentBack(ben));
  expect(await connectionsOf(ben)).toMatchObject([{ service: "spotify" }]);
});
