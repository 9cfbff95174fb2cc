import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startYoutube, type YoutubeMood } from "../stand-ins/youtube";
import { decide, type Person, serveThisFile, talkUp } from "./server";
import { openStream } from "./stream";

const youtube = await startYoutube();
afterAll(() => youtube.close());
beforeEach(() => youtube.be("well"));
const { signUp, same, running } = serveThisFile({ YOUTUBE_URL: youtube.address });

type Message = { id: string; content: string; messageType: string | null; metadata: unknown };

const ID = "dQw4w9WgXcQ";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const USUAL = `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`;
const NOT_FOUND = "There is nothing here.";

const write = (one: Person, talk: string, message: object) =>
  one.json("POST", `/api/conversations/${talk}/messages`, message);
const share = (one: Person, conversationId: unknown, youtubeUrl: unknown, id?: unknown) =>
  one.json("POST", "/api/messages/youtube", { conversationId, youtubeUrl, id });
const read = async (one: Person, talk: string) =>
  (await (await one.get(`/api/conversations/${talk}/messages`)).json()) as Message[];
const saying = async (answer: Response) => [answer.status, await answer.text()];

async function couple() {
  const [ada, ben] = [await same("Ada"), await same("Ben")];
  return { ada, ben, talk: await talkUp(ada, ben) };
}

