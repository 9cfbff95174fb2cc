// Previews: the sound of a song comes from our own address, and from outside only when a member plays it.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { shareApp } from "../../app";
import { silence, startDeezer } from "../../fakes/deezer";
import type { Failure } from "../../fakes/service";
import { makeConversation, type Person } from "../people";

const deezer = await startDeezer();
afterAll(() => deezer.close());
beforeEach(() => {
  deezer.fail(undefined);
  deezer.exceedQuota(false);
  deezer.sendElsewhere(undefined);
});
const { sharedMember, visitor } = shareApp({
  PREVIEWS: "deezer",
});

type Song = { artist: string; title: string; previewUrl?: string };

/** Adds songs to a new playlist of Ada's, and returns what she reads of them. */
async function listed(ada: Person, ...songs: [artist: string, title: string][]): Promise<Song[]> {
  const made = await ada.json("POST", "/api/playlists", { name: "Slow trains", id: randomUUID() });
  const { id } = (await made.json()) as { id: string };
  for (const [artist, title] of songs)
    await ada.json("POST", `/api/playlists/${id}/songs`, { artist, title });
  return ((await (await ada.get(`/api/playlists/${id}`)).json()) as { songs: Song[] }).songs;
}

async function urlOf(ada: Person, artist: string, title: string): Promise<string> {
  const [song] = await listed(ada, [artist, title]);
  return song?.previewUrl ?? "none";
}

/** The URL of a song that nobody has asked for, which Deezer has. */
let count = 0;
async function newSong(ada: Person): Promise<string> {
  const title = `Number ${++count}`;
  deezer.addTrack({ id: 1000 + count, artist: "Pram", title, seconds: 30 });
  return urlOf(ada, "Pram", title);
}

const play = (one: Pick<Person, "send">, url: string, range?: string) =>
  one.send(url, { headers: range ? { Range: range } : {} });

test("nothing is asked from outside until a member plays a song", async () => {
  const ada = await sharedMember("Ada");
  const ben = await sharedMember("Ben");
  const before = deezer.requests.length;
  const talk = await makeConversation(ada, ben);
  const metadata = { artist: "Can", title: "Vitamin C" };
  await ada.json("POST", `/api/conversations/${talk}/messages`, { messageType: "music_share", metadata });
  const [message] = await (await ben.get(`/api/conversations/${talk}/messages`)).json();
  await ben.get(`/messages/${talk}`);
  expect(message.previewUrl).toMatch(/^\/previews\/[\w-]{43}\?artist=Can&title=Vitamin\+C$/);
  expect(await urlOf(ada, "Can", "Vitamin C")).toBe(message.previewUrl);
  expect(deezer.requests.length).toBe(before);

  const sound = await play(ben, message.previewUrl);
  expect(sound.status).toBe(200);
  expect(Buffer.from(await sound.arrayBuffer())).toEqual(silence(30));
  expect(Object.fromEntries(sound.headers)).toMatchObject({
    "content-type": "audio/mpeg",
    "accept-ranges": "bytes",
    "content-length": String(silence(30).length),
    "cache-control": "private, max-age=300",
    "x-content-type-options": "nosniff",
  });
  expect(sound.headers.get("set-cookie")).toBeNull();
  expect(sound.headers.get("content-security-policy")).toContain("media-src 'self' blob:;");
  expect(deezer.requests.slice(before).map((request) => request.replace(/-\d+\.mp3.*/, ""))).toEqual([
    `GET /search?${new URLSearchParams({ q: 'artist:"Can" track:"Vitamin C"', limit: "5" })}`,
    "GET /track/101",
    "GET /previews/101",
  ]);
});

