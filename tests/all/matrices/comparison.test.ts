// Compares everything members receive before and after someone else acts: it must not reveal the action.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, plan, planLink } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { toDate } from "~/days";
import { DAY_MS } from "~/durations";
import { remindOfPlans } from "~/models/conversation/plan/plan-reminders.server";
import { getMember } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { setGoing } from "~/models/show/going.server";
import type { ShowPageDto } from "~/models/show/show-page";
import type { GameDetail } from "~/models/trivia/trivia";
import { decide, makeConversation, makeMatch, type Person } from "../../api/people";
import { type LiveStream, openStream } from "../../api/stream";
import { shareApp } from "../../app";
import { addModerator, addNewcomer } from "../../cast";
import { report, decide as sanction } from "../../models/safety/cases";

const { addMember, sharedMember, visitor } = shareApp();

type Message = { id: string; sequence: number };

/** Parts that change with every page load: nonces, the ids of forms, and the live stream's cursor. */
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

const DAY = dayOf() + 4;
/** Headers that tell something; the others are of the connection, or new each time. */
const TOLD = ["content-type", "cache-control", "location", "vary", "x-robots-tag", "referrer-policy", "etag"];

/** The responses at these paths, as far as they can tell something. */
async function read(who: { get: Person["get"] }, paths: string[]): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const path of paths) {
    const answer = await who.get(path, path.startsWith("/api") ? {} : { Accept: "text/html" });
    const text = (await answer.text()).replace(CHANGING, "");
    seen[path] = [answer.status, TOLD.map((name) => answer.headers.get(name)), text];
  }
  return seen;
}

/** A show of an artist whom all list, to which three and Cleo go, and four would go with somebody: one more is a step. */
async function makeShow(cleo: Person): Promise<string> {
  const input = { artist: "Radiohead", venue: "Mississippi Studios", town: "Portland, Oregon" };
  const added = await cleo.json("POST", "/api/shows", { ...input, date: toDate(DAY + 7 * ++shows) });
  const { id } = (await added.json()) as { id: string };
  const goers = ["Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea"];
  for (const [index, name] of goers.entries())
    await setGoing(Number((await sharedMember(name)).id), id, index < 3 ? "going" : "together");
  await setGoing(Number(cleo.id), id, "going");
  return id;
}
let shows = 0;

const MEN = { gender: "man", meets: ["man"], consents: true };
const WOMAN = { gender: "woman", meets: [], consents: true };
type Ends = { ada: Person; ben: Person };
const memberOf = ({ id }: Person) => getMember(Number(id));
const decideAbout = async (ben: Person, change: Record<string, string>) =>
  sanction(await addModerator("Mo"), await report(await addNewcomer("Rae"), await memberOf(ben)), change);

type Unseen = {
  /** He can't talk with anybody meanwhile, or like anybody. */
  isAway?: true;
  isUnlisted?: true;
  /** To like him would take back why. */
  canLike?: true;
};

/** Why Ada doesn't see where Ben goes. */
const unseen: [string, (pair: Ends) => Promise<unknown>, Unseen?][] = [
  [
    "his wishes leave her out",
    async ({ ada, ben }) => {
      await ada.json("PUT", "/api/profile/wishes", WOMAN);
      await ben.json("PUT", "/api/profile/wishes", MEN);
    },
  ],
  ["he has blocked her", ({ ada, ben }) => ben.json("POST", "/api/blocks", { targetUserId: ada.id })],
  ["she has blocked him", ({ ada, ben }) => ada.json("POST", "/api/blocks", { targetUserId: ben.id })],
  ["she has passed on him", ({ ada, ben }) => decide(ada, ben, false), { canLike: true }],
  [
    "they were a match",
    async ({ ada, ben }) => {
      await makeMatch(ada, ben);
      await ben.form(`/members/${ada.id}/unmatch`, {});
    },
  ],
  ["he tells his matches", ({ ben }) => ben.json("PUT", "/api/profile/privacy", { showsGoing: "matches" })],
  [
    "he tells nobody",
    async ({ ada, ben }) => {
      await makeMatch(ada, ben);
      await ben.json("PUT", "/api/profile/privacy", { showsGoing: "nobody" });
    },
  ],
  ["he is paused", ({ ben }) => ben.form("/settings/pause", { paused: "true" }), { isUnlisted: true }],
  [
    "he is paused and they match",
    async ({ ada, ben }) => {
      await makeMatch(ada, ben);
      await ben.form("/settings/pause", { paused: "true" });
    },
    { isUnlisted: true },
  ],
  ["she is paused", ({ ada }) => ada.form("/settings/pause", { paused: "true" })],
  ["he is hidden", ({ ben }) => decideAbout(ben, { kind: "hide" }), { isAway: true }],
  ["he is suspended", ({ ben }) => decideAbout(ben, { kind: "suspend", days: "7" }), { isAway: true }],
  [
    "he waits to be let in",
    ({ ben }) =>
      db
        .update(member)
        .set({ waitingSince: new Date() })
        .where(eq(member.id, Number(ben.id)))
        .execute(),
    { isAway: true },
  ],
];

