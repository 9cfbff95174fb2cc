// Rate limits. Each counts one member or one address, and leaves all others unaffected.
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { shareApp } from "../app";
import { startDeezer } from "../fakes/deezer";
import { makeLastfmFile } from "../fakes/history-files";
import { photo } from "../fakes/picture-files";
import { query } from "./mail";
import { goToSignIn, makeConversation, type Person, signIn } from "./people";

// @ts-expect-error: plain JavaScript, which a server loads too.
await import("./slow-clock.mjs");
const deezer = await startDeezer();
afterAll(() => deezer.close());
const { addMember, sendRaw, visitor, signUp, consumeRateLimit } = shareApp({
  RATE_LIMITS: "on",
  PREVIEWS: "deezer",
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

type Kind = Parameters<typeof consumeRateLimit>[0];

/** Counts uses of a limit by a member. */
async function countUses(kind: Kind, { id }: Person, times: number) {
  for (let used = 0; used < times; used++) await consumeRateLimit(kind, Number(id));
}

/** Uses up a limit of a member. */
async function exhaust(kind: Kind, { id }: Person) {
  for (;;) if (await consumeRateLimit(kind, Number(id)).catch(() => true)) return;
}

/** Sends a request twice at the same moment. */
const twice = (send: () => Promise<Response>) => Promise.all([send(), send()]);

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
  const talk = await makeConversation(ada, ben);
  const messages = `/api/conversations/${talk}/messages`;
  const account = { service: "spotify", serviceUserId: "x", serviceUsername: "x" };
  const report = { about: `member:${ben.id}`, reason: "scam" };
  expect((await ada.json("POST", "/api/reports", report)).status).toBe(201);
  expect((await ada.json("POST", "/api/trivia-games", { player2Id: ben.id })).status).toBe(201);
  /** How often it is used up to the last time, what that answers, and how long the next one waits at most. */
  const calls: [kind: Kind, used: number, status: number, seconds: number, call: string, body?: object][] = [
    ["typing", 59, 204, 60, `POST /messages/${talk}/typing`, {}],
    ["jointPlay", 29, 404, 600, `POST /api/conversations/${talk}/joint-play`, { messageId: randomUUID() }],
    ["jointPlayStep", 119, 404, 600, `PATCH /api/joint-plays/${missingId}`, { step: "renew" }],
    // One is for the conversation.
    ["like", 58, 201, 60, "POST /api/matches", { targetUserId: ben.id, liked: true }],
    ["message", 29, 201, 10, `POST ${messages}`, { content: "Hello" }],
    ["report", 18, 200, 86_400, "POST /api/reports", report],
    // A missing member counts as well, so that the same one can be asked for again.
    ["conversation", 18, 404, 3600, "POST /api/conversations", { targetUserId: missingId }],
    ["game", 8, 409, 3600, "POST /api/trivia-games", { player2Id: ben.id }],
    ["upload", 9, 201, 3600, "POST /api/objects/upload"],
    // It counts even though there is no request without a key.
    ["lookUp", 19, 503, 60, "GET /api/lastfm/user/rj"],
    ["suggestions", 239, 200, 60, "GET /api/artists?q=bro"],
    ["connection", 19, 201, 3600, "POST /api/music-connections", account],
    // Passes have a higher limit than likes, and a member out of likes can still pass.
    ["pass", 239, 404, 60, "POST /api/matches", { targetUserId: missingId, liked: false }],
  ];
  const send = (one: Person, call: string, body?: object) => {
    const [method = "", path = ""] = call.split(" ");
    return method === "GET" ? one.get(path) : one.json(method, path, body);
  };
  for (const [kind, used, status, seconds, call, body] of calls) {
    await countUses(kind, ada, used);
    const answers = await twice(() => send(ada, call, body));
    expect([call, statuses(answers)]).toEqual([call, [status, 429].sort()]);
    await expectToWait(answers, seconds);
    expect([call, (await send(ben, call, body)).status]).not.toEqual([call, 429]);
  }
  // An existing conversation costs nothing.
  expect((await ada.json("POST", "/api/conversations", { targetUserId: ben.id })).status).toBe(201);

  await countUses("strangerGame", ben, 2);
  const strangers = [await addMember("Eve"), await addMember("Eve")];
  const toStrangers = await Promise.all(
    strangers.map(({ id }) => ben.json("POST", "/api/trivia-games", { player2Id: id })),
  );
  expect(statuses(toStrangers)).toEqual([201, 429]);
  await expectToWait(toStrangers, 24 * 3600);

  // Files count too, before their first byte is read: a history can have 200 million.
  await countUses("history", ada, 9);
  expect((await sendHistory(ada)).status).toBe(201);
  // A file that comes while the last one is read is refused before it counts.
  await expect.poll(() => isReading(ada)).toBe(false);
  await expectToWait(await sendHistory(ada), 3600);
  expect((await sendHistory(ben)).status).toBe(201);
  await exhaust("message", ada);
  const cookie = ada.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const head = `HTTP/1.1\r\nHost: ${new URL(ada.server.origin).host}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`;
  for (const [file, bytes] of [
    [`POST /api/conversations/${talk}/photos`, 900_000],
    [`POST /api/conversations/${talk}/voice-notes`, 900_000],
    ["PUT /api/listening-history", 200_000_000],
  ] as const) {
    const unsent = `${file} ${head}Content-Length: ${bytes}\r\nConnection: close\r\n\r\nx`;
    expect(await sendRaw(unsent)).toMatch(/^HTTP\/1\.1 429 /);
  }
  // Shares count too, before any request to YouTube.
  const video = { conversationId: talk, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  await expectToWait(await ada.json("POST", "/api/messages/youtube", video), 10);

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
  const user = await (await ada.get("/api/auth/user")).json();
  expect(user).toMatchObject({ bio: "Moved.", age: 31, location: "Bonn" });
  const about = { age: "31", location: "Bern", gender: "woman", consents: "on" };
  const first = await ada.form("/welcome/about", about);
  expect(await (await ada.follow(first)).text()).toContain("Your location is still Bonn");

  const refused = await ada.form("/matches/talk", { targetUserId: missingId });
  expect(refused.status).toBe(303);
  expect(await (await ada.follow(refused)).text()).toMatch(/429: That was a little too fast\. Try again in/);
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
  const forms: [path: string, fields: Record<string, string> | FormData, kind: Kind][] = [
    ["/profile/photo", withFile("file", picture), "upload"],
    ["/profile/cover", withFile("file", picture), "upload"],
    [`/records/${record}/edit`, withFile("picture", picture, { artist: "Can", album: "Can" }), "upload"],
    [`/playlists/${playlist}/edit`, withFile("picture", picture, { name: "Krautrock" }), "upload"],
    ["/playlists/new", { name: "Krautrock" }, "playlist"],
    [`/playlists/${playlist}/add`, song, "song"],
    ["/trivia/new", { player2Id: dan.id }, "game"],
    ["/records/new", { artist: "Can", album: "Can" }, "record"],
    ["/records/import", withFile("file", Buffer.from("Artist,Album\nCan,Can")), "import"],
    ["/music-connections", { service: "lastfm", username: "rj" }, "lookUp"],
    [`/messages/${talk}/share`, { shareType: "song", ...song }, "message"],
    [`/messages/${talk}/video`, { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" }, "message"],
    [`/messages/${talk}`, content, "message"],
    ["/profile", { bio: "", age: "30", location: "Portland, Oregon" }, "profile"],
    ["/profile?tab=music", taste, "preferences"],
    ["/settings/privacy", { showsSeen: "on" }, "settings"],
    ["/settings/notifications", notifications, "settings"],
  ];
  const buttons: [path: string, fields: Record<string, string>, kind: Kind][] = [
    ["/music-connections", { service: "spotify", username: "open.spotify.com/user/cleo" }, "connection"],
    ["/discover/decide", likes, "like"],
    ["/discover/undo", likes, "pass"],
    [`/members/${dan.id}/decide`, likes, "like"],
    [`/members/${dan.id}/undo`, likes, "pass"],
    ["/matches/talk", { targetUserId: missingId }, "conversation"],
    [`/trivia/${game}/rematch`, {}, "game"],
    [`/music-connections/${connection}/refresh`, {}, "connection"],
    ["/settings/pause", { paused: "true" }, "settings"],
    ["/settings/collection", { shown: "true" }, "settings"],
    ["/listen", { service: "tidal" }, "settings"],
  ];
  const requests: [method: string, path: string, body: object][] = [
    ["PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" }],
    ["POST", "/api/music-preferences", { ...taste, topArtists: ["Can"], favoriteGenres: ["Rock"] }],
    ["PUT", "/api/profile/privacy", { showsSeen: true }],
    ["PUT", "/api/profile/listening", { service: "tidal" }],
    ["PUT", "/api/profile/distances", { unit: "miles" }],
    ["PUT", "/api/profile/language", { language: "en" }],
    ["PUT", "/api/notifications/settings", notifications],
  ];
  const scripted = (path: string, fields: Record<string, string> | FormData) =>
    cleo.form(path.replace(/(?=\?|$)/, ".data"), fields, { Accept: "*/*" });
  for (const [path, fields, kind] of forms) {
    await exhaust(kind, cleo);
    await expectToWait(await scripted(path, fields), 3600);
    await expectToWait(await cleo.form(path, fields), 3600);
  }
  for (const [path, fields, kind] of buttons) {
    await exhaust(kind, cleo);
    await expectToWait(await scripted(path, fields), 3600);
  }
  for (const [method, path, body] of requests) await expectToWait(await cleo.json(method, path, body), 3600);
});

test("a member can ask for 120 parts of previews a minute", async () => {
  const eve = await signUp("Eve");
  const playlist = await idOf(eve.json("POST", "/api/playlists", { name: "Slow trains" }));
  await eve.json("POST", `/api/playlists/${playlist}/songs`, { artist: "Can", title: "Vitamin C" });
  const { songs } = await (await eve.get(`/api/playlists/${playlist}`)).json();
  await countUses("preview", eve, 119);
  const ask = () => eve.send(songs[0].previewUrl, { headers: { Range: "bytes=0-1" } });
  expect(statuses(await twice(ask))).toEqual([206, 429]);
});

test("a member downloads 20 files of any kind an hour; the page with the link says when it goes on", async () => {
  const eve = await addMember("Eve");
  await addStaff(eve.email, "moderator");
  const playlist = await idOf(eve.json("POST", "/api/playlists", { name: "Slow trains" }));
  await countUses("download", eve, 19);
  expect((await eve.get("/records/export.csv")).status).toBe(200);
  for (const [file, page] of [
    ["/records/export.csv", "/records"],
    ["/records/export.csv?wanted=true", "/records?wanted=true"],
    [`/playlists/${playlist}/export/csv`, `/playlists/${playlist}`],
    ["/profile/music.json", "/profile?tab=music"],
    [`/settings/export/${randomUUID()}.zip`, "/settings/export"],
    ["/moderation/log/export.csv?action=viewed", "/moderation/log?action=viewed"],
  ] as const) {
    await expectToWait(await eve.get(file), 3600);
    const answer = await eve.get(file, { Accept: "text/html" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);
    const shown = await (await eve.follow(answer)).text();
    expect([page, shown]).toEqual([
      page,
      expect.stringMatching(/429: That was a little too fast\. Try again in \d+ minutes\./),
    ]);
  }
  const ben = await addMember("Ben");
  expect((await ben.get("/records/export.csv")).status).toBe(200);
});

test("a member can ask for three exports a day", async () => {
  const eve = await signUp("Eve");
  const start = () => eve.form("/settings/export", {});
  for (let i = 0; i < 3; i++) {
    await start();
    await query("delete from data_export");
  }
  const refused = await eve.follow(await start());
  expect(await refused.text()).toContain("You&#x27;ve reached the limit for now. Try again in 24 hours.");
  expect(await query("select id from data_export")).toEqual([]);
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
