// Requests that are sent again under the same Idempotency-Key, because their response was lost.
import { expect, test } from "vitest";
import { shareApp } from "../app";
import { photo } from "../fakes/picture-files";
import { wav } from "../fakes/recordings";
import { makeConversation, makeMatch } from "./people";

const { addMember } = shareApp();

test("what is posted again under the same key is there once, and answered with the same thing", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const talk = await makeConversation(ada, ben);
  const list = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  const song = { artist: "Can", title: "Vitamin C" };
  const creations: [string, object, string][] = [
    ["/api/record-collections", { artist: "Can", album: "Ege Bamyasi" }, "/api/record-collections"],
    ["/api/playlists", { name: "Sundays" }, "/api/playlists"],
    [`/api/playlists/${list.id}/songs`, song, `/api/playlists/${list.id}/songs`],
    [`/api/conversations/${talk}/messages`, { content: "Hello" }, `/api/conversations/${talk}/messages`],
    ["/api/trivia-games", { player2Id: ben.id }, "/api/trivia-games"],
  ];
  for (const [path, body] of creations) {
    const key = { "Idempotency-Key": '"first try"' };
    const [first, again] = [await ada.json("POST", path, body, key), await ada.json("POST", path, body, key)];
    expect([path, first.status, again.ok]).toEqual([path, 201, true]);
    const { id } = await first.json();
    expect([path, (await again.json()).id]).toEqual([path, id]);
    // Two members have one open challenge at a time.
    if (path === "/api/trivia-games") await ada.form(`/trivia/${id}/resign`, {});
    const other = await ada.json("POST", path, body, { "Idempotency-Key": '"another"' });
    expect([path, other.status, (await other.json()).id === id]).toEqual([path, 201, false]);
  }
  const records = await (await ada.get("/api/record-collections")).json();
  expect(records).toHaveLength(2);
});

test("a key is one member's, for one request: another body under it is a conflict", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
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
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const talk = await makeConversation(ada, ben);
  const kinds: [string, Uint8Array, Uint8Array][] = [
    ["photos", await photo("jpeg", 60, 40), await photo("jpeg", 40, 60)],
    ["voice-notes", await wav(1), await wav(2)],
  ];
  for (const [kind, file, other] of kinds) {
    const post = (body: Uint8Array) =>
      ada.send(`/api/conversations/${talk}/${kind}`, {
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
