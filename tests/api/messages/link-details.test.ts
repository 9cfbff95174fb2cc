// What shared links lead to: title, artist and picture, which only the server asks for.
import { afterAll, beforeEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { bomb, photo, svg } from "../../fakes/picture-files";
import type { Failure } from "../../fakes/service";
import { startSpotifyOembed } from "../../fakes/spotify-oembed";
import { startYoutube } from "../../fakes/youtube";
import { makeConversation, type Person } from "../people";
import { openStream } from "../stream";

const youtube = await startYoutube();
const spotify = await startSpotifyOembed();
afterAll(() => {
  youtube.close();
  spotify.close();
});
beforeEach(() => {
  youtube.behave("normal");
  spotify.fail(undefined);
  spotify.sendPicture(undefined);
});
const { sharedMember } = shareApp({ YOUTUBE_URL: youtube.address, SPOTIFY_OEMBED_URL: spotify.address });

type Message = {
  content: string;
  link?: { title: string; artist: string | null; pictureUrl: string | null };
};

let count = 0;
/** The URL of a track that nobody has shared. */
const newTrack = () => `https://open.spotify.com/track/${++count}`;

async function couple() {
  const [ada, ben] = [await sharedMember("Ada"), await sharedMember("Ben")];
  return { ada, ben, talk: await makeConversation(ada, ben) };
}

async function share(one: Person, talk: string, messageType: string, url: string): Promise<Message> {
  const answer = await one.json("POST", `/api/conversations/${talk}/messages`, {
    messageType,
    metadata: { url },
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Message;
}

const newest = async (one: Person, talk: string) =>
  ((await (await one.get(`/api/conversations/${talk}/messages`)).json()) as Message[])[0];

/** Waits for the picture of what was shared last: a message is sent without one that takes too long. */
const hasPicture = async (one: Person, talk: string) => {
  await expect.poll(async () => (await newest(one, talk))?.link?.pictureUrl).toMatch(/^\/pictures\//);
};

test("links of both sites have title, artist and a picture of ours, the same everywhere", async () => {
  const { ada, ben, talk } = await couple();
  youtube.addVideo("vvvvvvvvvv1", { title: "Spoon" });
  const url = newTrack();
  spotify.addLink(url, { title: "Vitamin C" });
  for (const [type, to] of [
    ["youtube_link", "https://youtu.be/vvvvvvvvvv1"],
    ["spotify_link", url],
  ] as const) {
    await share(ada, talk, type, to);
    await hasPicture(ada, talk);
  }
  // What is known is there at once.
  const reader = await openStream(ben);
  const video = await share(ada, talk, "youtube_link", "https://youtu.be/vvvvvvvvvv1");
  const track = await share(ada, talk, "spotify_link", `${url}?si=tracking`);
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
  const { ada, ben, talk } = await couple();
  const url = newTrack();
  const path = new URL(url).pathname;
  await share(ada, talk, "spotify_link", `${url}?si=one`);
  await share(ben, talk, "spotify_link", `https://open.spotify.com/intl-de${path}?si=two#three`);
  expect(spotify.requests.filter((request) => request.includes(encodeURIComponent(path)))).toEqual([
    `GET /oembed?${new URLSearchParams({ url, format: "json" })}`,
  ]);
});

test("who shares a link while its picture is on its way gets the picture too", async () => {
  const { ada, ben, talk } = await couple();
  const url = newTrack();
  const first = share(ada, talk, "spotify_link", url);
  const wanted = `GET /image${new URL(url).pathname}`;
  await expect.poll(() => spotify.requests, { interval: 1 }).toContain(wanted);
  await share(ben, talk, "spotify_link", url);
  await first;
  await hasPicture(ben, talk);
  expect(spotify.requests.filter((request) => request === wanted)).toHaveLength(1);
});

test("a title is text that fits, and a picture comes from the site's own hosts only", async () => {
  const { ada, talk } = await couple();
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
    const shared = await share(ada, talk, "spotify_link", url);
    expect(shared.link).toEqual(link && { artist: null, ...link });
  }
  expect(youtube.pictures).not.toContain("/vi/a/b.jpg");
});

// Ordered so that it never fails five times in a row, which would pause it.
test.each<Failure>(["broken", "garbled", "huge", "redirecting", "cut off", "hanging"])(
  "a link is sent as a plain card while Spotify is %s",
  async (failure) => {
    const { ada, ben, talk } = await couple();
    spotify.fail(failure, "/oembed");
    const shared = await share(ada, talk, "spotify_link", newTrack());
    expect([shared.content, shared.link]).toEqual(["Listen to this on Spotify!", undefined]);
    spotify.fail(undefined);
    expect(await newest(ben, talk)).toEqual(shared);
    expect((await share(ada, talk, "spotify_link", newTrack())).link?.title).toMatch(/^Spotify /);
  },
);

test("a picture that is none, a bomb, too large, or redirected elsewhere is left out", async () => {
  const { ada, talk } = await couple();
  const pictureOf = async () => (await share(ada, talk, "spotify_link", newTrack())).link;
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
  const { talk } = await couple();
  const eve = await sharedMember("Eve");
  const before = spotify.requests.length;
  const body = { messageType: "spotify_link", metadata: { url: newTrack() } };
  expect((await eve.json("POST", `/api/conversations/${talk}/messages`, body)).status).toBe(404);
  expect(spotify.requests.length).toBe(before);
});
