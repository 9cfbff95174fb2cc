// The JSON API: its description, docs/openapi.json, beside the server; refusals; and requests that are sent again under the same
// Idempotency-Key, because their response was lost. After a change of the description that is meant,
// `npx vitest run tests/api/conventions.test.ts --update` writes it.
import { randomUUID } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { toDate } from "~/days";
import { dayOf } from "~/models/member/visit.server";
import { shareApp } from "../app";
import { startCatalog } from "../fakes/catalog";
import { makeLastfmFile } from "../fakes/history-files";
import { photo } from "../fakes/picture-files";
import { wav } from "../fakes/recordings";
import { runsOf } from "../sampled";
import { type Browser, openBrowser } from "./client";
import { describeApi } from "./openapi/describe";
import { makeConversation, type Person } from "./people";

const catalog = await startCatalog();
const { app, visitor, addMember, sendRaw } = shareApp({
  CATALOG_CONTACT: "ops@b-side.example",
});
afterAll(() => {
  catalog.musicBrainz.close();
  catalog.archive.close();
});
const described = await describeApi();
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The description as text, with short lists and objects in one line. */
function toText(value: unknown): string {
  const long = JSON.stringify(value, null, 2);
  const inOneLine = (_: string, open: string, inner: string, close: string) =>
    `${open} ${inner.replace(/\n\s*/g, " ")} ${close}`;
  return `${long.replace(/([[{])\n\s*([^[\]{}]{1,90}?)\n\s*([\]}])/g, inOneLine)}\n`;
}

test("the file describes the routes as they are", async () => {
  await expect(toText(described)).toMatchFileSnapshot("../../docs/openapi.json");
});

test("the server names the described methods to whoever uses another, in one sentence", async () => {
  const { ada } = await cast();
  expect(Object.keys(described.paths).length).toBeGreaterThan(30);
  for (const [path, operations] of Object.entries(described.paths)) {
    const methods = METHODS.filter((method) => method.toLowerCase() in operations);
    for (const method of METHODS.filter((each) => !methods.includes(each))) {
      const answer = await ada.send(path.replace(/\{\w+\}/g, "none"), {
        method,
        headers: { "Sec-Fetch-Site": "same-origin" },
      });
      expect([path, method, answer.headers.get("Allow")]).toEqual([path, method, methods.join(", ")]);
      await expectSentence(answer, 405);
    }
  }
});

