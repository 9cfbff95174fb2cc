// Compares everything a member can get, at once and later, after each way in which another can leave: they look the same.
import { randomUUID } from "node:crypto";
import { client } from "db/client.server";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS } from "~/durations";
import { dayOf } from "~/models/member/visit.server";
import { questionOf } from "~/models/question/question";
import { answerReportId } from "~/models/safety/report";
import { addStaff } from "~/models/safety/staff/staff.server";
import { withoutSuggestions } from "../../api/home";
import { decide, makeConversation, makeMatch, type Person } from "../../api/people";
import { openStream } from "../../api/stream";
import { shareApp } from "../../app";
import { photo } from "../../fakes/picture-files";
import { readZip } from "../../read-zip";

const { addMember, signUp } = shareApp();

const html = { Accept: "text/html" };
/** Parts that change with every page load: nonces, the ids of forms, and the live stream's cursor. */
const CHANGING =
  /nonce="[^"]*"|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=lastEventId\W+)[\w-]{54}|(?<=newest\W+)[\w-]{22}|\b\d{11,16}\b/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b1[78]\d{11}\b/g;
/** Others' answers on the home screen. */
const ANSWERS = /<section[^>]*aria-labelledby="todays-question".*?<\/section>/s;
type Scene = {
  ada: Person;
  ben: Person;
  talk?: string;
  game?: string;
  playlists: string[];
  eve: Person;
  /** The artist whom all three list, with enough other fans that Ada sees "five" even without Ben. */
  band: string;
};
type Act = (scene: Scene) => Promise<unknown>;

let [mia, cleo]: Person[] = [];
beforeAll(async () => {
  [mia, cleo] = [await signUp("Mia"), await addMember("Cleo")];
  await addStaff(mia.email, "moderator");
});

async function execute(sql: string, args: (string | number)[] = []) {
  return (await client.execute({ sql, args })).rows;
}

/** Reports a member and decides the case. */
async function sanction({ ben }: Scene, change: Record<string, string>) {
  if (!mia || !cleo) throw new Error("There is no moderator");
  const about = { about: `member:${ben.id}`, reason: "hate", words: "", alsoBlock: false };
  expect((await cleo.json("POST", "/api/reports", about)).status).toBe(201);
  const found = await (await mia.get(`/moderation/members?q=${ben.email}`, html)).text();
  const [path = ""] = /\/moderation\/cases\/[\da-f-]{36}/.exec(found) ?? [];
  expect((await mia.form(`${path}/claim`, {})).status).toBe(303);
  const decision = { rule: "hate", statement: "That was hateful.", ...change };
  expect((await mia.form(`${path}?index`, decision)).status).toBe(303);
}

const acts = {
  nothing: async () => undefined,
  block: ({ ada, ben }) => ben.json("POST", "/api/blocks", { targetUserId: ada.id }),
  unmatch: ({ ada, ben }) => ben.form(`/members/${ada.id}/unmatch`, {}),
  pass: ({ ada, ben }) => decide(ben, ada, false),
  decline: ({ ben, talk }) => ben.form(`/messages/${talk}/decline`, {}),
  pause: ({ ben }) => ben.form("/settings/pause", { paused: "true" }),
  suspension: (scene) => sanction(scene, { kind: "suspend", days: "3" }),
  hiding: (scene) => sanction(scene, { kind: "hide" }),
} satisfies Record<string, Act>;
type ActName = keyof typeof acts;

const write = (one: Person, talk: string) =>
  one.json("POST", `/api/conversations/${talk}/messages`, { content: "Hello", id: randomUUID() });

async function request(one: Person, other: Person): Promise<string> {
  await decide(one, other, true);
  const begun = await one.json("POST", "/api/conversations", { targetUserId: other.id });
  const { id } = (await begun.json()) as { id: string };
  await write(one, id);
  return id;
}

async function addPlaylist(owner: Person, other: Person): Promise<string> {
  const input = { name: "Ours", description: "", isPublic: true, collaboratorId: other.id };
  const { id } = (await (await owner.json("POST", "/api/playlists", input)).json()) as { id: string };
  const song = { artist: "Abba", title: "SOS" };
  await other.json("POST", `/api/playlists/${id}/songs`, song);
  await owner.json("POST", `/api/playlists/${id}/songs`, song);
  return id;
}

