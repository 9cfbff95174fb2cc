// Music services through the API and the pages, against fakes with the checks of the real ones.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { client as database } from "db/client.server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { shareApp } from "../../app";
import { giveConsent } from "../../fakes/authorization";
import { startGoogle } from "../../fakes/google";
import { listeners, startLastfm } from "../../fakes/lastfm";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import { startSpotify } from "../../fakes/spotify";
import { freePort } from "../../free-port";
import { freeTurns } from "../../free-turns";
import { openBrowser } from "../client";
import type { Person } from "../people";

const port = await freePort();
const callback = (service: string) => `http://127.0.0.1:${port}/music-connections/${service}/callback`;
const client = (service: string) => ({
  id: "b-side",
  secret: "its & secret: %",
  redirectTo: callback(service),
});
const KEY = "k&ey=1";
const lastfm = await startLastfm(KEY);
const spotify = await startSpotify(client("spotify"));
const google = await startGoogle(client("youtube"));
const listenbrainz = await startListenbrainz();
const { app, visitor, addMember, sharedMember } = shareApp({
  PORT: String(port),
  LASTFM_API_KEY: KEY,
  SPOTIFY_CLIENT_ID: "b-side",
  SPOTIFY_CLIENT_SECRET: "its & secret: %",
  GOOGLE_CLIENT_ID: "b-side",
  GOOGLE_CLIENT_SECRET: "its & secret: %",
});

beforeAll(freeTurns);
// A failed test must not leave the services failing for the next ones.
afterEach(() => {
  for (const service of [lastfm, spotify.accounts, spotify.api, google, listenbrainz])
    service.fail(undefined);
});

afterAll(() => {
  for (const service of [lastfm, spotify, google, listenbrainz]) service.close();
});

type MusicAccount = {
  id: string;
  service: string;
  serviceUsername: string;
  isActive: boolean;
  isVerified: boolean;
};

const accountsOf = async (person: Person) =>
  (await (await person.get("/api/music-connections")).json()) as MusicAccount[];
const connectListener = (person: Person, serviceUsername: string) =>
  person.json("POST", "/api/music-connections", {
    service: "lastfm",
    serviceUserId: serviceUsername,
    serviceUsername,
  });
const preferencesOf = async (person: Person) => (await person.get("/api/music-preferences")).json();

/** Goes through a service's consent page; returns the callback URL. */
async function sentBack(person: Person, service: "spotify" | "youtube", answer = {}) {
  const begun = await person.get(`/music-connections/${service}/start`);
  const back = await giveConsent(begun.headers.get("Location") ?? "", answer);
  expect(back.origin + back.pathname).toBe(callback(service));
  return back.pathname + back.search;
}

async function connectBySigningIn(person: Person, service: "spotify" | "youtube", answer = {}) {
  const done = await person.get(await sentBack(person, service, answer));
  expect([done.status, done.headers.get("Location")]).toEqual([302, "/music-connections"]);
  return (await accountsOf(person)).find((each) => each.service === service);
}