test("answers have the described shape and nothing else", async () => {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    formats: { "date-time": true, uuid: true },
  });
  ajv
    .addKeyword("paths")
    .addKeyword("servers")
    .addKeyword("security")
    .addKeyword("openapi")
    .addKeyword("info");
  ajv.addKeyword("components");
  // A client ignores what it doesn't know, but here a property that no type names would be a leak.
  ajv.addSchema(JSON.parse(JSON.stringify(described), closeObjects), "api");
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const seen = new Set<string>();
  const check = async (path: string, answer: Response, method = answer.status === 201 ? "post" : "get") => {
    const pointer = `paths/${path.replaceAll("/", "~1").replace(/[{}]/g, encodeURIComponent)}`;
    const content = `responses/${answer.status}/content/application~1json/schema`;
    const validate = ajv.getSchema(`api#/${pointer}/${method}/${content}`);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    const value = await answer.json();
    expect([path, validate?.(value), validate?.errors, value]).toEqual([path, true, null, value]);
    seen.add(`${method} ${path}`);
    return value as { id: string };
  };
  const get = async (path: string, id = "") => check(path, await ada.get(path.replace(/\{\w+\}/, id)));
  const add = async (path: string, body: object, id = "") =>
    check(path, await ada.json("POST", path.replace(/\{\w+\}/, id), body));

  const talk = await makeConversation(ada, ben);
  await ben.json("POST", `/api/conversations/${talk}/messages`, { content: "Hello" });
  const metadata = { artist: "Can", title: "Vitamin C" };
  const message = { id: randomUUID(), content: "", messageType: "music_share", metadata };
  await add("/api/conversations/{id}/messages", message, talk);
  const video = { conversationId: talk, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  const { id: messageId } = await add("/api/messages/youtube", video);
  await ben.json("PUT", `/api/messages/${messageId}/reaction`, { reaction: "record" });
  const edited = { content: "This one, and twice" };
  check("/api/messages/{id}", await ada.json("PATCH", `/api/messages/${message.id}`, edited), "patch");
  await get("/api/messages/{id}/versions", message.id);
  await add("/api/conversations/{id}/joint-play", { messageId }, talk);
  await get("/api/conversations/{id}/joint-play", talk);
  await add("/api/record-collections", { artist: "Can", album: "Tago Mago", year: 1971 });
  const playlist = await add("/api/playlists", { name: "Slow trains", collaboratorId: ben.id });
  await add("/api/playlists/{id}/songs", { artist: "Can", title: "Moonshake", duration: 182 }, playlist.id);
  await add("/api/playlists/{id}/copies", { name: "My trains" }, playlist.id);
  const game = await add("/api/trivia-games", { player2Id: ben.id });
  await add("/api/music-connections", { service: "spotify", serviceUserId: "ada", serviceUsername: "ada" });
  await add("/api/reports", { about: `conversation:${talk}`, reason: "hate" });
  await add("/api/objects/upload", {});
  await ada.json("POST", "/api/blocks", { targetUserId: (await addMember("Eve")).id });

  const file = {
    method: "PUT",
    body: makeLastfmFile().toString(),
    headers: { "Sec-Fetch-Site": "same-origin" },
  };
  expect((await ada.send("/api/listening-history", file)).status).toBe(201);

  await get("/api/conversations/{id}/messages", talk);
  await get("/api/playlists/{id}", playlist.id);
  await get("/api/trivia-games/{id}", game.id);
  const searches = {
    "/api/catalog/releases": "title=Tago+Mago",
    "/api/messages/search": "q=hello",
  };
  for (const [path, query] of Object.entries(searches)) await check(path, await ada.get(`${path}?${query}`));
  const plain = Object.entries(described.paths).filter(
    ([path, operations]) => "get" in operations && !path.includes("{") && !(path in searches),
  );
  for (const [path] of plain) await get(path);
  expect(seen.size).toBeGreaterThan(25);
});

function closeObjects(_: string, value: unknown): unknown {
  const isShape = typeof value === "object" && value !== null && "properties" in value && "type" in value;
  return isShape ? { ...value, additionalProperties: false } : value;
}

const writes: [method: string, path: string][] = [
  ["POST", "/api/matches"],
  ["POST", "/api/conversations"],
  ["POST", "/api/conversations/{conversation}/messages"],
  ["POST", "/api/music-preferences"],
  ["PATCH", "/api/profile"],
  ["POST", "/api/record-collections"],
  ["PUT", "/api/record-collections/{record}"],
  ["POST", "/api/playlists"],
  ["POST", "/api/playlists/{playlist}/songs"],
];

let settled: Promise<{ ada: Person; ben: Person; ids: Record<string, string> }> | undefined;
/** Ada, who chats with Ben and has a record and a playlist. */
function cast() {
  settled ??= (async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const made = async (path: string, value: unknown) =>
      ((await (await ada.json("POST", path, value)).json()) as { id: string }).id;
    const ids = {
      conversation: await makeConversation(ada, ben),
      record: await made("/api/record-collections", { artist: "Nico", album: "Desertshore" }),
      playlist: await made("/api/playlists", { name: "Sundays" }),
    };
    return { ada, ben, ids };
  })();
  return settled;
}
async function at(path: string) {
  const { ids } = await cast();
  return path.replace(/\{(\w+)\}/, (_, name) => ids[name] ?? "");
}
const own = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };

/** A call that represents all: the same code refuses these requests at every route. */
const [method, target] = ["PATCH", "/api/profile"] as const;
/** A sentence, or one that begins with a field's name. */
const SENTENCE = /^(?:[A-Z]|[a-z]+[A-Za-z]* (?:is|must) )[^<>{}\n]+\.?$/;

