import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { startSpotifyOembed } from "../../fakes/spotify-oembed";
import { startYoutube, type YoutubeBehavior } from "../../fakes/youtube";
import { decide, makeConversation, type Person } from "../people";
import { openStream } from "../stream";

const youtube = await startYoutube();
afterAll(() => youtube.close());
beforeEach(() => youtube.behave("normal"));
const spotify = await startSpotifyOembed();
afterAll(() => spotify.close());
const { signUp, sharedMember, app } = shareApp({
  YOUTUBE_URL: youtube.address,
  SPOTIFY_OEMBED_URL: spotify.address,
});

type Message = {
  id: string;
  content: string;
  messageType: string | null;
  metadata: unknown;
  link?: unknown;
};

/** A message without what its link leads to, which may arrive later: link-details.test.ts waits for that. */
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

async function couple() {
  const [ada, ben] = [await sharedMember("Ada"), await sharedMember("Ben")];
  return { ada, ben, conversationId: await makeConversation(ada, ben) };
}

test("songs, links and videos are messages, the same in the stream and in the list", async () => {
  const { ada, ben, conversationId } = await couple();
  const reader = await openStream(ben);
  const song = { type: "song", artist: "Can", title: "Vitamin C", album: "Ege Bamyasi" };
  const link = { type: "youtube", url: WATCH, videoId: "not the one" };
  const track = { type: "spotify", url: "https://open.spotify.com/track/1" };
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
test.each<YoutubeBehavior>([
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
])("the video is shared without its title when YouTube is %s", async (behavior) => {
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
});

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

test("a wrong video URL is refused without a request to YouTube", async () => {
  const { ada, conversationId } = await couple();
  const before = youtube.requests.length;
  for (const youtubeUrl of ["", "  ", undefined])
    expect(await saying(await share(ada, conversationId, youtubeUrl))).toEqual([
      400,
      "Please enter a YouTube URL to share.",
    ]);
  for (const youtubeUrl of [5, null, `https://www.youtube.com.evil.example/watch?v=${ID}`])
    expect(await saying(await share(ada, conversationId, youtubeUrl))).toEqual([
      400,
      "Please enter a valid YouTube URL.",
    ]);
  expect(youtube.requests.length).toBe(before);
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

test("an invalid share is refused with messages at its fields", async () => {
  const { ada, conversationId } = await couple();
  const answer = await ada.json(
    "POST",
    `/api/conversations/${conversationId}/messages`,
    { content: "", messageType: "spotify_link", metadata: { url: "https://open.spotify.com.evil.example/" } },
    { Accept: "application/problem+json" },
  );
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    {
      detail: "Please enter a valid spotify URL",
      errors: [{ pointer: "#/metadata/url", detail: "Please enter a valid spotify URL" }],
    },
  ]);
  expect(await saying(await write(ada, conversationId, { content: "x", messageType: "gif" }))).toEqual([
    400,
    "Unknown messageType",
  ]);
  for (const body of [[], "x", null, 5]) {
    const path = `/api/conversations/${conversationId}/messages`;
    expect((await ada.json("POST", path, body)).status).toBe(400);
  }
});