describe("Last.fm", () => {
  test("a name can be looked up, and an unknown one gets an answer", async () => {
    const ada = await sharedMember("Ada");
    const found = await ada.get("/api/lastfm/user/rj");
    expect([found.status, await found.json()]).toEqual([
      200,
      { id: "RJ", username: "RJ", playCount: 54_189 },
    ]);
    const missing = await ada.get("/api/lastfm/user/nobody-has-this");
    expect([missing.status, await missing.json()]).toEqual([200, { error: "User not found" }]);
  });

  test.each([
    "rj&method=user.getfriends",
    "../../admin",
    "rj/../x",
    "rj?api_key=x",
    "rj#x",
    "r j",
    "é",
    "x".repeat(65),
  ])("the invalid name %j is never sent to Last.fm", async (name) => {
    const ada = await sharedMember("Ada");
    const before = lastfm.requests.length;
    const answer = await ada.get(`/api/lastfm/user/${encodeURIComponent(name)}`);
    expect([answer.status, await answer.json()]).toEqual([200, { error: "User not found" }]);
    expect((await connectListener(ada, name)).status).toBe(400);
    expect(lastfm.requests.length).toBe(before);
  });

  test("an account is connected once, with Last.fm's spelling of the name", async () => {
    const ada = await addMember("Ada");
    const made = await Promise.all(Array.from({ length: 5 }, () => connectListener(ada, "rj")));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const ids = new Set(
      (await Promise.all(made.map((each) => each.json() as Promise<MusicAccount>))).map(({ id }) => id),
    );
    expect(ids.size).toBe(1);
    expect(await accountsOf(ada)).toMatchObject([
      {
        service: "lastfm",
        serviceUserId: "RJ",
        serviceUsername: "RJ",
        isActive: true,
        isVerified: true,
        playCount: 54_189,
        artistCount: 50,
      },
    ]);
    const other = await connectListener(ada, "solo");
    expect([other.status, await other.text()]).toEqual([
      409,
      "Last.fm is already connected as RJ. Disconnect it first.",
    ]);
    const [id] = ids;
    expect(
      (
        await (
          await sharedMember("Eve")
        ).send(`/api/music-connections/${id}`, {
          method: "DELETE",
          headers: { "Sec-Fetch-Site": "same-origin" },
        })
      ).status,
    ).toBe(404);
    const gone = () => ada.json("DELETE", `/api/music-connections/${id}`, {});
    expect([(await gone()).status, (await gone()).status]).toEqual([204, 404]);
    expect(await accountsOf(ada)).toEqual([]);
  });

  test("selected artists are imported below the existing ones, and none without being selected", async () => {
    const ada = await addMember("Ada");
    const before = await preferencesOf(ada);
    const { id } = (await (await connectListener(ada, "rj")).json()) as MusicAccount;
    const page = await (await ada.get(`/music-connections/${id}/import`)).text();
    expect(page).toContain("Use 54,189 plays from Last.fm instead of 10");
    expect(page).toContain("3 are already on your list.");
    expect(await preferencesOf(ada)).toEqual(before);
    const save = (fields: [string, string][]) => ada.form(`/music-connections/${id}/import`, fields);
    expect((await save([])).status).toBe(400);
    const done = await save([
      ["playCount", "54189"],
      ["artists", "Nine Inch Nails"],
      ["artists", "RADIOHEAD"],
    ]);
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/profile?tab=music"]);
    expect(await preferencesOf(ada)).toEqual({
      ...before,
      topArtists: [...before.topArtists, "Nine Inch Nails"],
      totalScrobbles: 54_189,
    });
    const tooMany = await save(Array.from({ length: 47 }, (_, i) => ["artists", `Artist ${i}`]));
    expect(tooMany.status).toBe(400);
    expect(await tooMany.text()).toContain("Maximum 50 artists");
  });

  test("viewing a music account last read a day ago refreshes it in the background", async () => {
    const ada = await addMember("Ada");
    const { id } = (await (await connectListener(ada, "rj")).json()) as MusicAccount;
    const rj = listeners.find(({ name }) => name === "RJ");
    for (const [path, plays] of [
      ["/music-connections", 54_200],
      ["/profile?tab=music", 54_300],
    ] as const) {
      const yesterday = Date.now() - 25 * 60 * 60 * 1000;
      await database.execute({
        sql: "update music_connection set tried_at = ? where id = ?",
        args: [yesterday, id],
      });
      if (rj) rj.playcount = plays;
      expect((await ada.get(path)).status).toBe(200);
      await expect.poll(async () => (await accountsOf(ada))[0]).toMatchObject({ playCount: plays });
    }
    if (rj) rj.playcount = 54_189;
  });

  test("names from Last.fm are escaped", async () => {
    const ada = await addMember("Ada");
    const { id } = (await (await connectListener(ada, "hostile")).json()) as MusicAccount;
    const page = await (await ada.get(`/music-connections/${id}/import`)).text();
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page).not.toMatch(/<img src=x|<script>alert/);
    // Longer than any artist's name.
    expect(page).not.toContain("x".repeat(200));
  });
});