/** Expects a refusal in one plain sentence, uncached. */
async function expectSentence(answer: Response, status: number) {
  const message = await answer.text();
  expect([answer.status, message]).toEqual([status, expect.stringMatching(SENTENCE)]);
  expect(message).not.toMatch(/Expected|received|undefined|Invalid input|at \w+ \(/);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
}

test("malformed JSON is refused with a message", async () => {
  const { ada } = await cast();
  const sendText = (body: string) => ada.send(target, { method, body, headers: own });
  for (const broken of ["{", "nonsense", "\u0000", '{"a":', "'a'", "{}{}"]) {
    await expectSentence(await sendText(broken), 400);
  }
  for (const other of ["null", "[]", "5", '"text"', "true", "{}", ""])
    await expectSentence(await sendText(other), 400);
  // It would be a profile if the broken letter were replaced.
  const bytes = Buffer.from('{"bio":"\u00ff","age":30,"location":"Oslo"}', "latin1");
  await expectSentence(await ada.send(target, { method, body: new Uint8Array(bytes), headers: own }), 400);
});

test("other content types are refused: 415", async () => {
  const { ada } = await cast();
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "",
  ];
  for (const type of types) {
    const answer = await ada.send(target, {
      method,
      body: '{"content":"Hello"}',
      headers: { ...own, "Content-Type": type },
    });
    await expectSentence(answer, 415);
  }
});

test("bodies of 64 kB are refused, with or without a Content-Length: 413", async () => {
  const { ada } = await cast();
  const body = `{"content":"${"x".repeat(64_000)}"}`;
  await expectSentence(await ada.send(target, { method, body, headers: own }), 413);
  async function* parts() {
    for (let i = 0; i < 30; i++) yield Buffer.alloc(5_000, "x");
  }
  await expectSentence(await ada.send(target, { method, body: parts(), headers: own }), 413);
  async function* few() {
    yield Buffer.from('{"content":');
    yield Buffer.from('"split"');
  }
  await expectSentence(await ada.send(target, { method, body: few(), headers: own }), 400);
});

test.each(["/records/new", "/profile", "/trivia/new"])(
  "a form for %s of 64 kB comes back with a sentence in the app's look",
  async (path) => {
    const { ada } = await cast();
    const fields = new URLSearchParams({ artist: "Nico", notes: "x".repeat(64_000) });
    const page = await ada.form(path, fields, { Accept: "text/html" });
    const html = await page.text();
    expect([page.status, page.headers.get("Content-Type")]).toEqual([413, "text/html; charset=utf-8"]);
    expect(html).toContain("That is too large: the limit is 64 kB.");
    expect(html).toContain('<nav aria-label="Main"');
    const fetched = await ada.form(`${path}.data`, fields);
    expect([fetched.status, await fetched.text()]).toEqual([
      413,
      expect.stringContaining("That is too large: the limit is 64 kB."),
    ]);
  },
);

test("requests from other sites are refused: 403", async () => {
  const { ada } = await cast();
  const foreign: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "same-site", Origin: "https://other.b-side.example" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: `${app().origin}.evil.example` },
    { Referer: "https://evil.example/?127.0.0.1" },
    {},
  ];
  for (const headers of foreign) {
    for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
      const answer = await ada.send(target, {
        method,
        body: "{}",
        headers: { ...headers, "Content-Type": type },
      });
      await expectSentence(answer, 403);
    }
  }
  const believed: Record<string, string>[] = [
    { Origin: app().origin },
    { Referer: `${app().origin}/profile` },
  ];
  for (const headers of believed) {
    const answer = await ada.send(target, {
      method,
      body: "{}",
      headers: { ...headers, "Content-Type": own["Content-Type"] },
    });
    expect(answer.status).toBe(400);
  }
});

test("pages, what scripts fetch of them and redirects are kept in no cache, unless they say otherwise", async () => {
  const { ada } = await cast();
  const paused = () => ada.form("/settings/pause", { paused: "false" });
  for (const answer of [await ada.get("/records"), await ada.get("/records.data"), await paused()])
    expect([answer.url, answer.headers.get("Cache-Control")]).toEqual([answer.url, "private, no-store"]);
});