test.each(unseen)(
  "going, together, plans and links tell nothing to somebody if %s",
  async (_, part, how = {}) => {
    const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
    const talk = await makeConversation(ben, cleo);
    const own = await makeConversation(ada, await sharedMember("Eve"));
    const show = await makeShow(cleo);
    await setGoing(Number(ada.id), show, "together");
    await part({ ada, ben });
    await ada.json("POST", "/api/notifications/read", { all: true });
    // The next page shows the notice of a form.
    await ada.get("/");
    const quote = { content: "Together?", quote: { type: "show", showId: show } };
    const ofShows = ["/shows", "/shows?mine=on", "/api/shows", `/shows/${show}`, `/api/shows/${show}`];
    const ofOthers = [ben.id, cleo.id].flatMap((id) => [`/members/${id}`, `/api/members/${id}`]);
    const ofPlan = ["", ".ics", "/friend"].map((rest) => `/messages/${talk}/plan${rest}`);
    const paths = [
      ...["/", "/discover?maxDistance=", "/artists/radiohead", "/matches", "/messages", "/notifications"],
      ...["/api/discover?maxDistance=", "/api/artists/radiohead", "/api/matches", "/api/notifications"],
      ...[...ofShows, ...ofOthers, `/members/${ben.id}/like?show=${show}`, `/messages/${own}/plan/new`],
      ...[...ofPlan, `/api/conversations/${talk}/plan`, `/api/conversations/${talk}/plan/links`],
      "/settings/ended",
    ];
    const look = async () => {
      const asked = how.canLike ? undefined : await ada.json("POST", `/api/members/${ben.id}/like`, quote);
      const { lastEventId: _, ...counts } = await (await ada.get("/counts")).json();
      const strangers = await read(visitor(), [...ofShows, ...ofPlan, "/", "/transparency"]);
      return { asked: [asked?.status, await asked?.text()], counts, strangers, ...(await read(ada, paths)) };
    };
    const before = await look();
    const stream = await openStream(ada);
    for (const choice of ["going", "together"] as const) {
      await setGoing(Number(ben.id), show, choice);
      expect(await look(), choice).toEqual(before);
    }
    if (!how.isAway) {
      const path = `/api/conversations/${talk}/plan`;
      const proposed = await ben.json("POST", path, { showId: show, time: "19:00" });
      const { id: planId, date } = (await proposed.json()) as { id: string; date: string };
      await cleo.json("PATCH", path, { planId, step: "accept" });
      const made = await ben.json("POST", `${path}/links`, { planId, note: "Call me", askAt: "23:00" });
      const { id: linkId, url } = (await made.json()) as { id: string; url: string };
      expect((await visitor().get(new URL(url).pathname)).status).toBe(200);
      expect(await look(), "tells a friend of a plan").toEqual(before);
      await remindOfPlans(Date.parse(date) - DAY_MS / 2);
      await remindOfPlans(Date.parse(date) + 1.5 * DAY_MS);
      expect((await ben.json("PUT", `${path}/links/${linkId}/home`, {})).status).toBe(204);
      expect((await ben.json("PUT", `${path}/answer`, { planId, answer: "yes" })).status).toBe(204);
      expect(await look(), "is home and has met").toEqual(before);
      await ben.json("PATCH", path, { planId, step: "cancel", sentence: "Sorry" });
      const asked = await ben.json("POST", `/api/members/${cleo.id}/like`, quote);
      expect(asked.status).toBe(how.isUnlisted ? 400 : 201);
      expect(await look(), "cancels, and asks her again").toEqual(before);
    }
    await setGoing(Number(ben.id), show, "no");
    expect(await look(), "goes no longer").toEqual(before);
    const next = await write(ada, own, "Hello");
    await stream.waitFor((events) => events.length > 0);
    expect(stream.events.map(({ data }) => data)).toEqual([{ conversationId: own, message: next }]);
    stream.disconnect();
  },
);

test("whoever could meet somebody sees them at a show, and the count's next step", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const show = await makeShow(cleo);
  const read = async () => (await (await ada.get(`/api/shows/${show}`)).json()) as ShowPageDto;
  expect((await read()).atLeast).toEqual({ going: null, together: null });
  await setGoing(Number(ben.id), show, "together");
  const { atLeast, people } = await read();
  expect(atLeast).toEqual({ going: null, together: 5 });
  expect(people.together.map(({ id }) => id)).toContain(ben.id);
});