async function addPublicPlaylist({ json, form }: Person): Promise<string> {
  await form("/settings/collection", { shown: "true" });
  const input = { name: "Everyone's", description: "", isPublic: true, collaboratorId: "" };
  return ((await (await json("POST", "/api/playlists", input)).json()) as { id: string }).id;
}

async function challenge(one: Person, other: Person): Promise<string> {
  return (await (await one.json("POST", "/api/trivia-games", { player2Id: other.id })).json()).id;
}

/** What Ada and Ben share before the act. */
const relations: Record<string, (scene: Scene) => Promise<void>> = {
  none: async (scene) => {
    scene.playlists = [await addPublicPlaylist(scene.ben)];
  },
  "a request that Ada sent": async (scene) => {
    scene.talk = await request(scene.ada, scene.ben);
    scene.game = await challenge(scene.ada, scene.ben);
    scene.playlists = [await addPublicPlaylist(scene.ben)];
  },
  "a request that Ada received": async (scene) => {
    scene.talk = await request(scene.ben, scene.ada);
  },
  "a match": ({ ada, ben }) => makeMatch(ada, ben),
  "a match with a conversation": async (scene) => {
    const { ada, ben } = scene;
    scene.talk = await makeConversation(ada, ben);
    await write(ada, scene.talk);
    await write(ben, scene.talk);
    const theirs = await challenge(ben, ada);
    await ada.form(`/trivia/${theirs}/accept`, {});
    scene.game = await challenge(ada, ben);
    scene.playlists = [await addPlaylist(ada, ben), await addPlaylist(ben, ada)];
  },
  "an accepted request": async (scene) => {
    scene.talk = await request(scene.ada, scene.ben);
    await scene.ben.form(`/messages/${scene.talk}/accept`, {});
  },
};

let scenes = 0;

/** Ada and Ben, and Eve, who chats with Ada. */
async function makeScene(relation: string): Promise<Scene> {
  const [ada, ben, eve] = [await addMember("Ada"), await addMember("Ben"), await addMember("Eve")];
  // An artist of their own, or the pages count the members of other scenes who list them too.
  const band = `Band ${++scenes}`;
  const scene: Scene = { ada, ben, eve, playlists: [], band };
  const fans = await Promise.all(["Fay", "Gus", "Hal"].map((name) => addMember(name)));
  for (const who of [ada, ben, eve, ...fans]) {
    const taste = { topArtists: [band], favoriteGenres: ["Indie"], totalScrobbles: 1, concertsAttended: 1 };
    await who.json("POST", "/api/music-preferences", taste);
  }
  for (const who of [ada, ben]) {
    const record = { artist: "Abba", album: "Arrival", year: 1976, genre: "Pop", format: "vinyl" };
    await who.json("POST", "/api/record-collections", { ...record, condition: "good", notes: "" });
  }
  for (const who of [ada, ben])
    await who.json("PUT", "/api/question", { question: questionOf(dayOf()), text: "Low" });
  await relations[relation]?.(scene);
  return scene;
}

/** Replaces what differs between scenes. */
function normalize(text: string, { ada, ben, eve, talk, game, playlists }: Scene): string {
  const names: [string | undefined, string][] = [
    ...([
      [ada.id, "ADA"],
      [ben.id, "BEN"],
      [eve.id, "EVE"],
      [ada.email, "ADA@"],
      [talk, "TALK"],
      [game, "GAME"],
    ] as [string | undefined, string][]),
    ...playlists.map((id, index): [string, string] => [id, `PLAYLIST${index}`]),
  ];
  let named = text;
  for (const [id, name] of names) if (id) named = named.replaceAll(id, name);
  return named
    .replace(CHANGING, "")
    .replace(TIME, "TIME")
    .replace(/\d+:\d\d [AP]M UTC|Just now|\d+ ?m(in)?( ago)/g, "TIME")
    .replace(/[Bb]and[ +]?\d+/g, "band");
}

async function observe(scene: Scene, answer: Response) {
  const location = answer.headers.get("Location");
  const page = await answer.text();
  // Whether Ben is found, and his answer, is asked of Discover and of the question's page.
  const text = new URL(answer.url).pathname === "/" ? withoutSuggestions(page).replace(ANSWERS, "") : page;
  // The questions of a game are dealt at random.
  if (/trivia[/-]/.test(answer.url) && text.includes("uestion")) return [answer.status, "a game"];
  return [answer.status, location && normalize(location, scene), normalize(text, scene)];
}