test("a song, links and a video are messages, and the stream tells of them as the list has them", async () => {
  const { ada, ben, talk } = await couple();
  const reader = await openStream(ben);
  const song = { type: "song", artist: "Can", title: "Vitamin C", album: "Ege Bamyasi" };
  const link = { type: "youtube", url: WATCH, videoId: "not the one" };
  const track = { type: "spotify", url: "https://open.spotify.com/track/1" };
  const sent = [
    await write(ada, talk, { content: "For you", messageType: "music_share", metadata: song }),
    await write(ada, talk, { content: "", messageType: "youtube_link", metadata: link }),
    await write(ada, talk, { content: "", messageType: "spotify_link", metadata: track }),
    await share(ada, talk, WATCH),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const saved = (await Promise.all(sent.map((answer) => answer.json()))) as Message[];
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
  expect((await read(ben, talk)).slice(0, 4).reverse()).toEqual(saved);
  await reader.until((told) => told.length === 4);
  reader.drop();
  expect(reader.told.map(({ data }) => data)).toEqual(
    saved.map((message) => ({ conversationId: talk, message })),
  );
});

test("YouTube is asked for the video and nothing else, under our own name", async () => {
  const { ada, talk } = await couple();
  const before = youtube.asked.length;
  await share(ada, talk, `https://youtu.be/${ID}?si=tracking&list=PL1`);
  expect(youtube.asked.slice(before)).toEqual([
    { path: "GET /oembed", videoId: ID, userAgent: expect.stringContaining("B-Side") },
  ]);
});

test("a title is text, and a picture is YouTube's own, whatever YouTube says", async () => {
  const { ada, talk } = await couple();
  const shared = async (videoId: string, video: { title: unknown; thumbnail_url?: unknown }) => {
    youtube.tell(videoId, video);
    const answer = await share(ada, talk, `https://youtu.be/${videoId}`);
    return ((await answer.json()) as { metadata: { videoTitle: string; videoThumbnail: string } }).metadata;
  };
  const usual = (videoId: string) => `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
  const best = "https://i.ytimg.com/vi/aaaaaaaaaa1/maxresdefault.jpg";
  expect(await shared("aaaaaaaaaa1", { title: "<b>Ö</b>\u0000", thumbnail_url: best })).toMatchObject({
    videoTitle: "<b>Ö</b>",
    videoThumbnail: best,
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

// In an order in which YouTube never fails five times in a row, for then it would be left alone.
test.each<YoutubeMood>([
  "bad id",
  "embedding off",
  "private",
  "absent",
  "broken",
  "not json",
  "no object",
  "cut",
  "elsewhere",
  "huge",
  "too many",
  "hanging",
])("the video is shared without its title when YouTube is %s", async (mood) => {
  const { ada, talk } = await couple();
  if (mood === "elsewhere") youtube.be(mood, `${running().address}/healthz`);
  else youtube.be(mood);
  const began = Date.now();
  const answer = await share(ada, talk, WATCH);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    content: "YouTube video",
    metadata: { videoTitle: "YouTube video", videoThumbnail: USUAL },
  });
  expect(Date.now() - began).toBeLessThan(8000);
  youtube.be("well");
  expect(await (await share(ada, talk, WATCH)).json()).toMatchObject({ content: `Video ${ID}` });
});

test("while YouTube hangs others write, for nothing in the database waits with it", async () => {
  const { ada, ben, talk } = await couple();
  youtube.be("hanging");
  const sharing = share(ada, talk, WATCH);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const began = Date.now();
  for (let i = 0; i < 5; i++)
    expect((await write(ben, talk, { content: `Meanwhile ${i}` })).status).toBe(201);
  expect(Date.now() - began).toBeLessThan(2000);
  expect((await sharing).status).toBe(201);
});

test("a video shared many times at once under one id is one message, and YouTube's later words change nothing", async () => {
  const { ada, talk } = await couple();
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => share(ada, talk, WATCH, id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  const saved = await Promise.all(answers.map((answer) => answer.json()));
  for (const message of saved) expect(message).toEqual(saved[0]);
  youtube.tell(ID, { title: "Another title" });
  const before = youtube.asked.length;
  expect(await (await share(ada, talk, WATCH, id)).json()).toEqual(saved[0]);
  expect(youtube.asked.length).toBe(before);
  expect((await read(ada, talk)).filter((message) => message.id === id)).toHaveLength(1);
  expect(await saying(await share(ada, talk, "https://youtu.be/aaaaaaaaaaa", id))).toEqual([
    409,
    "Something else was sent from this page already. Send this once more.",
  ]);
});

test("the same id with the same words and something else shared is not the same message", async () => {
  const { ada, talk } = await couple();
  const id = randomUUID();
  const of = (title: string) => ({
    id,
    content: "Listen",
    messageType: "music_share",
    metadata: { artist: "Can", title },
  });
  expect((await write(ada, talk, of("Vitamin C"))).status).toBe(201);
  expect((await write(ada, talk, of("Vitamin C"))).status).toBe(201);
  expect((await write(ada, talk, of("Spoon"))).status).toBe(409);
  expect((await write(ada, talk, { id, content: "Listen" })).status).toBe(409);
});

test.each<[unknown, string]>([
  ["", "Please enter a YouTube URL to share."],
  ["  ", "Please enter a YouTube URL to share."],
  [undefined, "Please enter a YouTube URL to share."],
  [5, "Please enter a valid YouTube URL."],
  [null, "Please enter a valid YouTube URL."],
  ["not an address", "Please enter a valid YouTube URL."],
  [`https://www.youtube.com.evil.example/watch?v=${ID}`, "Please enter a valid YouTube URL."],
  [`https://evilyoutube.com/watch?v=${ID}`, "Please enter a valid YouTube URL."],
  [`https://www.youtube.com@evil.example/watch?v=${ID}`, "Please enter a valid YouTube URL."],
  [`https://me:secret@www.youtube.com/watch?v=${ID}`, "Please enter a valid YouTube URL."],
  [`http://www.youtube.com/watch?v=${ID}`, "Please enter a valid YouTube URL."],
  [`https://www.youtube.com/\nwatch?v=${ID}`, "Please enter a valid YouTube URL."],
  ["javascript:alert('youtube.com')", "Please enter a valid YouTube URL."],
  ["https://www.youtube.com/watch?v=short", "Please enter a valid YouTube URL."],
  ["https://www.youtube.com/playlist?list=PL1", "Please enter a valid YouTube URL."],
])("the video address %j is refused, and nobody is asked", async (youtubeUrl, says) => {
  const { ada, talk } = await couple();
  const before = youtube.asked.length;
  expect(await saying(await share(ada, talk, youtubeUrl))).toEqual([400, says]);
  expect(youtube.asked.length).toBe(before);
});

test("a video goes only where its sender may write, and YouTube is not asked for others", async () => {
  const { ada, ben, talk } = await couple();
  const eve = await signUp("Eve");
  const before = youtube.asked.length;
  expect(await saying(await share(eve, talk, WATCH))).toEqual([404, NOT_FOUND]);
  expect(await saying(await share(ada, randomUUID(), WATCH))).toEqual([404, NOT_FOUND]);
  for (const conversationId of [undefined, "", 5, null, {}]) {
    expect(await saying(await share(ada, conversationId, WATCH))).toEqual([400, "Say which conversation"]);
  }
  expect(youtube.asked.length).toBe(before);
  await decide(eve, ben, true);
  const begun = await eve.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  const song = { content: "", messageType: "music_share", metadata: { artist: "Can", title: "Spoon" } };
  expect((await write(eve, id, song)).status).toBe(201);
  expect((await share(eve, id, WATCH)).status).toBe(403);
});

test("what is shared says what is wrong with it, at its field", async () => {
  const { ada, talk } = await couple();
  const answer = await ada.json(
    "POST",
    `/api/conversations/${talk}/messages`,
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
  expect(await saying(await write(ada, talk, { content: "x", messageType: "gif" }))).toEqual([
    400,
    "There is no such kind of message",
  ]);
  for (const body of [[], "x", null, 5]) {
    const path = `/api/conversations/${talk}/messages`;
    expect((await ada.json("POST", path, body)).status).toBe(400);
  }
});
