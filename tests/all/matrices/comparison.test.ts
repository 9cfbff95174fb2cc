// Compares everything members receive before and after someone else acts: it must not reveal the action.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { GameDetail } from "~/models/trivia/trivia";
import { decide, makeConversation, type Person } from "../../api/people";
import { type LiveStream, openStream } from "../../api/stream";
import { shareApp } from "../../app";

const { addMember } = shareApp();

type Message = { id: string; sequence: number };

/** What changes with every page load: nonces, the ids of forms, and the live stream's cursor. */
const CHANGING = /nonce="[^"]*"|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=lastEventId\W+)[\w-]{54}/g;

const write = async (one: Person, talk: string, content: string): Promise<Message> =>
  (await one.json("POST", `/api/conversations/${talk}/messages`, { content, id: randomUUID() })).json();

/** A member who likes another and has sent them a request. */
async function request(one: Person, other: Person): Promise<string> {
  await decide(one, other, true);
  const begun = await one.json("POST", "/api/conversations", { targetUserId: other.id });
  const { id } = (await begun.json()) as { id: string };
  await write(one, id, "Hello");
  return id;
}

/** Everything a member can read that may mention another. */
async function record(who: Person, other: Person, talks: string[]): Promise<Record<string, unknown>> {
  const { lastEventId: _, ...counts } = await (await who.get("/counts")).json();
  const seen: Record<string, unknown> = { counts };
  const paths = [
    "/api/matches",
    "/api/matches/mutual",
    "/api/conversations",
    "/api/discover?maxDistance=",
    "/api/artists",
    "/api/artists/radiohead",
    "/api/playlists",
    "/api/trivia-games",
    "/api/notifications",
    ...talks.flatMap((talk) => [`/api/conversations/${talk}/messages`, `/messages/${talk}/more`]),
    "/",
    "/discover?maxDistance=",
    "/artists",
    "/artists/radiohead",
    "/profile?tab=meet",
    "/matches",
    "/messages",
    "/notifications",
    "/playlists/new",
    "/trivia/new",
    `/members/${other.id}`,
    `/members/${other.id}/why`,
    ...talks.flatMap((talk) => [`/messages/${talk}`, `/messages/${talk}.data`, `/messages/${talk}/frame`]),
  ];
  for (const path of paths) {
    const answer = await who.get(path);
    const text = await answer.text();
    seen[path] = [answer.status, path.startsWith("/api") ? text : text.replace(CHANGING, "")];
  }
  return seen;
}

const gash = { artist: "Pram", album: "Gash" };

/**
 * Ada has sent Ben a request, Eve has not decided on him, and the two chat with each other. Both look for a record that he
 * owns and shows.
 */