describe("ListenBrainz", () => {
  const connect = (person: Person, more: object = {}) =>
    person.json("POST", "/api/music-connections", {
      ...{ service: "listenbrainz", serviceUserId: "Ada L.", serviceUsername: "ada l." },
      ...more,
    });

  test("JSON connects a listener, with a period and a token, and reads it again over another period", async () => {
    const ada = await addMember("Ada");
    const made = await connect(ada);
    expect([made.status, await made.json()]).toMatchObject([
      201,
      { serviceUsername: "Ada L.", isVerified: false, artistCount: 3, period: "half_yearly" },
    ]);
    expect((await connect(ada, { period: "yearly" })).status).toBe(400);
    expect((await connect(ada, { token: "nobody's" })).status).toBe(400);
    const proven = await connect(ada, { token: listenbrainzListeners[0]?.token, period: "all_time" });
    const { id, ...shown } = (await proven.json()) as MusicAccount;
    expect(shown).toMatchObject({ isVerified: true, period: "all_time", artistCount: 50 });
    const refresh = (period: string) => ada.form(`/music-connections/${id}/refresh`, { period });
    expect((await refresh("half_yearly")).status).toBe(303);
    expect(await accountsOf(ada)).toMatchObject([{ period: "half_yearly" }]);
    await refresh("all the time");
    expect(await accountsOf(ada)).toMatchObject([{ period: "half_yearly" }]);
  });
});