test("a refusal is sent as problem+json to clients that accept it", async () => {
  const { ada } = await cast();
  const asks = { Accept: "application/problem+json" };
  const invalid = await ada.json(
    "PATCH",
    "/api/profile",
    { age: 17, location: "", bio: "x".repeat(501) },
    asks,
  );
  expect(invalid.headers.get("Content-Type")).toBe("application/problem+json");
  expect(await invalid.json()).toEqual({
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    detail: "Bio must be less than 500 characters",
    errors: [
      { pointer: "#/bio", detail: "Bio must be less than 500 characters" },
      { pointer: "#/age", detail: "Must be at least 18" },
      { pointer: "#/location", detail: "Location is required" },
    ],
  });
  const askedBy = (browser: Browser, path: string, headers = {}) =>
    browser.get(path, { ...asks, ...headers });
  for (const [answer, status] of [
    [await askedBy(visitor(), "/api/matches"), 401],
    [await askedBy(ada, "/api/nothing-here"), 404],
    [await ada.json("PUT", "/api/matches", {}, asks), 405],
    [
      await ada.send("/api/matches", { method: "POST", body: "x".repeat(1e6), headers: { ...own, ...asks } }),
      413,
    ],
    [await ada.send("/api/matches", { method: "POST", body: "{}", headers: asks }), 403],
  ] as const) {
    expect(await answer.json()).toMatchObject({
      type: "about:blank",
      status,
      detail: expect.stringMatching(/\.$/),
    });
  }
});

test("any JSON body gets at worst an error message", async () => {
  const { ada } = await cast();
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(1e308, -1, 0.5, 2 ** 53, "9".repeat(17), "\ud800", "\u0000", "💿", [[]], {}),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  const names =
    "targetUserId liked content id topArtists favoriteGenres totalScrobbles concertsAttended bio age location " +
    "artist album year format condition notes imageUrl name isPublic collaboratorId title duration";
  const body = fc.dictionary(fc.constantFrom(...names.split(" "), "__proto__", "constructor", ""), value, {
    maxKeys: 6,
    noNullPrototype: true,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...writes), fc.oneof(body, value), async ([method, path], sent) => {
      const answer = await ada.json(method, await at(path), sent);
      expect([200, 201, 400, 403, 404]).toContain(answer.status);
      if (answer.status >= 400) await expectSentence(answer, answer.status);
      else await answer.json();
    }),
    { numRuns: runsOf(100, 30) },
  );
});

test("a refused body does not block the next request on the connection", async () => {
  const { port } = app();
  const part = `${(50_000).toString(16)}\r\n${"x".repeat(50_000)}\r\n`;
  const head = `POST /theme HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nSec-Fetch-Site: same-origin\r\n`;
  const body = `Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${part.repeat(10)}0\r\n\r\n`;
  const next = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  const answers = await sendRaw(head + body + next);
  expect(answers).toMatch(/^HTTP\/1.1 415 /);
  expect(answers).toMatch(/HTTP\/1.1 200 OK[\s\S]*ready$/);
});

async function* inParts(text: string) {
  for (const part of Buffer.from(text)) yield Uint8Array.of(part);
}

test.each([
  ["at once", (text: string) => text],
  ["byte by byte", inParts],
])("a body that is sent %s is read as a whole", async (_, toBody) => {
  const { ada, ids } = await cast();
  const post = (text: string) =>
    ada.send(`/api/conversations/${ids.conversation}/messages`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: toBody(text),
    });
  const answer = await post('{"content":"Motörhead"}');
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([201, "private, no-store"]);
  expect(await answer.json()).toMatchObject({ content: "Motörhead" });
  expect(await (await post('{"content":')).text()).toBe("The body is not valid JSON.");
  expect(await (await post("")).text()).toBe("The body must be a JSON object.");
});

test("concurrent requests can share a session", async () => {
  const { ada } = await cast();
  const tabs = Array.from({ length: 8 }, () => openBrowser(app(), ada.cookies));
  const answers = await Promise.all(tabs.map((tab) => tab.get("/api/auth/user")));
  expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200));
});

