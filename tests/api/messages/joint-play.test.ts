// Playing in step over HTTP: as JSON and as forms, and heard live.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeConversation, type Person } from "../people";
import { type LiveEvent, openStream } from "../stream";

// Deezer is not asked before somebody plays.
const { addMember } = shareApp({ PREVIEWS: "deezer", DEEZER_URL: "http://127.0.0.1:1" });

type Play = { id: string; revision: number; isPlaying: boolean; position: number; now: string };
type Heard = { conversationId: string; jointPlay: Play | null };

async function shareSong(from: Person, conversationId: string): Promise<string> {
  const song = { messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } };
  const saved = await from.json("POST", `/api/conversations/${conversationId}/messages`, song);
  return ((await saved.json()) as { id: string }).id;
}

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const talk = await makeConversation(ada, ben);
  return { ada, ben, talk, messageId: await shareSong(ben, talk) };
}

const start = (one: Person, talk: string, body: object) =>
  one.json("POST", `/api/conversations/${talk}/joint-play`, body);
const step = (one: Person, id: string, body: object) => one.json("PATCH", `/api/joint-plays/${id}`, body);
const see = (one: Person, talk: string) => one.get(`/api/conversations/${talk}/joint-play`);
const end = (one: Person, id: string) => one.json("DELETE", `/api/joint-plays/${id}`, undefined);
const heardIn = (events: LiveEvent[]) =>
  events.filter(({ event }) => event === "joint-play").map(({ data }) => data as Heard);

test("both hear live what is started, joined, moved and ended, as the answers say it", async () => {
  const { ada, ben, talk, messageId } = await couple();
  const streams = [await openStream(ada), await openStream(ben)];
  const id = randomUUID();
  const started = await start(ada, talk, { id, messageId });
  expect(started.status).toBe(201);
  expect(await started.json()).toMatchObject({ id, startedBy: ada.id, isJoined: false, isPlaying: false });
  // A request whose answer was lost is sent again.
  expect(await (await start(ada, talk, { id, messageId })).json()).toMatchObject({ id, revision: 1 });
  const joined = await step(ben, id, { step: "join" });
  expect([joined.status, await joined.json()]).toMatchObject([200, { isJoined: true, isPlaying: true }]);
  const paused = (await (await step(ada, id, { step: "pause", position: 4200 })).json()) as Play;
  expect(paused).toMatchObject({ isPlaying: false, position: 4200 });
  expect((await step(ben, id, { step: "renew" })).status).toBe(200);
  expect(await (await see(ben, talk)).json()).toMatchObject({ id, position: 4200 });
  expect((await end(ben, id)).status).toBe(204);
  expect((await end(ben, id)).status).toBe(404);
  expect((await see(ada, talk)).status).toBe(404);
  for (const stream of streams) {
    const heard = heardIn(await stream.waitFor((events) => heardIn(events).length === 4));
    expect(heard.map(({ conversationId }) => conversationId)).toEqual(Array(4).fill(talk));
    // A stream that is behind says how it is by then.
    expect(heard.at(-1)?.jointPlay).toBeNull();
    stream.disconnect();
  }
});

test("forms do the same, and a wrong one is refused with a sentence", async () => {
  const { ada, ben, talk, messageId } = await couple();
  const post = (one: Person, fields: Record<string, string>) =>
    one.form(`/messages/${talk}/joint-play`, fields);
  const id = randomUUID();
  const started = await post(ada, { step: "start", id, messageId });
  expect([started.status, started.headers.get("Location")]).toEqual([303, `/messages/${talk}`]);
  await post(ben, { step: "join", id });
  await post(ben, { step: "seek", id, position: "9000" });
  await post(ada, { step: "pause", id, position: "9500" });
  expect(await (await see(ben, talk)).json()).toMatchObject({ id, isPlaying: false, position: 9500 });
  for (const fields of [{ step: "dance", id }, { step: "seek", id, position: "far" }, { step: "end" }, {}]) {
    const refused = await post(ada, fields as Record<string, string>);
    expect(refused.status).toBe(303);
    expect(await (await ada.follow(refused)).text()).toMatch(
      /Unknown step|Must be a number of milliseconds|Must be a UUID/,
    );
  }
  await post(ada, { step: "end", id });
  expect((await see(ben, talk)).status).toBe(404);
  const late = await ben.follow(await post(ben, { step: "play", id }));
  expect(await late.text()).toContain("no longer listening together.");
});