/** Everything Ada can read about Ben, and the times in it. */
async function look(scene: Scene) {
  const { ada, ben, eve, band, talk, game, playlists } = scene;
  const paths = [
    "/counts",
    "/api/matches",
    "/api/matches/mutual",
    "/api/conversations",
    "/api/playlists",
    "/api/trivia-games",
    "/api/notifications",
    "/api/blocks",
    "/",
    "/matches",
    "/messages",
    "/notifications",
    "/trivia",
    "/playlists",
    "/playlists/new",
    "/trivia/new",
    "/settings/ended",
    "/settings/blocked",
    "/settings/reports",
    ...["", "/why", "/photos/none", "/block", "/unmatch", "/match", "/mixtape", "/mixtape.png"].map(
      (rest) => `/members/${ben.id}${rest}`,
    ),
    // Where numbers of people stand, which Ben is one of.
    `/members/${eve.id}`,
    `/members/${eve.id}/why`,
    `/api/members/${eve.id}`,
    `/report?about=member:${ben.id}`,
    `/report?about=photo:${ben.id}`,
    `/report?about=answer:${answerReportId(ben.id, dayOf())}`,
    ...(talk
      ? [
          `/api/conversations/${talk}/messages`,
          `/api/conversations/${talk}/openers`,
          ...["", "/more", "/frame", ".data", "/share"].map((rest) => `/messages/${talk}${rest}`),
          `/report?about=conversation:${talk}`,
        ]
      : []),
    ...(game ? [`/trivia/${game}`, `/api/trivia-games/${game}`] : []),
    ...playlists.flatMap((id) => [
      `/playlists/${id}`,
      `/api/playlists/${id}`,
      `/report?about=playlist:${id}`,
    ]),
  ];
  const seen: Record<string, unknown> = {};
  const times = new Set<string>();
  for (const path of paths) {
    const answer = await ada.get(path, path.startsWith("/api") ? {} : html);
    for (const [time] of (await answer.clone().text()).matchAll(TIME)) times.add(time);
    seen[normalize(path, scene)] = await observe(scene, answer);
  }
  // Ties among the others on the page are ordered for Ada alone.
  const artist = await (await ada.get(`/api/artists/${encodeURIComponent(band)}`)).json();
  seen.artist = artist.atLeast;
  seen.songs = artist.songs;
  // The members of all scenes answer the same question.
  const answers = ["/question", "/api/question"].map(async (path) => (await ada.get(path)).text());
  seen.answers = (await Promise.all(answers)).map((text) => text.includes(ben.id));
  seen.discover = await isInDiscover(scene);
  return { seen, times };
}

/** Whether Ben is on any page of Ada's Discover, where the members of all scenes are. */
async function isInDiscover({ ada, ben }: Scene): Promise<boolean> {
  for (let path: string | undefined = "/api/discover"; path; ) {
    const answer: Response = await ada.get(path);
    if ((await answer.text()).includes(ben.id)) return true;
    path = /<([^>]*)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  return false;
}

/** Ada's export, without what tells of her account only. */
async function readExport(scene: Scene) {
  await scene.ada.form("/settings/export", {});
  let path = "";
  const isReady = async () => {
    const page = await (await scene.ada.get("/settings/export")).text();
    path = /href="(\/settings\/export\/[^"]+\.zip)"/.exec(page)?.[1] ?? "";
    return path !== "";
  };
  await expect.poll(isReady).toBe(true);
  const files = await readZip(Buffer.from(await (await scene.ada.get(path)).arrayBuffer()));
  await execute("delete from data_export where member_id = ?", [scene.ada.id]);
  const about = /^(decisions|matches|conversations|playlists|trivia|blocked|reports|notifications)/;
  return Object.fromEntries(
    [...files]
      .filter(([name]) => about.test(name))
      .map(([name, bytes]) => [name, sortLines(normalize(String(bytes), scene))]),
  );
}

/** Decisions come in the order of random ids. */
function sortLines(text: string): string {
  return (
    text
      // The questions of a game are dealt at random.
      .replace(/"rounds":.*$/gm, "")
      .replaceAll(",\n", "\n")
      .split("\n")
      .sort()
      .join("\n")
  );
}