test("what is posted again under the same key is there once, and answered with the same thing", async () => {
  const { ada, ben, ids } = await cast();
  const { conversation } = ids;
  const countRecords = async () => (await (await ada.get("/api/record-collections")).json()).length;
  const before = await countRecords();
  const creations: [string, object][] = [
    ["/api/record-collections", { artist: "Can", album: "Ege Bamyasi" }],
    ["/api/playlists", { name: "Sundays" }],
    ["/api/playlists/{playlist}/songs", { artist: "Can", title: "Vitamin C" }],
    ["/api/playlists/{playlist}/copies", {}],
    ["/api/conversations/{conversation}/messages", { content: "Hello" }],
    ["/api/messages/youtube", { conversationId: conversation, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" }],
    [
      "/api/conversations/{conversation}/plan",
      { place: "Powell's", date: toDate(dayOf() + 7), time: "19:30" },
    ],
    ["/api/trivia-games", { player2Id: ben.id }],
  ];
  for (const [path, body] of creations) {
    const post = async (key: string) => ada.json("POST", await at(path), body, { "Idempotency-Key": key });
    const [first, again] = [await post('"first try"'), await post('"first try"')];
    expect([path, first.status, again.ok]).toEqual([path, 201, true]);
    const { id } = await first.json();
    expect([path, (await again.json()).id]).toEqual([path, id]);
    // Two members have one open challenge at a time.
    if (path === "/api/trivia-games") await ada.form(`/trivia/${id}/resign`, {});
    const other = await post('"another"');
    expect([path, other.status, (await other.json()).id === id]).toEqual([path, 201, false]);
  }
  expect(await countRecords()).toBe(before + 2);
  // Of these there is one at a time, whatever its id; tests/models/conversation/plan-links.test.ts has links.
  const single = ["{id}/goodbye", "{id}/joint-play", "{id}/like", "{id}/plan/links", "/shows", "/trips"];
  const withId = Object.entries(described.paths).filter(([, operations]) =>
    JSON.stringify(operations.post ?? {}).includes('"id":{"type":"string","format":"uuid"}'),
  );
  expect(
    withId
      .map(([path]) => path)
      .filter((path) => !single.some((end) => path.endsWith(end)))
      .sort(),
  ).toEqual(creations.map(([path]) => path.replace(/\{\w+\}/, "{id}")).sort());
});

test("a key is one member's, for one request: another body under it is a conflict", async () => {
  const { ada, ben } = await cast();
  const key = { "Idempotency-Key": "1" };
  const add = (person: typeof ada, album: string, headers: Record<string, string> = key) =>
    person.json("POST", "/api/record-collections", { artist: "Can", album }, headers);
  expect((await add(ada, "Tago Mago")).status).toBe(201);
  expect((await add(ada, "Future Days")).status).toBe(409);
  expect((await add(ben, "Future Days")).status).toBe(201);
  expect((await add(ada, "Future Days", { "Idempotency-Key": "k".repeat(256) })).status).toBe(400);
  expect((await add(ada, "Future Days", {})).status).toBe(201);
});

test("another file under a key is a conflict, and the same one is the same message", async () => {
  const { ada, ids } = await cast();
  const kinds: [string, Uint8Array, Uint8Array][] = [
    ["photos", await photo("jpeg", 60, 40), await photo("jpeg", 40, 60)],
    ["voice-notes", await wav(1), await wav(2)],
  ];
  for (const [kind, file, other] of kinds) {
    const post = (body: Uint8Array) =>
      ada.send(`/api/conversations/${ids.conversation}/${kind}`, {
        method: "POST",
        body: body as BodyInit,
        headers: { "Sec-Fetch-Site": "same-origin", "Idempotency-Key": kind },
      });
    const [first, again, another] = [await post(file), await post(file), await post(other)];
    expect([first.status, again.status, await again.json()]).toEqual([201, 201, await first.json()]);
    expect([another.status, await another.text()]).toEqual([
      409,
      "Something else was already sent from this page. Please send this again.",
    ]);
  }
});
