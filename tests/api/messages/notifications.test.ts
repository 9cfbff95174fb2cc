import { expect, test } from "vitest";
import type { NotificationDto } from "~/models/notification/notification";
import { shareApp } from "../../app";
import { makeConversation, makeMatch, type Person } from "../server";
import { openStream } from "../stream";

const { addMember } = shareApp();

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

test("what names no notifications marks nothing as read", async () => {
  const ada = await addMember("Ada");
  for (const body of [{}, { ids: ["x"] }, { ids: "all" }, { all: false }, { ids: Array(101).fill("1") }]) {
    const answer = await read(ada, body);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^(ids|all) /)]);
  }
});

test("a page has 30 notifications and a link to the next one", async () => {
  const ada = await addMember("Ada");
  const challengers = await Promise.all(Array.from({ length: 4 }, () => addMember("Ben")));
  for (const challenger of challengers) {
    await makeMatch(challenger, ada);
    for (let game = 0; game < 7; game++)
      await challenger.json("POST", "/api/trivia-games", { player2Id: ada.id });
  }
  const first = await list(ada);
  expect(first.rows).toHaveLength(30);
  const next = first.link?.match(/^<(\/api\/notifications\?cursor=[\w-]+)>; rel="next"$/)?.[1] ?? "";
  const second = await list(ada, next);
  expect(second.rows).toHaveLength(2);
  expect(second.link).toBeNull();
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(32);
  expect((await ada.get("/api/notifications?cursor=x")).status).toBe(400);
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

test("the counts keep the totals and add what is new, until it was looked at", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const conversationId = await makeConversation(ada, ben);
  const sent = await ben.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Hello" });
  const { sequence } = await sent.json();
  const counted = async () => {
    const { mutualMatches, newMatches, conversations, unread } = await (await ada.get("/counts")).json();
    return { mutualMatches, newMatches, conversations, unread };
  };
  expect(await counted()).toEqual({ mutualMatches: 1, newMatches: 1, conversations: 1, unread: 1 });
  await ada.get("/matches");
  expect(await counted()).toEqual({ mutualMatches: 1, newMatches: 0, conversations: 1, unread: 1 });
  await ada.json("POST", `/messages/${conversationId}/read`, { sequence });
  expect(await counted()).toEqual({ mutualMatches: 1, newMatches: 0, conversations: 1, unread: 0 });
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
