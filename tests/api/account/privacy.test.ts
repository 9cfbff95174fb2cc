// What members share with the people they chat with: the settings, and what the API and streams tell.
import { afterEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { decide, makeConversation, makeMatch, type Person } from "../server";
import { type LiveStream, openStream } from "../stream";

const { app, addMember, sharedMember } = shareApp();

const open: LiveStream[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.disconnect();
});
async function subscribe(person: Person) {
  const reader = await openStream(person);
  open.push(reader);
  return reader;
}

const write = (person: Person, conversationId: string, content: string) =>
  person.json("POST", `/api/conversations/${conversationId}/messages`, { content });
const read = (person: Person, conversationId: string, sequence: number) =>
  person.json("POST", `/messages/${conversationId}/read`, { sequence });
const seenBy = async (person: Person, conversationId: string) =>
  (await (await person.get(`/messages/${conversationId}/more`)).json()).seen;
const settingsOf = async (person: Person) => (await person.get("/api/profile/privacy")).json();

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  return { ada, ben, conversationId: await makeConversation(ada, ben) };
}

test("GET and PUT /api/profile/privacy and the form change the same settings", async () => {
  const ada = await addMember("Ada");
  const none = {
    showsSeen: false,
    showsTyping: false,
    playsYoutube: false,
    playsSpotify: false,
    opensPhotos: false,
  };
  expect(await settingsOf(ada)).toEqual({ ...none, showsSeen: true, showsTyping: true });
  const saved = await ada.json("PUT", "/api/profile/privacy", { showsSeen: false });
  expect([saved.status, await saved.json()]).toEqual([200, none]);
  expect(await (await ada.get("/settings/privacy")).text()).not.toMatch(/<input[^>]*checked/);
  await ada.form("/settings/privacy", { showsSeen: "on", opensPhotos: "on" });
  expect(await settingsOf(ada)).toEqual({ ...none, showsSeen: true, opensPhotos: true });
  await ada.form("/settings/privacy", { showsSeen: "on", playsSpotify: "on" });
  expect(await settingsOf(ada)).toEqual({ ...none, showsSeen: true, playsSpotify: true });
  await ada.form("/settings/privacy", { showsTyping: "on" });
  expect(await settingsOf(ada)).toEqual({ ...none, showsTyping: true });
});

test("PUT refuses what is neither true nor false", async () => {
  const ada = await sharedMember("Ada");
  const answer = await ada.json("PUT", "/api/profile/privacy", { showsSeen: "perhaps" });
  expect([answer.status, await answer.text()]).toEqual([400, "Must be true or false"]);
});

test("what the other has read is an event, and part of the chat", async () => {
  const { ada, ben, conversationId } = await couple();
  const hers = await subscribe(ada);
  await write(ada, conversationId, "One");
  await write(ada, conversationId, "Two");
  await read(ben, conversationId, 1);
  await hers.waitFor((events) => events.length === 3);
  expect(hers.events.at(-1)).toMatchObject({ event: "seen", data: { conversationId, sequence: 1 } });
  expect(await seenBy(ada, conversationId)).toBe(1);
  // A message, not a time.
  expect(Object.keys(hers.events.at(-1)?.data as object)).toEqual(["conversationId", "sequence"]);
});

test.each([
  ["the reader", (_: Person, ben: Person) => ben],
  ["the sender", (ada: Person) => ada],
])("nothing tells what was read once %s has turned it off", async (_, choose) => {
  const { ada, ben, conversationId } = await couple();
  await choose(ada, ben).json("PUT", "/api/profile/privacy", { showsSeen: false, showsTyping: true });
  const hers = await subscribe(ada);
  await write(ada, conversationId, "One");
  await read(ben, conversationId, 1);
  await write(ben, conversationId, "Two");
  await hers.waitFor((events) => events.length === 2);
  expect(hers.events.map(({ event }) => event)).toEqual(["message", "message"]);
  expect(await seenBy(ada, conversationId)).toBe(0);
});

test("nothing tells the sender that a request was read", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decide(ada, ben, true);
  const begun = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  await write(ada, id, "Hello");
  const before = (await (await ada.get("/counts")).json()).newest;
  expect((await read(ben, id, 1)).status).toBe(204);
  await ben.form(`/messages/${id}/decline`, {});
  expect((await (await ada.get("/counts")).json()).newest).toBe(before);
  expect(await seenBy(ada, id)).toBe(0);
  expect(await (await ada.get(`/messages/${id}/frame`)).text()).not.toContain("Seen");
});

const type = (person: Person, conversationId: string) =>
  person.json("POST", `/messages/${conversationId}/typing`, {});

test("typing is an event for the other's open pages, and leaves nothing behind", async () => {
  const { ada, ben, conversationId } = await couple();
  const [hers, his] = [await subscribe(ada), await subscribe(ben)];
  await hers.waitFor(() => hers.lastEventId() !== "");
  const before = [(await (await ada.get("/counts")).json()).newest, hers.lastEventId()];
  expect((await type(ben, conversationId)).status).toBe(204);
  await hers.waitFor((events) => events.length === 1);
  expect(hers.events).toEqual([{ id: before[1], event: "typing", data: { conversationId } }]);
  expect((await (await ada.get("/counts")).json()).newest).toBe(before[0]);
  expect(await (await ada.get("/api/notifications")).json()).not.toContainEqual(
    expect.objectContaining({ kind: "message" }),
  );
  await write(ada, conversationId, "Yes?");
  await his.waitFor((events) => events.length > 0);
  expect(his.events.map(({ event }) => event)).toEqual(["message"]);
});

test("typing on another machine arrives too", async () => {
  const { ada, ben, conversationId } = await couple();
  const hers = await subscribe(ada);
  const database = openDatabaseFile(`${app().dataDir}/b-side.sqlite`);
  await database.execute({
    sql: "insert into typing (conversation_id, member_id, at) values (?, ?, ?)",
    args: [conversationId, ben.id, Date.now()],
  });
  database.close();
  await hers.waitFor((events) => events.length === 1);
  expect(hers.events[0]).toMatchObject({ event: "typing", data: { conversationId } });
});

test.each([
  ["the typist has turned it off", (_: Person, ben: Person) => turnTypingOff(ben)],
  ["the other has turned it off", (ada: Person) => turnTypingOff(ada)],
  ["the typist has paused", (_: Person, ben: Person) => ben.form("/settings/pause", { paused: "true" })],
  ["a block", (ada: Person, ben: Person) => ada.json("POST", "/api/blocks", { targetUserId: ben.id })],
  ["an unmatch", (ada: Person, ben: Person) => ada.form(`/members/${ben.id}/unmatch`, {})],
])("no stream tells of typing: %s", async (_, end) => {
  const { ada, ben, conversationId } = await couple();
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  const other = await makeConversation(cleo, dan);
  await end(ada, ben);
  const [hers, dans] = [await subscribe(ada), await subscribe(dan)];
  await type(ben, conversationId);
  // Later signs are sent later, and a match is an event after them.
  await type(cleo, other);
  await dans.waitFor((events) => events.some(({ event }) => event === "typing"));
  await makeMatch(ada, cleo);
  await hers.waitFor((events) => events.some(({ event }) => event === "match"));
  expect(hers.events.map(({ event }) => event)).not.toContain("typing");
});

const turnTypingOff = (person: Person) =>
  person.json("PUT", "/api/profile/privacy", { showsSeen: true, showsTyping: false });