test("ranges are passed through, and only well-formed ones", async () => {
  const ada = await sharedMember("Ada");
  const url = await newSong(ada);
  const all = silence(30);
  const part = await play(ada, url, "bytes=100-299");
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-299/${all.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(all.subarray(100, 300));
  const end = await play(ada, url, `bytes=${all.length - 50}-`);
  expect([end.status, (await end.arrayBuffer()).byteLength]).toEqual([206, 50]);
  const beyond = await play(ada, url, "bytes=999999999-");
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${all.length}`]);
  const before = deezer.ranges.length;
  for (const range of ["bytes=0-1,5-9", "lines=1-2", "bytes=-", `bytes=${"9".repeat(400)}-`])
    expect((await play(ada, url, range)).status).toBe(200);
  expect(deezer.ranges.slice(before)).toEqual([undefined, undefined, undefined, undefined]);
});

test("a track is searched once, and its expired address is asked for again", async () => {
  const ada = await sharedMember("Ada");
  const url = await newSong(ada);
  await play(ada, url);
  const before = deezer.requests.length;
  await play(ada, url);
  expect(deezer.requests.slice(before)).toEqual([expect.stringContaining("/previews/")]);
  deezer.expireAddresses();
  expect((await play(ada, url)).status).toBe(200);
  expect(deezer.requests.slice(before + 1).map((request) => request.split("/")[1])).toEqual([
    "previews",
    "track",
    "previews",
  ]);
});

test("a song that nobody can hear is searched once, and is then no longer offered", async () => {
  const ada = await sharedMember("Ada");
  const titles: [string, string][] = [
    ["Portishead", "Roads"],
    ["Nobody", "Nothing"],
    ["Nina Simone", "Sinner"],
  ];
  for (const [artist, title] of titles) {
    const url = await urlOf(ada, artist, title);
    expect((await play(ada, url)).status).toBe(404);
    const before = deezer.requests.length;
    expect((await play(ada, url)).status).toBe(404);
    expect(deezer.requests.length).toBe(before);
    expect(await urlOf(ada, artist, title)).toBe("none");
    expect(await urlOf(ada, artist.toUpperCase(), `${title}!`)).toBe("none");
  }
});

test("a track whose preview is withdrawn is no longer offered", async () => {
  const ada = await sharedMember("Ada");
  deezer.addTrack({ id: 900, artist: "Laika", title: "Uneasy", seconds: 30 });
  const url = await urlOf(ada, "Laika", "Uneasy");
  expect((await play(ada, url)).status).toBe(200);
  deezer.removeTrack(900);
  deezer.expireAddresses();
  expect((await play(ada, url)).status).toBe(404);
  expect(await urlOf(ada, "Laika", "Uneasy")).toBe("none");
});

test("only songs that the server has shown can be played, by members who are signed in", async () => {
  const ada = await sharedMember("Ada");
  const url = await newSong(ada);
  const before = deezer.requests.length;
  expect((await play(visitor(), url)).status).toBe(404);
  for (const other of [
    url.replace("Number", "Another"),
    url.replace(/\?.*/, ""),
    url.replace(/previews\/../, "previews/xx"),
    "/previews/x?artist=Can&title=Spoon",
  ])
    expect((await play(ada, other)).status).toBe(404);
  expect(deezer.requests.length).toBe(before);
});

// Ordered so that it never fails five times in a row, which would pause it; "rate limited" and "busy" pause it for real.
test.each<[Failure, where: string]>([
  ["broken", "/search"],
  ["garbled", "/search"],
  ["huge", "/search"],
  ["redirecting", "/search"],
  ["cut off", "/track"],
  ["garbled", "/track"],
  ["broken", "/previews"],
  ["garbled", "/previews"],
  ["huge", "/previews"],
  ["redirecting", "/previews"],
])("a song can be played once Deezer is no longer %s at %s", async (failure, where) => {
  const ada = await sharedMember("Ada");
  const url = await newSong(ada);
  deezer.fail(failure, where);
  const refused = await play(ada, url);
  expect([refused.status, refused.headers.get("cache-control")]).toEqual([502, "private, no-store"]);
  expect(await refused.text()).toBe("Deezer isn't responding. Try again in a minute.");
  deezer.fail(undefined);
  expect((await play(ada, url)).status).toBe(200);
});

test("a preview comes from Deezer's hosts only, and from no private address", async () => {
  const ada = await sharedMember("Ada");
  const secret = createServer((_, res) => res.writeHead(200, { "Content-Type": "audio/mpeg" }).end("secret"));
  await new Promise<void>((resolve) => secret.listen(0, "127.0.0.1", resolve));
  const asked: string[] = [];
  secret.on("request", ({ url }) => asked.push(url ?? ""));
  const inside = `127.0.0.1:${(secret.address() as AddressInfo).port}`;
  for (const elsewhere of [
    `http://${inside}/a.mp3`,
    `https://${inside}/a.mp3`,
    "http://169.254.169.254/latest/meta-data",
    "https://dzcdn.net.evil.example/a.mp3",
    "http://cdns-preview-1.dzcdn.net/a.mp3",
    "https://user@cdns-preview-1.dzcdn.net/a.mp3",
    "file:///etc/passwd",
    "not an address",
  ]) {
    const url = await newSong(ada);
    deezer.sendElsewhere(elsewhere);
    expect([elsewhere, (await play(ada, url)).status]).toEqual([elsewhere, 502]);
    deezer.sendElsewhere(undefined);
  }
  expect(asked).toEqual([]);
  secret.close();
});

// The second begins after the pause of the first.
test.each([
  ["that is busy", 0, () => deezer.fail("busy"), () => deezer.fail(undefined)],
  ["over its quota", 20_000, () => deezer.exceedQuota(true), () => deezer.exceedQuota(false)],
])(
  "a Deezer %s is left alone for a while, and nothing is believed of the song",
  async (_, startMs, begin, end) => {
    const ada = await sharedMember("Ada");
    const url = await newSong(ada);
    const real = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(real + startMs);
    try {
      const before = deezer.requests.length;
      begin();
      expect((await play(ada, url)).status).toBe(502);
      end();
      expect(deezer.requests.length).toBe(before + 1);
      now.mockReturnValue(real + startMs + 4_000);
      expect((await play(ada, url)).status).toBe(502);
      expect(deezer.requests.length).toBe(before + 1);
      now.mockReturnValue(real + startMs + 7_000);
      expect((await play(ada, url)).status).toBe(200);
    } finally {
      now.mockRestore();
    }
  },
);
