// Rate limits. Each counts one member or one address, and leaves all others unaffected.
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../app";
import { startDeezer } from "../fakes/deezer";
import { makeLastfmFile } from "../fakes/history-files";
import { photo } from "../fakes/picture-files";
import { decide, goToSignIn, makeConversation, makeMatch, type Person, signIn } from "./people";

// @ts-expect-error: plain JavaScript, which a server loads too.
await import("./slow-clock.mjs");
const deezer = await startDeezer();
afterAll(() => deezer.close());
const { addMember, sendRaw, visitor, signUp } = shareApp({
  RATE_LIMITS: "on",
  PREVIEWS: "deezer",
  DEEZER_URL: deezer.address,
});

const tooFast =
  /That was a little too fast\. Try again in \d+ (seconds?|minutes)\.|You've reached the limit for now\. Try again in \d+ hours\./;
const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort();
const count = (answers: Response[], status: number) =>
  statuses(answers).filter((each) => each === status).length;

/** Expects the answer, or one of several, to say how long to wait. */
async function expectToWait(answers: Response | undefined | Response[], atMostSeconds: number) {
  const answer = Array.isArray(answers) ? answers.find(({ status }) => status === 429) : answers;
  expect(answer?.status, answer?.url).toBe(429);
  expect(answer?.headers.get("Retry-After") ?? "no header", answer?.url).toMatch(/^[1-9]\d*$/);
  const seconds = Number(answer?.headers.get("Retry-After"));
  expect(seconds).toBeLessThanOrEqual(atMostSeconds);
  expect(await answer?.text()).toMatch(tooFast);
}

const sendHistory = (person: Person) =>
  person.send("/api/listening-history", {
    method: "PUT",
    body: makeLastfmFile().toString(),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });

async function isReading(person: Person): Promise<boolean> {
  const history = (await (await person.get("/api/listening-history")).json()) as { status: string } | null;
  return history?.status === "waiting";
}

const missingId = "999999";

// Sign-ins are counted by address: only these four may sign up before the last test.
const people = {
  ada: signUp.bind(null, "Ada"),
  ben: signUp.bind(null, "Ben"),
  cleo: signUp.bind(null, "Cleo"),
  dan: signUp.bind(null, "Dan"),
};

async function idOf(answer: Promise<Response>): Promise<string> {
  return ((await (await answer).json()) as { id: string }).id;
}