/** Everything Ada can try on Ben, in an order in which each attempt may still succeed. */
async function attempt(scene: Scene) {
  const { ada, ben, talk, game } = scene;
  const user = { targetUserId: ben.id };
  const about = (thing: string) => ({ about: thing, reason: "scam", words: "", alsoBlock: false });
  const said = await execute("select id, sender_id from message where conversation_id = ?", [talk ?? ""]);
  const idOf = (who: Person) => said.find(({ sender_id }) => String(sender_id) === who.id)?.id;
  const attempts: [string, () => Promise<Response>][] = [
    ["like again", () => ada.json("POST", "/api/matches", { ...user, liked: true })],
    ["press Pass", () => ada.form(`/members/${ben.id}/decide`, { liked: "false" })],
    ["undo", () => ada.form(`/members/${ben.id}/undo`, {})],
    ["open a conversation", () => ada.json("POST", "/api/conversations", user)],
    ["press Send Message", () => ada.form("/matches/talk", user, html)],
    ["challenge", () => ada.json("POST", "/api/trivia-games", { player2Id: ben.id })],
    ...(talk
      ? ([
          ...(["ada", "ben"] as const).flatMap((whose) => {
            const id = idOf(scene[whose]);
            const reaction = `/api/messages/${id}/reaction`;
            const reply = { content: "Hello", id: randomUUID(), quotedId: id };
            return id === undefined
              ? []
              : [
                  [`open ${whose}'s message`, () => ada.get(`/messages/${talk}/message/${id}`, html)],
                  [`react to ${whose}'s message`, () => ada.json("PUT", reaction, { reaction: "heart" })],
                  [`take back the reaction to ${whose}'s message`, () => ada.json("DELETE", reaction, {})],
                  [
                    `reply to ${whose}'s message`,
                    () => ada.json("POST", `/api/conversations/${talk}/messages`, reply),
                  ],
                  [
                    `edit ${whose}'s message`,
                    () => ada.json("PATCH", `/api/messages/${id}`, { content: "Hey" }),
                  ],
                  [`delete ${whose}'s message`, () => ada.json("DELETE", `/api/messages/${id}`, {})],
                ];
          }),
          [
            "send a photo",
            async () =>
              ada.send(`/api/conversations/${talk}/photos`, {
                method: "POST",
                body: new Uint8Array(await photo("png", 8, 6)),
                headers: sameOrigin(ada),
              }),
          ],
          ["read what is left", () => ada.get(`/api/conversations/${talk}/messages`)],
          ["write", () => write(ada, talk)],
          ["read", () => ada.json("POST", `/messages/${talk}/read`, { sequence: 1 })],
          ["type", () => ada.json("POST", `/messages/${talk}/typing`, {})],
          [
            "play together",
            () => ada.json("POST", `/api/conversations/${talk}/joint-play`, { messageId: randomUUID() }),
          ],
          ["look for it", () => ada.get(`/api/conversations/${talk}/joint-play`)],
          ["accept", () => ada.form(`/messages/${talk}/accept`, {})],
          ["decline", () => ada.form(`/messages/${talk}/decline`, {})],
          ["report the conversation", () => ada.json("POST", "/api/reports", about(`conversation:${talk}`))],
        ] as [string, () => Promise<Response>][])
      : []),
    ...(game
      ? ([["resign", () => ada.form(`/trivia/${game}/resign`, {})]] as [string, () => Promise<Response>][])
      : []),
    ["report the member", () => ada.json("POST", "/api/reports", about(`member:${ben.id}`))],
    ["unmatch", () => ada.form(`/members/${ben.id}/unmatch`, {})],
    ["pass", () => ada.json("POST", "/api/matches", { ...user, liked: false })],
    ["undo that", () => ada.form(`/members/${ben.id}/undo`, {})],
    ["look", () => ada.get(`/members/${ben.id}`, html)],
    ["like after all", () => ada.json("POST", "/api/matches", { ...user, liked: true })],
    ["open another conversation", () => ada.json("POST", "/api/conversations", user)],
    ["block", () => ada.form(`/members/${ben.id}/block`, {})],
    ["block again", () => ada.json("POST", "/api/blocks", user)],
    ["list blocks", () => ada.get("/settings/blocked", html)],
    ["unblock", () => ada.send(`/api/blocks/${ben.id}`, { method: "DELETE", headers: sameOrigin(ada) })],
    ["look again", () => ada.get(`/members/${ben.id}`, html)],
  ];
  const answers: Record<string, unknown> = {};
  for (const [name, run] of attempts) {
    answers[name] = await observe(scene, await run());
    if (name === "undo that") answers.discover = await isInDiscover(scene);
    // The next page shows the notice of a form.
    answers[`${name}, then`] = await observe(scene, await ada.get("/", html));
  }
  return answers;
}