/** A plan that Ben and Cleo have agreed on, for tonight. */
async function makePlan() {
  const [ben, cleo] = [await addMember("Ben"), await addMember("Cleo")];
  const talk = await makeConversation(ben, cleo);
  const path = `/api/conversations/${talk}/plan`;
  const input = { place: "Café Nordbahn", date: toDate(DAY), time: "19:30" };
  const { id: planId } = await (await ben.json("POST", path, input)).json();
  await cleo.json("PATCH", path, { planId, step: "accept" });
  const addLink = async (note = "") => {
    const made = await ben.json("POST", `${path}/links`, { planId, note, askAt: "23:00" });
    const { id, url } = (await made.json()) as { id: string; url: string };
    return { linkId: id, page: new URL(url).pathname };
  };
  return { ben, cleo, talk, path, planId: planId as string, addLink };
}

test("the other of a plan learns nothing of a friend's link, of its answers, and of the day after", async () => {
  const { ben, cleo, talk, path, planId, addLink } = await makePlan();
  await db.update(plan).set({ askedAt: new Date() }).where(eq(plan.id, planId));
  await cleo.json("POST", "/api/notifications/read", { all: true });
  const look = () =>
    read(cleo, [
      ...["", "/new", "/friend", ".ics"].map((rest) => `/messages/${talk}/plan${rest}`),
      ...[path, `${path}/links`, "/api/conversations", "/api/notifications", `/messages/${talk}`],
      ...["/messages", "/notifications", `/members/${ben.id}`, "/", "/transparency"],
    ]);
  const before = await look();
  const stream = await openStream(cleo);
  const { linkId, page } = await addLink("If she is late");
  await visitor().get(page);
  expect(await look(), "makes a link that is opened").toEqual(before);
  await ben.json("PUT", `${path}/links/${linkId}/home`, {});
  expect(await look(), "is home").toEqual(before);
  for (const answer of ["no", "yes", "unsaid"]) {
    await ben.json("PUT", `${path}/answer`, { planId, answer });
    expect(await look(), `answers ${answer}`).toEqual(before);
  }
  await ben.json("DELETE", `${path}/links/${linkId}`, {});
  expect(await look(), "ends the link").toEqual(before);
  const next = await write(ben, talk, "Hello");
  await stream.waitFor((events) => events.length > 0);
  expect(stream.events.map(({ data }) => data)).toEqual([{ conversationId: talk, message: next }]);
  stream.disconnect();
});

const planEnds: [
  string,
  (planned: Awaited<ReturnType<typeof makePlan>>, linkId: string) => Promise<unknown>,
][] = [
  ["he ends it", ({ ben, path }, linkId) => ben.json("DELETE", `${path}/links/${linkId}`, {})],
  ["she cancels", ({ cleo, path, planId }) => cleo.json("PATCH", path, { planId, step: "cancel" })],
  ["she unmatches", ({ ben, cleo }) => cleo.form(`/members/${ben.id}/unmatch`, {})],
  ["she blocks him", ({ ben, cleo }) => cleo.json("POST", "/api/blocks", { targetUserId: ben.id })],
  ["he blocks her", ({ ben, cleo }) => ben.json("POST", "/api/blocks", { targetUserId: cleo.id })],
  ["she says goodbye", ({ cleo, talk }) => cleo.form(`/messages/${talk}/goodbye`, { content: "Bye" })],
  ["she is hidden", ({ cleo }) => decideAbout(cleo, { kind: "hide" })],
  ["she is suspended", ({ cleo }) => decideAbout(cleo, { kind: "suspend", days: "7" })],
  [
    "its day has passed",
    (_, linkId) =>
      db.update(planLink).set({ expiresAt: new Date() }).where(eq(planLink.id, linkId)).execute(),
  ],
];

test.each(planEnds)("once %s, a friend's page is as one that never was", async (_, end) => {
  const planned = await makePlan();
  const { linkId, page } = await planned.addLink();
  const [stranger, key] = [visitor(), page.split("/").at(-1) ?? ""];
  const never = key.split("").reverse().join("");
  const look = async (paths: string[]) =>
    JSON.stringify(Object.values(await read(stranger, paths)))
      .replaceAll(key, "")
      .replaceAll(never, "");
  const pathsOf = (name: string) => [`/plans/${name}`, `/plans/${name}.data`];
  expect(await look([page])).toContain("Nordbahn");
  await end(planned, linkId);
  expect(await look(pathsOf(key))).toBe(await look(pathsOf(never)));
  expect(await look([page])).toContain("This plan has ended");
});
