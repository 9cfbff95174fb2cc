// The description of the JSON API, docs/openapi.json, beside the server. After a change that is meant,
// `npx vitest run tests/api/openapi.test.ts --update` writes it.
import { randomUUID } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020";
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../app";
import { startCatalog } from "../fakes/catalog";
import { makeLastfmFile } from "../fakes/history-files";
import { describeApi } from "./openapi/describe";
import { makeConversation } from "./people";

const catalog = await startCatalog();
const { addMember } = shareApp({
  CATALOG_CONTACT: "ops@b-side.example",
  MUSICBRAINZ_URL: catalog.musicBrainz.address,
  COVERART_URL: catalog.archive.address,
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

test("the server names the described methods to whoever uses another, which permissions.test.ts refuses", async () => {
  const ada = await addMember("Ada");
  expect(Object.keys(described.paths).length).toBeGreaterThan(30);
  for (const [path, operations] of Object.entries(described.paths)) {
    const methods = METHODS.filter((method) => method.toLowerCase() in operations);
    const method = METHODS.find((each) => !methods.includes(each));
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const { status, headers: got } = await ada.send(path.replace(/\{\w+\}/g, "none"), { method, headers });
    expect([path, method, status, got.get("Allow")]).toEqual([path, method, 405, methods.join(", ")]);
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
