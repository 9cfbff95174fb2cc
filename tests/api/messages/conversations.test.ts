import { expect, test } from "vitest";
import type { NotificationDto } from "~/models/notification/notification";
import { shareApp } from "../../app";
import { makeConversation, makeMatch, type Person } from "../people";
import { openStream } from "../stream";

const { sharedMember, addMember } = shareApp();

const begin = (one: Person, targetUserId: unknown) =>
  one.json("POST", "/api/conversations", { targetUserId });
const write = (one: Person, conversationId: string, message: object) =>
  one.json("POST", `/api/conversations/${conversationId}/messages`, message);

test("a matched pair starts one conversation, and both read its messages, newest first", async () => {
  const [ada, ben] = [await sharedMember("Ada"), await sharedMember("Ben")];
  await makeMatch(ada, ben);
  const begun = await begin(ada, ben.id);
  const conversation = await begun.json();
  expect(begun.status).toBe(201);
  expect(conversation).toMatchObject({
    accepted: true,
    user1Id: ada.id,
    user1: { firstName: "Ada" },
    user2: { id: ben.id },
  });
  expect(Object.keys(conversation.user2).sort()).toEqual([
    "firstArtist",
    "firstName",
    "id",
    "profileImageFocus",
    "profileImageUrl",
  ]);
  expect(await (await begin(ben, ada.id)).json()).toEqual(conversation);
  expect(await (await ben.get("/api/conversations")).json()).toEqual([conversation]);

  const sent = await write(ada, conversation.id, { content: "  Which B-side? \r\n " });
  expect(sent.status).toBe(201);
  expect(await sent.json()).toMatchObject({
    conversationId: conversation.id,
    senderId: ada.id,
    content: "Which B-side?",
    messageType: null,
    metadata: null,
    createdAt: expect.stringMatching(/Z$/),
  });
  await write(ben, conversation.id, { content: "Hey Bulldog" });
  const read = async (one: Person) =>
    (await one.get(`/api/conversations/${conversation.id}/messages`)).json();
  const messages = await read(ben);
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    "Hey Bulldog",
    "Which B-side?",
  ]);
  expect(await read(ada)).toEqual(messages);
});

test("text is stored unchanged and never interpreted", async () => {
  const [zoe, yan] = [await sharedMember("Zoe"), await sharedMember("Yan")];
  const conversationId = await makeConversation(zoe, yan);
  for (const content of [
    "<script>alert(1)</script>",
    "{{7*7}}",
    "' or 1=1 --",
    "‮evil",
    "💿".repeat(900),
    "\t\n x",
  ])
    expect(await (await write(zoe, conversationId, { content })).json()).toMatchObject({
      content: content.trim(),
    });
});

async function list(person: Person, path = "/api/notifications") {
  const answer = await person.get(path);
  expect(answer.status).toBe(200);
  return { rows: (await answer.json()) as NotificationDto[], link: answer.headers.get("Link") };
}

const read = (person: Person, body: object) => person.json("POST", "/api/notifications/read", body);

test("the API lists notifications and marks some or all as read", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const conversationId = await makeConversation(ada, ben);
  await ben.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Hello" });
  const { rows, link } = await list(ada);
  expect(link).toBeNull();
  expect(rows.map(({ kind, url, isRead }) => [kind, url, isRead])).toEqual([
    ["message", `/messages/${conversationId}`, false],
    ["match", `/members/${ben.id}/match`, false],
  ]);
  expect((await read(ada, { ids: [rows[1]?.id] })).status).toBe(204);
  expect((await list(ada)).rows.map(({ isRead }) => isRead)).toEqual([false, true]);
  expect((await read(ada, { all: true })).status).toBe(204);
  expect((await list(ada)).rows.map(({ isRead }) => isRead)).toEqual([true, true]);
});

test("opening the page that a notification is about marks it as read everywhere", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  const game = await (await ben.json("POST", "/api/trivia-games", { player2Id: ada.id })).json();
  const unread = async () => (await (await ada.get("/counts")).json()).notifications;
  expect(await unread()).toBe(2);
  const stream = await openStream(ada);
  await ada.get(`/members/${ben.id}/match`);
  expect(await unread()).toBe(1);
  await ada.get(`/trivia/${game.id}`);
  expect(await unread()).toBe(0);
  const events = await stream.waitFor((all) => all.length === 2);
  expect(events.map(({ event, data }) => [event, data])).toEqual([
    ["notification", {}],
    ["notification", {}],
  ]);
  stream.disconnect();
});

test("the stream names who challenges a member", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  const [hers, his] = [await openStream(ada), await openStream(ben)];
  const { id } = await (await ben.json("POST", "/api/trivia-games", { player2Id: ada.id })).json();
  const [challenged] = await hers.waitFor((all) => all.length === 1);
  expect(challenged?.data).toEqual({ gameId: id, challenger: "Ben" });
  const [challenging] = await his.waitFor((all) => all.length === 1);
  expect(challenging?.data).toEqual({ gameId: id });
  for (const stream of [hers, his]) stream.disconnect();
});