describe("Spotify and YouTube Music", () => {
  test("signing in at the service connects the account, and what Spotify lists can't be imported", async () => {
    const ada = await addMember("Ada");
    expect(await connectBySigningIn(ada, "spotify")).toMatchObject({
      serviceUserId: "ada.lovelace",
      serviceUsername: "Ada on Spotify",
      isVerified: true,
      artistCount: 4,
    });
    expect(await connectBySigningIn(ada, "youtube")).toMatchObject({
      serviceUserId: "UCada0000000000000000000",
      serviceUsername: "Ada's mixtapes",
      isVerified: true,
      artistCount: null,
    });
    const [{ id }] = (await accountsOf(ada)) as [MusicAccount];
    expect((await ada.get(`/music-connections/${id}/import`)).status).toBe(404);
    const before = await preferencesOf(ada);
    expect((await ada.form(`/music-connections/${id}/import`, [["artists", "Julia Holter"]])).status).toBe(
      404,
    );
    expect(await preferencesOf(ada)).toEqual(before);
  });

  test("an account without a channel isn't connected, and its consent is revoked", async () => {
    const ada = await addMember("Ada");
    const revocations = () => google.requests.filter((asked) => asked === "POST /revoke").length;
    const before = revocations();
    expect(
      await connectBySigningIn(ada, "youtube", { person: "without-a-channel@google.example" }),
    ).toBeUndefined();
    await expect.poll(revocations).toBe(before + 1);
  });

  test("a verified account cannot be claimed without verification", async () => {
    const ada = await sharedMember("Ada");
    for (const service of ["spotify", "youtube"]) {
      const claimed = await ada.json("POST", "/api/music-connections", {
        service,
        serviceUserId: "x",
        serviceUsername: "x",
      });
      expect(claimed.status).toBe(403);
    }
  });

  test("an account that Spotify refuses access to gets its own message", async () => {
    const ada = await sharedMember("Ada");
    expect(await connectBySigningIn(ada, "spotify", { person: "not-listed" })).toBeUndefined();
    const html = await (await ada.get("/music-connections")).text();
    expect(html).toContain("Spotify doesn&#x27;t let B-Side read this account.");
  });

  test("a code works once, in the session and for the service it was requested for", async () => {
    const [ada, eve] = [await addMember("Ada"), await addMember("Eve")];
    const back = await sentBack(ada, "spotify");
    const copy = openBrowser(
      app(),
      ada.cookies.map((cookie) => ({ ...cookie })),
    );
    const again = openBrowser(
      app(),
      ada.cookies.map((cookie) => ({ ...cookie })),
    );
    const asked = spotify.accounts.requests.length;
    const refused: [string, Response][] = [
      ["another member's session", await eve.get(back)],
      ["nobody's", await visitor().get(back)],
      ["no state", await ada.get(back.replace(/state=[^&]+/, "x=y"))],
      [
        "a made-up state",
        await openBrowser(
          app(),
          copy.cookies.map((each) => ({ ...each })),
        ).get(back.replace(/state=[^&]+/, "state=made-up")),
      ],
      [
        "the other service",
        await openBrowser(
          app(),
          again.cookies.map((each) => ({ ...each })),
        ).get(back.replace("spotify", "youtube")),
      ],
      ["a service that is none", await ada.get(back.replace("spotify", "lastfm"))],
      // Her state cookie in his browser: its name belongs to her session.
      [
        "planted states",
        await openBrowser(app(), [
          ...eve.cookies,
          ...copy.cookies.filter(({ name }) => name.startsWith("connect")),
        ]).get(back),
      ],
    ];
    for (const [what, answer] of refused)
      expect([what, answer.status >= 400 && answer.status < 500]).toEqual([what, true]);
    expect([await accountsOf(ada), await accountsOf(eve)]).toEqual([[], []]);
    expect(spotify.accounts.requests.length).toBe(asked);
    expect((await copy.get(back)).status).toBe(302);
    expect((await again.get(back)).status).toBe(400);
  });

  test("two connections can be started at once, and abandoned ones do not pile up", async () => {
    const ada = await addMember("Ada");
    const states = () => ada.cookies.filter(({ name }) => name.startsWith("connect-")).length;
    const [fromSpotify, fromGoogle] = [await sentBack(ada, "spotify"), await sentBack(ada, "youtube")];
    expect(states()).toBe(2);
    for (const back of [fromSpotify, fromGoogle]) expect((await ada.get(back)).status).toBe(302);
    expect([(await accountsOf(ada)).length, states()]).toEqual([2, 0]);
    for (let i = 0; i < 12; i++) await ada.get("/music-connections/spotify/start");
    expect(states()).toBeLessThanOrEqual(6);
  });

  test.each(["spotify", "youtube"])(
    "%s is asked only by the member's own press, for minutes",
    async (service) => {
      const ada = await addMember("Ada");
      const start = `/music-connections/${service}/start`;
      const foreign: Record<string, string>[] = [
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site" },
        { "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
        { Referer: "https://evil.example/" },
      ];
      for (const headers of foreign) {
        const answer = await ada.get(start, headers);
        expect([answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([
          "/music-connections",
          [],
        ]);
      }
      const own: Record<string, string>[] = [
        { "Sec-Fetch-Site": "same-origin" },
        { Referer: `${app().origin}/profile` },
      ];
      for (const headers of own)
        expect((await ada.get(start, headers)).headers.getSetCookie()).toEqual([
          expect.stringMatching(/^connect-.*Max-Age=900/),
        ]);
    },
  );

  test("a Spotify callback with Google's state connects nothing", async () => {
    const ada = await addMember("Ada");
    const [fromSpotify, fromGoogle] = [await sentBack(ada, "spotify"), await sentBack(ada, "youtube")];
    const state = (address: string) => new URLSearchParams(address.split("?")[1]).get("state") ?? "";
    const mixed = fromSpotify.replace(state(fromSpotify), state(fromGoogle));
    const asked = spotify.accounts.requests.length;
    expect((await ada.get(mixed)).status).toBe(400);
    // The state alone was enough to detect it.
    expect(spotify.accounts.requests.length).toBe(asked);
    expect(await accountsOf(ada)).toEqual([]);
  });

  test("concurrent requests refresh an access token once, and the new one works", async () => {
    const ada = await addMember("Ada");
    const { state } = spotify.authorization;
    state.expiresSeconds = 1;
    const { id } = (await connectBySigningIn(ada, "spotify")) as MusicAccount;
    const renewals = () => spotify.accounts.requests.filter((asked) => asked === "POST /api/token").length;
    const before = renewals();
    const refresh = async () =>
      (await ada.form(`/music-connections/${id}/refresh`, {}, { Accept: "*/*" })).status;
    state.expiresSeconds = 3600;
    expect(await Promise.all([refresh(), refresh(), refresh(), refresh()])).toEqual([200, 200, 200, 200]);
    expect(renewals()).toBe(before + 1);
    expect([await refresh(), renewals()]).toEqual([200, before + 1]);
    // A token revoked early is renewed too.
    for (const token of spotify.authorization.activeTokens().access) spotify.authorization.expire(token);
    expect([await refresh(), renewals()]).toEqual([200, before + 2]);
  });

  test("consent revoked at the service ends the connection, and can be given again", async () => {
    const ada = await addMember("Ada");
    const { id } = (await connectBySigningIn(ada, "spotify")) as MusicAccount;
    for (const token of spotify.authorization.activeTokens().refresh) spotify.authorization.revoke(token);
    const refused = await ada.form(`/music-connections/${id}/refresh`, {}, { Accept: "*/*" });
    expect(refused.status).toBe(409);
    expect(await accountsOf(ada)).toMatchObject([{ id, isActive: false }]);
    expect(await (await ada.get("/music-connections")).text()).toContain(
      "We&#x27;ve lost access to Ada on Spotify.",
    );
    expect(await connectBySigningIn(ada, "spotify", { person: "31nameless" })).toMatchObject({
      id,
      isActive: true,
      serviceUsername: "31nameless",
    });
  });

  test("disconnecting revokes the consent if the service supports it", async () => {
    const ada = await addMember("Ada");
    const { id } = (await connectBySigningIn(ada, "youtube")) as MusicAccount;
    const living = () => google.authorization.activeTokens().refresh.length;
    const before = living();
    expect((await ada.form(`/music-connections/${id}/disconnect`, {})).status).toBe(303);
    expect(living()).toBeLessThan(before);
    expect(await accountsOf(ada)).toEqual([]);
  });

  test("tokens are encrypted in the database, and absent from responses", async () => {
    const ada = await addMember("Ada");
    await connectBySigningIn(ada, "spotify");
    await connectBySigningIn(ada, "youtube");
    const { dataDir } = app();
    const kept = readdirSync(dataDir)
      .filter((file) => file.startsWith("b-side.sqlite"))
      .map((file) => readFileSync(join(dataDir, file), "latin1"))
      .join();
    expect(kept).toContain("ada.lovelace");
    expect(kept).not.toMatch(/(access|refresh|code)-[\w-]{32}/);
    for (const address of ["/api/music-connections", "/music-connections"])
      expect(await (await ada.get(address)).text()).not.toMatch(/(access|refresh)-[\w-]{32}/);
  });
});

// How a service can fail is in http-request.test.ts; here is what members read of it.
describe("a service that fails", () => {
  const sentence = "isn't responding. Try again in a minute.";

  test("is named where it was asked, and leaves what was connected", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const { id } = (await (await connectListener(ada, "rj")).json()) as MusicAccount;
    lastfm.fail("garbled");
    listenbrainz.fail("garbled");
    const looked = await ben.get("/api/lastfm/user/solo");
    expect([looked.status, await looked.text()]).toEqual([502, `Last.fm ${sentence}`]);
    for (const [service, name] of [
      ["lastfm", "Last.fm"],
      ["listenbrainz", "ListenBrainz"],
    ] as const) {
      const refused = await ben.form("/music-connections", { service, username: "rob" });
      const html = await refused.text();
      expect(refused.status).toBe(502);
      expect(html).toContain(`${name} connection failed`);
      expect(html).toContain(`Failed to verify ${name} username. ${name} isn&#x27;t responding.`);
    }
    const refreshed = await ada.form(`/music-connections/${id}/refresh`, {}, { Accept: "*/*" });
    expect([refreshed.status, await refreshed.text()]).toEqual([
      502,
      expect.stringContaining(`502: Last.fm ${sentence}`),
    ]);
    expect(await accountsOf(ada)).toMatchObject([{ isActive: true, playCount: 54_189 }]);
    expect(await accountsOf(ben)).toEqual([]);
  });

  test.each(["/v1/me/top/artists", "/api/token"])(
    "at %s connects nothing, with a flash message",
    async (where) => {
      const ben = await addMember("Ben");
      for (const part of [spotify.api, spotify.accounts]) part.fail("garbled", where);
      expect(await connectBySigningIn(ben, "spotify")).toBeUndefined();
      const page = await (await ben.get("/music-connections")).text();
      for (const words of ["Connection failed", "502: Spotify isn&#x27;t responding."])
        expect(page).toContain(words);
    },
  );

  test("doesn't keep anybody from disconnecting", async () => {
    const cleo = await addMember("Cleo");
    const { id } = (await connectBySigningIn(cleo, "youtube")) as MusicAccount;
    google.fail("broken", "/revoke");
    expect((await cleo.form(`/music-connections/${id}/disconnect`, {})).status).toBe(303);
    expect(await accountsOf(cleo)).toEqual([]);
  });
});