async function scene() {
  const [ada, eve, ben] = [await addMember("Ada"), await addMember("Eve"), await addMember("Ben")];
  // Dan exists from the start, because a new member may appear in Discover.
  const dan = await addMember("Dan");
  const [asked, talk] = [await request(ada, ben), await makeConversation(ada, eve)];
  await ben.json("POST", "/api/record-collections", gash);
  await ben.form("/settings/collection", { shown: "true" });
  for (const who of [ada, eve]) await who.json("POST", "/api/record-collections", { ...gash, wanted: true });
  // Opening the pages would mark the match as read.
  for (const who of [ada, eve]) await who.json("POST", "/api/notifications/read", { all: true });
  return { ada, eve, ben, dan, asked, talk };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const quiet: [string, (scene: Scene) => Promise<unknown>][] = [
  ["reads the request", ({ ben, asked }) => ben.json("POST", `/messages/${asked}/read`, { sequence: 1 })],
  ["opens it without scripts", ({ ben, asked }) => ben.get(`/messages/${asked}/frame`)],
  ["declines it", ({ ben, asked }) => ben.form(`/messages/${asked}/decline`, {})],
  [
    "declines it and undoes that",
    async ({ ben, asked }) => {
      await ben.form(`/messages/${asked}/decline`, {});
      await ben.form(`/messages/${asked}/decline`, { undo: "yes" });
    },
  ],
  ["passes on both", ({ ada, eve, ben }) => Promise.all([decide(ben, ada, false), decide(ben, eve, false)])],
  [
    "declines it, passes, and passes again",
    async ({ ada, ben, asked }) => {
      await ben.form(`/messages/${asked}/decline`, {});
      await decide(ben, ada, false);
      await decide(ben, ada, false);
    },
  ],
  [
    "passes and undoes that",
    async ({ ada, ben }) => {
      await decide(ben, ada, false);
      await ben.form(`/members/${ada.id}/undo`, {});
    },
  ],
  [
    "likes the other, who has not decided, and begins a request without a message",
    async ({ eve, ben }) => {
      await decide(ben, eve, true);
      await ben.json("POST", "/api/conversations", { targetUserId: eve.id });
    },
  ],
  [
    "talks with somebody else",
    async ({ ben, dan }) => {
      await write(ben, await makeConversation(ben, dan), "Hello");
    },
  ],
  [
    "adds a record that they look for to a shelf that is hidden",
    ({ dan }) => dan.json("POST", "/api/record-collections", gash),
  ],
];

test.each(quiet)("no response reveals to two members that a third %s", async (_, act) => {
  const all = await scene();
  const { ada, eve, ben, asked, talk } = all;
  const readers: LiveStream[] = await Promise.all([openStream(ada), openStream(eve)]);
  const look = () => Promise.all([record(ada, ben, [asked, talk]), record(eve, ben, [talk])]);
  const before = await look();
  await act(all);
  expect(await look()).toEqual(before);
  // The next message is the first event of both streams, and its number follows the previous one.
  const next = await write(eve, talk, "Still there?");
  expect(next.sequence).toBe(1);
  for (const reader of readers) {
    await reader.waitFor((events) => events.length > 0);
    expect(reader.events.map(({ event, data }) => [event, data])).toEqual([
      ["message", { conversationId: talk, message: next }],
    ]);
    reader.disconnect();
  }
});

test("messages are numbered per conversation, and stream cursors are opaque", async () => {
  const { ada, eve, talk } = await scene();
  const cursor = async (who: Person) => (await (await who.get("/counts")).json()).lastEventId as string;
  const places = [await cursor(ada), await cursor(ada), await cursor(eve)];
  expect(new Set(places).size).toBe(3);
  for (const place of places) expect(place).toMatch(/^[\w-]{54}$/);
  const reader = await openStream(ada);
  for (const number of [1, 2, 3]) expect((await write(ada, talk, "Hello")).sequence).toBe(number);
  await reader.waitFor((events) => events.length === 3);
  for (const { id } of reader.events) expect(id).toMatch(/^[\w-]{54}$/);
  reader.disconnect();
  const again = await openStream(ada, { from: reader.events[0]?.id });
  expect((await again.waitFor((events) => events.length === 2)).map(({ event }) => event)).toEqual([
    "message",
    "message",
  ]);
  again.disconnect();
  // Another member's cursor, one from before cursors were opaque, and invented ones.
  for (const foreign of [places[2], "12", "0", "x".repeat(54)]) {
    const lost = await openStream(ada, { from: foreign });
    expect(lost.status).toBe(200);
    expect((await lost.waitFor((events) => events.length === 1))[0]?.event).toBe("reset");
    lost.disconnect();
  }
});

test("a member who blocked the viewer looks the same as one who has paused", async () => {
  const { ada, dan } = await scene();
  const paused = await addMember("Dan");
  await dan.form(`/members/${ada.id}/block`, {});
  await paused.form("/settings/pause", { paused: "true" });
  const attempts: [string, (id: string) => Promise<Response>][] = [
    ["undo", (id) => ada.form(`/members/${id}/undo`, {})],
    ["undo in Discover", (id) => ada.form("/discover/undo", { targetUserId: id })],
    ["like", (id) => ada.json("POST", "/api/matches", { targetUserId: id, liked: true })],
    ["write", (id) => ada.json("POST", "/api/conversations", { targetUserId: id })],
    ["challenge", (id) => ada.json("POST", "/api/trivia-games", { player2Id: id })],
    ["member", (id) => ada.get(`/members/${id}`)],
    ["why", (id) => ada.get(`/members/${id}/why`)],
    ["unmatch", (id) => ada.get(`/members/${id}/unmatch`)],
    ["unmatched", (id) => ada.form(`/members/${id}/unmatch`, {})],
    ["pass", (id) => ada.json("POST", "/api/matches", { targetUserId: id, liked: false })],
    ["block", (id) => ada.get(`/members/${id}/block`)],
    ["blocked", (id) => ada.json("POST", "/api/blocks", { targetUserId: id })],
  ];
  for (const [name, attempt] of attempts) {
    const observe = async (id: string) => {
      const answer = await attempt(id);
      const seen = [
        answer.status,
        answer.headers.get("Location")?.replace(id, ""),
        (await answer.text()).replaceAll(id, "").replace(CHANGING, ""),
      ];
      // The next page shows the notice of a form.
      await ada.get("/");
      return seen;
    };
    expect([name, await observe(dan.id)]).toEqual([name, await observe(paused.id)]);
  }
  for (const path of [
    "/api/matches",
    "/api/conversations",
    "/api/discover?maxDistance=",
    "/api/artists/radiohead",
    "/artists/radiohead",
    "/matches",
  ])
    expect(await (await ada.get(path)).text(), path).not.toContain(dan.id);
});

test("a challenge looks the same to a member whom the opponent has passed on, and the opponent does not see it", async () => {
  const [ada, eve] = [await addMember("Ada"), await addMember("Eve")];
  const [passing, waiting] = [await addMember("Ben"), await addMember("Ben")];
  await decide(passing, ada, false);
  const stream = await openStream(passing);
  const observe = async (opponent: Person) => {
    const id = randomUUID();
    const responses: unknown[] = [];
    const note = async (answer: Response) => {
      const text = (await answer.text())
        .replaceAll(opponent.id, "opponent")
        .replaceAll(id, "game")
        .replace(
          /"(movedAt|createdAt)":"[^"]*"|"(question|category|difficulty)":"[^"]*"|"options":\[[^\]]*\]/g,
          "",
        );
      responses.push([answer.status, text.replace(CHANGING, "")]);
    };
    const path = `/api/trivia-games/${id}`;
    await note(await ada.json("POST", "/api/trivia-games", { id, player2Id: opponent.id }));
    const { questions } = (await (await ada.get(path)).json()) as GameDetail;
    const [round] = questions;
    const sent = { questionId: round?.id, answer: round?.options[0] };
    const answered = await ada.json("POST", `${path}/answer`, sent);
    responses.push(answered.status);
    await note(await ada.get("/api/trivia-games"));
    responses.push(
      (await ada.form(`/trivia/${id}/resign`, {})).status,
      (await ada.get(`/trivia/${id}`)).status,
    );
    await note(await ada.get("/api/trivia-games"));
    await ada.get("/");
    return { responses, path };
  };
  const challenged = await observe(passing);
  for (const address of ["/api/trivia-games", challenged.path])
    expect(await (await passing.get(address)).text()).not.toContain(ada.id);
  expect((await passing.get(challenged.path)).status).toBe(404);
  await makeConversation(passing, eve);
  await write(eve, (await (await eve.get("/api/conversations")).json())[0].id, "Hello");
  await stream.waitFor((events) => events.some(({ event }) => event === "message"));
  expect(stream.events.map(({ event }) => event)).not.toContain("game");
  stream.disconnect();
  // Compared while the list holds one game more.
  const other = await observe(waiting);
  expect(other.responses.filter((each) => typeof each === "number")).toEqual(
    challenged.responses.filter((each) => typeof each === "number"),
  );
  expect(other.responses[0]).toEqual(challenged.responses[0]);
});