test("likes, messages, reports, conversations, games, uploads, services and places have limits per member", async () => {
  const [ada, ben] = [await people.ada(), await people.ben()];
  await makeMatch(ada, ben);
  const conversationId = await makeConversation(ada, ben);
  const typing = Array.from({ length: 61 }, () => ada.json("POST", `/messages/${conversationId}/typing`, {}));
  const signs = await Promise.all(typing);
  expect([count(signs, 204), count(signs, 429)]).toEqual([60, 1]);
  await expectToWait(signs, 60);

  const play = () =>
    ada.json("POST", `/api/conversations/${conversationId}/joint-play`, { messageId: randomUUID() });
  const plays = await Promise.all(Array.from({ length: 31 }, play));
  expect([count(plays, 404), count(plays, 429)]).toEqual([30, 1]);
  const step = () => ada.json("PATCH", `/api/joint-plays/${missingId}`, { step: "renew" });
  const steps = await Promise.all(Array.from({ length: 121 }, step));
  expect([count(steps, 404), count(steps, 429)]).toEqual([120, 1]);

  const likes = await Promise.all(Array.from({ length: 60 }, () => decide(ada, ben, true)));
  expect(count(likes, 201)).toBe(58);
  await expectToWait(likes, 60);
  expect((await decide(ben, ada, true)).status).toBe(201);

  const write = (one: typeof ada) =>
    one.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Hello" });
  const messages = await Promise.all(Array.from({ length: 32 }, () => write(ada)));
  expect(count(messages, 201)).toBe(30);
  await expectToWait(messages, 10);
  expect((await write(ben)).status).toBe(201);
  // Files count too, before their first byte is read.
  const cookie = ada.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const head = `HTTP/1.1\r\nHost: ${new URL(ada.server.origin).host}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`;
  for (const files of ["photos", "voice-notes"]) {
    const unsent = `POST /api/conversations/${conversationId}/${files} ${head}Content-Length: 900000\r\nConnection: close\r\n\r\nx`;
    expect(await sendRaw(unsent)).toMatch(/^HTTP\/1\.1 429 /);
  }
  // Shares count too, before any request to YouTube.
  const video = { conversationId, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  await expectToWait(await ada.json("POST", "/api/messages/youtube", video), 10);

  const report = { about: `member:${ben.id}`, reason: "scam" };
  const reports = await Promise.all(
    Array.from({ length: 22 }, () => ada.json("POST", "/api/reports", report)),
  );
  expect([count(reports, 201), count(reports, 200)]).toEqual([1, 19]);
  await expectToWait(reports, 86_400);

  // An existing conversation costs nothing. A missing member counts as well, so the same member can be asked for again.
  const begin = (one: typeof ada, targetUserId: string) =>
    one.json("POST", "/api/conversations", { targetUserId });
  const reopened = await Promise.all(Array.from({ length: 22 }, () => begin(ada, ben.id)));
  expect(count(reopened, 201)).toBe(22);
  const begun = await Promise.all(Array.from({ length: 21 }, () => begin(ada, missingId)));
  expect([count(begun, 404), count(begun, 429)]).toEqual([19, 2]);
  await expectToWait(begun, 3600);
  expect((await begin(ada, ben.id)).status).toBe(201);
  expect((await begin(ben, missingId)).status).toBe(404);

  const challenge = (one: typeof ada, player2Id: string) =>
    one.json("POST", "/api/trivia-games", { player2Id });
  const games = await Promise.all(Array.from({ length: 12 }, () => challenge(ada, ben.id)));
  expect([count(games, 201), count(games, 409), count(games, 429)]).toEqual([1, 9, 2]);
  await expectToWait(games, 3600);
  const strangers = await Promise.all(Array.from({ length: 4 }, () => addMember("Eve")));
  const toStrangers = await Promise.all(strangers.map(({ id }) => challenge(ben, id)));
  expect([count(toStrangers, 201), count(toStrangers, 429)]).toEqual([3, 1]);
  await expectToWait(toStrangers, 24 * 3600);
  expect((await challenge(ben, ada.id)).status).toBe(409);

  const open = (one: typeof ada) => one.json("POST", "/api/objects/upload", undefined);
  const opened = await Promise.all(Array.from({ length: 12 }, () => open(ada)));
  expect(count(opened, 201)).toBe(10);
  await expectToWait(opened, 3600);
  expect((await open(ben)).status).toBe(201);

  const histories: Response[] = [];
  for (let i = 0; i < 12; i++) {
    histories.push(await sendHistory(ada));
    // A file that comes while the last one is read is refused before it counts.
    await expect.poll(() => isReading(ada)).toBe(false);
  }
  expect(count(histories, 201)).toBe(10);
  await expectToWait(histories, 3600);
  // Before its first byte is read: it can have 200 million.
  const unsent = await sendRaw(
    `PUT /api/listening-history ${head}Content-Length: 200000000\r\nConnection: close\r\n\r\nartist,`,
  );
  expect(unsent).toMatch(/^HTTP\/1\.1 429 /);
  expect((await sendHistory(ben)).status).toBe(201);

  // It counts even though there is no request without a key.
  const lookUp = (one: typeof ada) => one.get("/api/lastfm/user/rj");
  const looked = await Promise.all(Array.from({ length: 22 }, () => lookUp(ada)));
  expect(count(looked, 503)).toBe(20);
  await expectToWait(looked, 60);
  expect((await lookUp(ben)).status).toBe(503);

  const suggest = (one: typeof ada) => one.get("/api/artists?q=bro");
  const suggested = await Promise.all(Array.from({ length: 242 }, () => suggest(ada)));
  expect(count(suggested, 200)).toBe(240);
  await expectToWait(suggested, 60);
  expect((await suggest(ben)).status).toBe(200);

  const account = { service: "spotify", serviceUserId: "x", serviceUsername: "x" };
  const connect = (one: typeof ada) => one.json("POST", "/api/music-connections", account);
  const connected = await Promise.all(Array.from({ length: 22 }, () => connect(ada)));
  expect(count(connected, 201)).toBe(20);
  await expectToWait(connected, 3600);
  expect((await connect(ben)).status).toBe(201);

  const live = (where: string) => ada.json("PATCH", "/api/profile", { bio: "", age: 30, location: where });
  const moves = [];
  for (const where of ["Oslo", "Oslo", "Rome", "Riga", "Bonn", "Bern", "Bonn"]) moves.push(await live(where));
  expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 200]);
  await expectToWait(moves[5], 24 * 3600);
  // The form saves the rest and reports the location.
  const saved = await ada.form("/profile?tab=profile", { bio: "Moved.", age: "31", location: "Bern" });
  expect(saved.status).toBe(303);
  expect(await (await ada.follow(saved)).text()).toMatch(
    /Your location is still Bonn: you can change it 3 times a day\. Try again in \d+ hours\./,
  );
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({
    bio: "Moved.",
    age: 31,
    location: "Bonn",
  });
  const first = await ada.form("/welcome/about", {
    age: "31",
    location: "Bern",
    gender: "woman",
    consents: "on",
  });
  expect(await (await ada.follow(first)).text()).toContain("Your location is still Bonn");

  const refused = await ada.form("/matches/talk", { targetUserId: missingId });
  expect(refused.status).toBe(303);
  expect(await (await ada.follow(refused)).text()).toMatch(/429: That was a little too fast\. Try again in/);

  // Passes have a higher limit than likes, and a member out of likes can still pass.
  const passes = await Promise.all(Array.from({ length: 242 }, () => decide(ada, ben, false)));
  expect(count(passes, 201)).toBe(240);
});