const sameOrigin = (who: Person) => ({ "Sec-Fetch-Site": "same-origin", Origin: who.server.origin });

/** What Ada gets around an act: at once, from then on, and by trying. */
async function compare(relation: string, name: ActName) {
  const scene = await makeScene(relation);
  const { ada, eve } = scene;
  const talk = await makeConversation(eve, ada);
  await ada.json("POST", "/api/notifications/read", { all: true });
  const before = await look(scene);
  if (name !== "nothing") expect(before.seen).toMatchObject({ artist: 5, answers: [true, true] });
  const stream = await openStream(ada);
  await acts[name](scene);
  const after = await look(scene);
  await write(eve, talk);
  const isLast = ({ event }: { event: string }) => event === "message";
  const events = (await stream.waitFor((all) => all.some(isLast))).map(({ event, data }) =>
    normalize(JSON.stringify([event, event === "message" ? "" : data]), scene),
  );
  stream.disconnect();
  await ada.json("POST", `/messages/${talk}/read`, { sequence: 1 });
  // No time but the end's day is new.
  expect([...after.times].filter((time) => !before.times.has(time))).toEqual([]);
  const now = { ...after.seen, events, export: await readExport(scene) };
  return { scene, before: { ...now, ...before.seen, events: events.slice(-1) }, now };
}

/** Moves the time at which conversations ended, and ends all suspensions. */
async function passDays(days: number) {
  await execute("update conversation set ended_at = ended_at - ? where ended_at is not null", [
    days * DAY_MS,
  ]);
  await execute("update sanction set ends_at = 1 where ends_at is not null");
  await execute("update member set suspended_at = null, suspended_until = null");
}

/** Where two records differ, with an excerpt of each. */
function differences(one: Record<string, unknown>, other: Record<string, unknown>) {
  const found: Record<string, string[]> = {};
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [first = "", second = ""] = [JSON.stringify(one[name]), JSON.stringify(other[name])];
    const at = [...first].findIndex((letter, index) => letter !== second[index]);
    if (first !== second)
      found[name] = [first, second].map((text) => text.slice(Math.max(0, at - 60), at + 100));
  }
  return found;
}

test.each<[relation: string, ...acts: ActName[]]>([
  ["none", "block", "pause", "suspension", "hiding"],
  ["a request that Ada sent", "nothing", "decline", "pass"],
  ["a request that Ada sent", "block", "pause", "suspension", "hiding"],
  ["a request that Ada received", "block", "suspension", "hiding"],
  ["a match", "unmatch", "block", "suspension", "hiding"],
  ["a match with a conversation", "unmatch", "block", "suspension", "hiding"],
  ["an accepted request", "unmatch", "block", "suspension", "hiding"],
])(
  "with %s, nothing that Ada can get tells which of these Ben has done or met with: %s",
  async (relation, ...names) => {
    const [reference, ...others] = await Promise.all(names.map((name) => compare(relation, name)));
    if (!reference) throw new Error("There is nothing to compare");
    for (const [index, { now }] of others.entries())
      expect(differences(reference.now, now), names[index + 1]).toEqual({});
    if (names[0] === "nothing") expect(differences(reference.before, reference.now)).toEqual({});
    const scenes = [reference, ...others].map(({ scene }) => scene);
    // Where nothing has ended, the member is back after a suspension.
    if (names[0] === "nothing" || names[0] === "unmatch") {
      await passDays(31);
      const [first, ...rest] = await Promise.all(scenes.map(look));
      for (const [index, { seen }] of rest.entries())
        expect(differences(first?.seen ?? {}, seen), `${names[index + 1]}, a month later`).toEqual({});
    }
    const [first, ...rest] = await Promise.all(scenes.map(attempt));
    for (const [index, answers] of rest.entries())
      expect(differences(first ?? {}, answers), `${names[index + 1]}, tried`).toEqual({});
  },
);
