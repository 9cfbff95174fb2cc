// What is shared in a conversation, what its links lead to, which only the server asks for, and playing in step.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { bomb, photo, svg } from "../../fakes/picture-files";
import type { Failure } from "../../fakes/service";
import { startSpotifyOembed } from "../../fakes/spotify-oembed";
import { startYoutube, type YoutubeBehavior } from "../../fakes/youtube";
import { sampled } from "../../sampled";
import { decide, makeConversation, type Person } from "../people";
import { type LiveEvent, openStream } from "../stream";

const youtube = await startYoutube();
afterAll(() => youtube.close());
const spotify = await startSpotifyOembed();
afterAll(() => spotify.close());
beforeEach(() => {
  youtube.behave("normal");
  spotify.fail(undefined);
  spotify.sendPicture(undefined);
});
const { signUp, addMember, sharedMember, app } = shareApp({
  PREVIEWS: "deezer",
});

type Message = {
  id: string;
  content: string;
  messageType: string | null;
  metadata: unknown;
  link?: { title: string; artist: string | null; pictureUrl: string | null };
};

/** A message without what its link leads to, which may arrive later. */
const withoutDetails = ({ link: _, ...message }: Message) => message;

const ID = "dQw4w9WgXcQ";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const USUAL = `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`;
/** The URL of a video that nobody has shared. */
let videos = 0;
const newVideo = () => `https://www.youtube.com/watch?v=${String(++videos).padStart(11, "v")}`;
const NOT_FOUND = "There is nothing here.";

const write = (one: Person, conversationId: string, message: object) =>
  one.json("POST", `/api/conversations/${conversationId}/messages`, message);
const share = (one: Person, conversationId: unknown, youtubeUrl: unknown, id?: unknown) =>
  one.json("POST", "/api/messages/youtube", { conversationId, youtubeUrl, id });
const read = async (one: Person, conversationId: string) =>
  (await (await one.get(`/api/conversations/${conversationId}/messages`)).json()) as Message[];
const saying = async (answer: Response) => [answer.status, await answer.text()];

async function couple(one = "Ada", other = "Ben") {
  const [ada, ben] = [await sharedMember(one), await sharedMember(other)];
  return { ada, ben, conversationId: await makeConversation(ada, ben) };
}