test("every form and button says when to try again, with and without JavaScript", async () => {
  const [cleo, dan] = [await people.cleo(), await people.dan()];
  const talk = await makeConversation(cleo, dan);
  const game = await idOf(cleo.json("POST", "/api/trivia-games", { player2Id: dan.id }));
  const record = await idOf(
    cleo.json("POST", "/api/record-collections", { artist: "Can", album: "Tago Mago" }),
  );
  await dan.form(`/trivia/${game}/accept`, {});
  await cleo.form(`/trivia/${game}/resign`, {});
  const playlist = await idOf(cleo.json("POST", "/api/playlists", { name: "Krautrock" }));
  const account = { service: "spotify", serviceUserId: "x", serviceUsername: "x" };
  const connection = await idOf(cleo.json("POST", "/api/music-connections", account));
  const picture = await photo("png", 8, 8);
  const withFile = (name: string, file: Buffer, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append(name, new Blob([new Uint8Array(file)]), "file");
    return form;
  };
  const likes = { liked: "true", targetUserId: dan.id };
  const song = { artist: "Can", title: "Vitamin C" };
  const content = { content: "Hello" };
  const taste = {
    ...{ "topArtists[0]": "Can", favoriteGenres: "Rock" },
    ...{ totalScrobbles: "10", concertsAttended: "2", end: "here" },
  };
  const notifications = { matchPage: "true" };
  const forms: [path: string, fields: Record<string, string> | FormData, mostTries: number][] = [
    ["/profile/photo", withFile("file", picture), 10],
    ["/profile/cover", withFile("file", picture), 0],
    [`/records/${record}/edit`, withFile("picture", picture, { artist: "Can", album: "Can" }), 0],
    [`/playlists/${playlist}/edit`, withFile("picture", picture, { name: "Krautrock" }), 0],
    ["/playlists/new", { name: "Krautrock" }, 20],
    [`/playlists/${playlist}/add`, song, 60],
    ["/trivia/new", { player2Id: dan.id }, 10],
    ["/records/new", { artist: "Can", album: "Can" }, 120],
    ["/records/import", withFile("file", Buffer.from("Artist,Album\nCan,Can")), 20],
    ["/music-connections", { service: "lastfm", username: "rj" }, 20],
    [`/messages/${talk}/share`, { shareType: "song", ...song }, 30],
    [`/messages/${talk}/video`, { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" }, 30],
    [`/messages/${talk}`, content, 30],
    ["/profile", { bio: "", age: "30", location: "Portland, Oregon" }, 60],
    ["/profile?tab=music", taste, 60],
    ["/settings/privacy", { showsSeen: "on" }, 60],
    ["/settings/notifications", notifications, 0],
  ];
  const buttons: [path: string, fields: Record<string, string>, mostTries: number][] = [
    ["/music-connections", { service: "spotify", username: "open.spotify.com/user/cleo" }, 20],
    ["/discover/decide", likes, 60],
    ["/discover/undo", likes, 240],
    [`/members/${dan.id}/decide`, likes, 0],
    [`/members/${dan.id}/undo`, likes, 0],
    ["/matches/talk", { targetUserId: missingId }, 20],
    [`/trivia/${game}/rematch`, {}, 0],
    [`/music-connections/${connection}/refresh`, {}, 0],
    ["/settings/pause", { paused: "true" }, 0],
    ["/settings/collection", { shown: "true" }, 0],
    ["/listen", { service: "tidal" }, 0],
  ];
  const requests: [method: string, path: string, body: object][] = [
    ["PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" }],
    ["POST", "/api/music-preferences", { ...taste, topArtists: ["Can"], favoriteGenres: ["Rock"] }],
    ["PUT", "/api/profile/privacy", { showsSeen: true }],
    ["PUT", "/api/profile/listening", { service: "tidal" }],
    ["PUT", "/api/profile/distances", { unit: "miles" }],
    ["PUT", "/api/notifications/settings", notifications],
  ];
  const scripted = (path: string, fields: Record<string, string> | FormData) =>
    cleo.form(path.replace(/(?=\?|$)/, ".data"), fields, { Accept: "*/*" });
  const uses = async (path: string, fields: Record<string, string> | FormData, times: number) => {
    // A member may upload four files at a time.
    for (let left = times; left > 0; left -= 4)
      await Promise.all(Array.from({ length: Math.min(left, 4) }, () => scripted(path, fields)));
  };
  for (const [path, fields, mostTries] of forms) {
    await uses(path, fields, mostTries);
    await expectToWait(await scripted(path, fields), 3600);
    await expectToWait(await cleo.form(path, fields), 3600);
  }
  for (const [path, fields, mostTries] of buttons) {
    await uses(path, fields, mostTries);
    await expectToWait(await scripted(path, fields), 3600);
  }
  for (const [method, path, body] of requests) await expectToWait(await cleo.json(method, path, body), 3600);
});

test("a member can ask for 120 parts of previews a minute", async () => {
  const eve = await signUp("Eve");
  const playlist = await idOf(eve.json("POST", "/api/playlists", { name: "Slow trains" }));
  await eve.json("POST", `/api/playlists/${playlist}/songs`, { artist: "Can", title: "Vitamin C" });
  const { songs } = await (await eve.get(`/api/playlists/${playlist}`)).json();
  const ask = () => eve.send(songs[0].previewUrl, { headers: { Range: "bytes=0-1" } });
  const parts = await Promise.all(Array.from({ length: 121 }, ask));
  expect([count(parts, 206), count(parts, 429)]).toEqual([120, 1]);
});

test("password attempts from one address are limited to ten per account and twenty in total in three minutes", async () => {
  const browser = visitor();
  const page = await goToSignIn(browser);
  const guess = (n: number, email = "ada@example.org") =>
    browser.form(page, { email, password: `guess ${n}` });
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
  expect(count(guesses, 429)).toBeGreaterThanOrEqual(20);
  await expectToWait(guesses, 180);
  const elsewhere = visitor();
  const right = await elsewhere.form(
    await goToSignIn(elsewhere),
    { email: "somebody.else@example.org", password: "listen closely" },
    { "X-Forwarded-For": "203.0.113.9", "Fly-Client-IP": "203.0.113.9", "X-Client-IP": "203.0.113.9" },
  );
  expect(right.status).toBe(429);
  const newcomer = {
    firstName: "Eve",
    lastName: "L",
    email: "eve@example.org",
    password: "listen closely",
    adult: "on",
  };
  await expectToWait(await browser.form(`${page}/sign-up`, newcomer), 180);
  expect((await signIn(visitor(), "ada@example.org")).status).toBe(429);
});