test("songs, links and videos are messages, the same in the stream and in the list", async () => {
  const { ada, ben, conversationId } = await couple();
  const reader = await openStream(ben);
  const song = { type: "song", artist: "Can", title: "Vitamin C", album: "Ege Bamyasi" };
  const link = { type: "youtube", url: WATCH, videoId: "not the one" };
  const track = { type: "spotify", url: "https://open.spotify.com/track/first" };
  const sent = [
    await write(ada, conversationId, { content: "For you", messageType: "music_share", metadata: song }),
    await write(ada, conversationId, { content: "", messageType: "youtube_link", metadata: link }),
    await write(ada, conversationId, { content: "", messageType: "spotify_link", metadata: track }),
    await share(ada, conversationId, WATCH),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const saved = ((await Promise.all(sent.map((answer) => answer.json()))) as Message[]).map(withoutDetails);
  expect(saved.map(({ content, messageType, metadata }) => [content, messageType, metadata])).toEqual([
    ["For you", "music_share", song],
    ["Check out this music video!", "youtube_link", { type: "youtube", url: WATCH, videoId: ID }],
    ["Listen to this on Spotify!", "spotify_link", track],
    [
      `Video ${ID}`,
      "youtube_video",
      { videoId: ID, videoTitle: `Video ${ID}`, videoThumbnail: USUAL, youtubeUrl: WATCH },
    ],
  ]);
  expect((await read(ben, conversationId)).slice(0, 4).reverse().map(withoutDetails)).toEqual(saved);
  await reader.waitFor((events) => events.length === 4);
  reader.disconnect();
  const heard = reader.events.map(({ data }) => data as { conversationId: string; message: Message });
  expect(heard.map((event) => ({ ...event, message: withoutDetails(event.message) }))).toEqual(
    saved.map((message) => ({ conversationId, message })),
  );
});

test("YouTube is asked once, only for the video, with our User-Agent", async () => {
  const { ada, conversationId } = await couple();
  const before = youtube.requests.length;
  const [, videoId = ""] = newVideo().split("v=");
  await share(ada, conversationId, `https://youtu.be/${videoId}?si=tracking&list=PL1`);
  await share(ada, conversationId, `https://www.youtube.com/watch?v=${videoId}`);
  expect(youtube.requests.slice(before)).toEqual([
    { path: "GET /oembed", videoId, userAgent: expect.stringContaining("B-Side") },
  ]);
});

test("a video's title is escaped, and its thumbnail is always from YouTube", async () => {
  const { ada, conversationId } = await couple();
  const shared = async (videoId: string, video: { title: unknown; thumbnail_url?: unknown }) => {
    youtube.addVideo(videoId, video);
    const answer = await share(ada, conversationId, `https://youtu.be/${videoId}`);
    return ((await answer.json()) as { metadata: { videoTitle: string; videoThumbnail: string } }).metadata;
  };
  const usual = (videoId: string) => `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
  expect(await shared("aaaaaaaaaa1", { title: "<b>Ö</b>\u0000" })).toMatchObject({
    videoTitle: "<b>Ö</b>",
    videoThumbnail: usual("aaaaaaaaaa1"),
  });
  for (const [i, thumbnail_url] of [
    "https://evil.example/a.jpg",
    "https://i.ytimg.com.evil.example/a.jpg",
    "http://i.ytimg.com/a.jpg",
    "javascript:alert(1)",
    5,
    null,
  ].entries()) {
    const videoId = `bbbbbbbbbb${i}`;
    expect(await shared(videoId, { title: "A", thumbnail_url })).toMatchObject({
      videoThumbnail: usual(videoId),
    });
  }
  for (const [i, title] of ["", "  ", 5, null, { a: 1 }, "x".repeat(5000)].entries()) {
    expect(await shared(`cccccccccc${i}`, { title })).toMatchObject({ videoTitle: "YouTube video" });
  }
});

// Ordered so that YouTube never fails five times in a row, which would pause it.
const behaviors: YoutubeBehavior[] = [
  "rejecting the id",
  "forbidding embeds",
  "keeping it private",
  "unaware of it",
  "broken",
  "sending HTML",
  "sending null",
  "cut off",
  "redirecting",
  "sending too much",
  "rate limiting",
  "hanging",
];
test.each(sampled(behaviors, behaviors.length - 1))(
  "the video is shared without its title when YouTube is %s",
  async (behavior) => {
    const { ada, conversationId } = await couple();
    if (behavior === "redirecting") youtube.behave(behavior, `${app().address}/healthz`);
    else youtube.behave(behavior);
    const url = newVideo();
    const [, videoId = ""] = url.split("v=");
    const answer = await share(ada, conversationId, url);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      content: "YouTube video",
      metadata: {
        videoTitle: "YouTube video",
        videoThumbnail: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
      },
    });
    youtube.behave("normal");
    expect(await (await share(ada, conversationId, newVideo())).json()).toMatchObject({
      content: expect.stringMatching(/^Video v/),
    });
  },
);

test("other members can write while YouTube hangs", async () => {
  const { ada, ben, conversationId } = await couple();
  youtube.behave("hanging");
  const requestCount = youtube.requests.length;
  let isShared = false;
  const sharing = share(ada, conversationId, newVideo()).finally(() => {
    isShared = true;
  });
  await expect.poll(() => youtube.requests.length).toBeGreaterThan(requestCount);
  for (let i = 0; i < 5; i++)
    expect((await write(ben, conversationId, { content: `Meanwhile ${i}` })).status).toBe(201);
  expect(isShared).toBe(false);
  youtube.behave("normal");
  expect((await sharing).status).toBe(201);
});

test("a video shared several times at once with the same id is one message with its first title", async () => {
  const { ada, conversationId } = await couple();
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => share(ada, conversationId, WATCH, id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  const saved = await Promise.all(answers.map((answer) => answer.json()));
  for (const message of saved) expect(message).toEqual(saved[0]);
  youtube.addVideo(ID, { title: "Another title" });
  const before = youtube.requests.length;
  expect(await (await share(ada, conversationId, WATCH, id)).json()).toEqual(saved[0]);
  expect(youtube.requests.length).toBe(before);
  expect((await read(ada, conversationId)).filter((message) => message.id === id)).toHaveLength(1);
  expect(await saying(await share(ada, conversationId, "https://youtu.be/aaaaaaaaaaa", id))).toEqual([
    409,
    "Something else was already sent from this page. Please send this again.",
  ]);
});

test("the same id and text with a different share is a conflict", async () => {
  const { ada, conversationId } = await couple();
  const id = randomUUID();
  const of = (title: string) => ({
    id,
    content: "Listen",
    messageType: "music_share",
    metadata: { artist: "Can", title },
  });
  expect((await write(ada, conversationId, of("Vitamin C"))).status).toBe(201);
  expect((await write(ada, conversationId, of("Vitamin C"))).status).toBe(201);
  expect((await write(ada, conversationId, of("Spoon"))).status).toBe(409);
  expect((await write(ada, conversationId, { id, content: "Listen" })).status).toBe(409);
});

test("a video is shared only where its sender may write, and YouTube is asked for no others", async () => {
  const { ada, ben, conversationId } = await couple();
  const eve = await signUp("Eve");
  const before = youtube.requests.length;
  expect(await saying(await share(eve, conversationId, WATCH))).toEqual([404, NOT_FOUND]);
  expect(await saying(await share(ada, randomUUID(), WATCH))).toEqual([404, NOT_FOUND]);
  for (const conversationId of [undefined, "", 5, null, {}]) {
    expect(await saying(await share(ada, conversationId, WATCH))).toEqual([
      400,
      "conversationId is required",
    ]);
  }
  expect(youtube.requests.length).toBe(before);
  await decide(eve, ben, true);
  const begun = await eve.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  const song = { content: "", messageType: "music_share", metadata: { artist: "Can", title: "Spoon" } };
  expect((await write(eve, id, song)).status).toBe(201);
  expect((await share(eve, id, WATCH)).status).toBe(403);
});

let tracks = 0;
/** The URL of a track that nobody has shared. */
const newTrack = () => `https://open.spotify.com/track/${++tracks}`;

async function shareLink(one: Person, talk: string, messageType: string, url: string): Promise<Message> {
  const answer = await one.json("POST", `/api/conversations/${talk}/messages`, {
    messageType,
    metadata: { url },
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Message;
}

const newest = async (one: Person, talk: string) =>
  ((await (await one.get(`/api/conversations/${talk}/messages`)).json()) as Message[])[0];

/** Expects what was shared last to have a picture. */
const hasPicture = async (one: Person, talk: string) =>
  expect((await newest(one, talk))?.link?.pictureUrl).toMatch(/^\/pictures\//);

test("links of both sites have title, artist and a picture of ours, the same everywhere", async () => {
  // These two have shared no video, whose message names YouTube.
  const { ada, ben, conversationId: talk } = await couple("Cleo", "Dan");
  youtube.addVideo("spoonbycan1", { title: "Spoon" });
  const url = newTrack();
  spotify.addLink(url, { title: "Vitamin C" });
  for (const [type, to] of [
    ["youtube_link", "https://youtu.be/spoonbycan1"],
    ["spotify_link", url],
  ] as const) {
    await shareLink(ada, talk, type, to);
    await hasPicture(ada, talk);
  }
  // What is known is there at once.
  const reader = await openStream(ben);
  const video = await shareLink(ada, talk, "youtube_link", "https://youtu.be/spoonbycan1");
  const track = await shareLink(ada, talk, "spotify_link", `${url}?si=tracking`);
  const pictureUrl = expect.stringMatching(/^\/pictures\/[\da-f-]{36}-\d+\.webp$/);
  expect(video.link).toEqual({ title: "Spoon", artist: "Somebody", pictureUrl });
  expect(track.link).toEqual({ title: "Vitamin C", artist: null, pictureUrl });
  expect(await newest(ben, talk)).toEqual(track);
  await reader.waitFor((events) => events.length === 2);
  reader.disconnect();
  expect(reader.events.map(({ data }) => (data as { message: Message }).message)).toEqual([video, track]);
  for (const { link } of [video, track]) {
    const picture = await ben.get(link?.pictureUrl ?? "");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  }
  const page = await (await ben.get(`/messages/${talk}`)).text();
  expect(page).toContain("Vitamin C");
  for (const outside of ["ytimg", spotify.address, youtube.address]) expect(page).not.toContain(outside);
});

test("a link is asked about once, without what says who copied it", async () => {
  const { ada, ben, conversationId: talk } = await couple();
  const url = newTrack();
  const path = new URL(url).pathname;
  await shareLink(ada, talk, "spotify_link", `${url}?si=one`);
  await shareLink(ben, talk, "spotify_link", `https://open.spotify.com/intl-de${path}?si=two#three`);
  expect(spotify.requests.filter((request) => request.includes(encodeURIComponent(path)))).toEqual([
    `GET /oembed?${new URLSearchParams({ url, format: "json" })}`,
  ]);
});

test("sharing a link while its picture is being fetched gets the picture, too", async () => {
  const { ada, ben, conversationId: talk } = await couple();
  const url = newTrack();
  const first = shareLink(ada, talk, "spotify_link", url);
  const wanted = `GET /image${new URL(url).pathname}`;
  await expect.poll(() => spotify.requests, { interval: 1 }).toContain(wanted);
  await shareLink(ben, talk, "spotify_link", url);
  await first;
  await hasPicture(ben, talk);
  expect(spotify.requests.filter((request) => request === wanted)).toHaveLength(1);
});

test("a title is text that fits, and a picture comes from the site's own hosts only", async () => {
  const { ada, conversationId: talk } = await couple();
  for (const [details, link] of [
    [
      { title: "<b>Ö</b>\u0000", thumbnail_url: 5 },
      { title: "<b>Ö</b>", pictureUrl: null },
    ],
    [{ title: "x".repeat(5000) }, undefined],
    [{ title: { a: 1 } }, undefined],
    [
      { title: "A", thumbnail_url: "http://169.254.169.254/latest" },
      { title: "A", pictureUrl: null },
    ],
    [
      { title: "A", thumbnail_url: `${youtube.address}/vi/a/b.jpg` },
      { title: "A", pictureUrl: null },
    ],
    [
      { title: "A", thumbnail_url: "https://i.scdn.co.evil.example/a" },
      { title: "A", pictureUrl: null },
    ],
  ] as const) {
    const url = newTrack();
    spotify.addLink(url, details);
    const shared = await shareLink(ada, talk, "spotify_link", url);
    expect(shared.link).toEqual(link && { artist: null, ...link });
  }
  expect(youtube.pictures).not.toContain("/vi/a/b.jpg");
});

// Ordered so that it never fails five times in a row, which would pause it.
test.each(sampled<Failure>(["broken", "garbled", "huge", "redirecting", "cut off", "hanging"], 5))(
  "a link is sent as a plain card while Spotify is %s",
  async (failure) => {
    const { ada, ben, conversationId: talk } = await couple();
    spotify.fail(failure, "/oembed");
    const shared = await shareLink(ada, talk, "spotify_link", newTrack());
    expect([shared.content, shared.link]).toEqual(["Listen to this on Spotify!", undefined]);
    spotify.fail(undefined);
    expect(await newest(ben, talk)).toEqual(shared);
    expect((await shareLink(ada, talk, "spotify_link", newTrack())).link?.title).toMatch(/^Spotify /);
  },
);

test("a picture that is none, a bomb, too large, or redirected elsewhere is left out", async () => {
  const { ada, conversationId: talk } = await couple();
  const pictureOf = async () => (await shareLink(ada, talk, "spotify_link", newTrack())).link;
  for (const file of [Buffer.from("<h1>Sign in</h1>"), svg, bomb(30_000, 30_000), Buffer.alloc(6_000_000)]) {
    spotify.sendPicture(file);
    expect(await pictureOf()).toMatchObject({ title: expect.any(String), pictureUrl: null });
  }
  spotify.fail("redirecting", "/image");
  expect(await pictureOf()).toMatchObject({ pictureUrl: null });
  spotify.fail(undefined);
  spotify.sendPicture(await photo("png", 300, 300), "image/png");
  await pictureOf();
  await hasPicture(ada, talk);
});

test("nothing is asked for somebody who may not write there", async () => {
  const { conversationId: talk } = await couple();
  const eve = await sharedMember("Eve");
  const before = spotify.requests.length;
  const body = { messageType: "spotify_link", metadata: { url: newTrack() } };
  expect((await eve.json("POST", `/api/conversations/${talk}/messages`, body)).status).toBe(404);
  expect(spotify.requests.length).toBe(before);
});

type Play = { id: string; revision: number; isPlaying: boolean; position: number; now: string };
type Heard = { conversationId: string; jointPlay: Play | null };

async function shareSong(from: Person, conversationId: string): Promise<string> {
  const song = { messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } };
  const saved = await from.json("POST", `/api/conversations/${conversationId}/messages`, song);
  return ((await saved.json()) as { id: string }).id;
}

async function listeners() {
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
  const { ada, ben, talk, messageId } = await listeners();
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
  const { ada, ben, talk, messageId } = await listeners();
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
