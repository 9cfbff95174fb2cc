import { describe, expect, test } from "vitest";
import { messageInput, shareInput, videoInput } from "~/models/conversation/message-schema";
import { playerOf } from "~/models/conversation/player";
import {
  linkOf,
  parseShare,
  parseSpotifyUrl,
  parseVideo,
  parseYoutubeUrl,
  shareInText,
  videoIdOf,
  videoPlayerUrl,
  videoThumbnailUrl,
} from "~/models/conversation/share";

const ID = "dQw4w9WgXcQ";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";

/** URLs that resemble one at `host` but must be refused. */
const hostile = (host: string, path: string) => [
  `//${host}${path}`,
  `https:/${host}${path}`,
  `https:${host}${path}`,
  `https:\\\\${host}${path}`,
  `ftp://${host}${path}`,
  `javascript:alert(1)//https://${host}${path}`,
  `javascript://${host}/%0aalert(1)`,
  `data:text/html,https://${host}${path}`,
  `view-source:https://${host}${path}`,
  `blob:https://${host}${path}`,
  `https://${host}.evil.example${path}`,
  `https://evil${host}${path}`,
  `https://evil.example/${host}${path}`,
  `https://evil.example/?u=https://${host}${path}`,
  `https://evil.example#https://${host}${path}`,
  `https://${host}@evil.example${path}`,
  `https://evil.example@${host}${path}`,
  `https://user:secret@${host}${path}`,
  `https://@${host}${path}`,
  `https://:@${host}${path}`,
  `https://evil.example\\@${host}${path}`,
  `https://${host}\\.evil.example${path}`,
  `https://${host}:443${path}`,
  `https://${host}:8443${path}`,
  `https://${host}:${path}`,
  `https://${host}.${path}`,
  `https://${host}%2eevil.example${path}`,
  `https://${host}%00.evil.example${path}`,
  `https://${host.replace(".", "。")}${path}`,
  `https://${host.replace("o", "о")}${path}`,
  `https://${host.replace("o", "%6f")}${path}`,
  `https://ｗｗｗ.${host}${path}`,
  `https://${host}${path}\u0000`,
  `java\tscript:alert(1)//${host}`,
  `https://${host}${path}\u202e`,
  `https://${host}${path}${"x".repeat(2000)}`,
  `https://${host}${path}${"ö".repeat(400)}`,
  `https://${path}`,
  "https://",
  "not an address",
  "",
  " ",
];

/** URLs at `host` as people type and paste them. */
const typedUrls = (host: string, path: string) => [
  `http://${host}${path}`,
  `${host}${path}`,
  ` HTTP://${host.toUpperCase()}${path}`,
  `https://\t${host}${path}`,
  `https://${host}${path}\nSet-Cookie: a=b`,
  `https://${host}${path}\r\n\r\nevent: match`,
  `https://${host}${path} onerror=alert(1)`,
  `Listen to this: https://${host}${path}, it's lovely!`,
  `(https://${host}${path})`,
  `<https://${host}${path}>`,
  `“${host}${path}”.`,
  `[Listen](https://${host}${path})!`,
  `*https://${host}${path}*`,
  `听https://${host}${path}，好听`,
  `https://${host}${path}です`,
  `https://${host}${path}…`,
  `🎵https://${host}${path}🎵`,
  `\u200bhttps://${host}${path}\u200b`,
  `\u2066https://${host}${path}\u2069`,
  `<a href="https://${host}${path}">Listen</a>`,
  `<iframe width="560" src="https://${host}${path}" title="A player"></iframe>`,
];

describe("a shared URL", () => {
  test.each([
    [`https://www.youtube.com/shorts/${ID}`],
    [`https://m.youtube.com/shorts/${ID}?feature=share`],
    [`https://www.youtube.com/live/${ID}?feature=share`],
    [`https://www.youtube.com/v/${ID}`],
    [`https://www.youtube.com/v/${ID}&hl=en_US&fs=1`],
    [`https://www.youtube.com/watch/${ID}`],
    [`https://www.youtube.com/watch?v=${ID}?si=abc`],
    [`https://www.youtube.com/e/${ID}`],
    [`https://youtu.be/${ID}&t=3`],
    [`https://youtube-nocookie.com/embed/${ID}`],
    [`https://www.youtube-nocookie.com/embed/${ID}`],
    [`https://www.youtube-nocookie.com/embed/${ID}?rel=0`],
    [`https://consent.youtube.com/m?continue=${encodeURIComponent(WATCH)}`],
    [`https://consent.youtube.com/m?gl=DE&continue=${encodeURIComponent(`https://youtu.be/${ID}`)}&cm=2`],
    [`https://consent.google.com/ml?continue=${encodeURIComponent(`${WATCH}&cbrd=1`)}`],
    ...typedUrls("www.youtube.com", `/watch?v=${ID}`).map((typed) => [typed]),
    ...typedUrls("youtu.be", `/${ID}`).map((typed) => [typed]),
    ...typedUrls("m.youtube.com", `/shorts/${ID}`).map((typed) => [typed]),
  ])("of a video is recognized: %j", (typed) => {
    const url = parseYoutubeUrl(typed) ?? "";
    expect(url).toMatch(/^https:\/\/((www|m)\.youtube\.com|youtu\.be)\/[\w?=/&]+$/);
    expect(parseVideo(typed)?.metadata).toMatchObject({ videoId: ID, youtubeUrl: url });
    expect(videoInput.safeParse({ youtubeUrl: typed }).success).toBe(true);
    const shared = parseShare(fields({ shareType: "youtube", url: typed }));
    expect(shared?.metadata).toEqual({ type: "youtube", url, videoId: ID });
    expect(shared && linkOf(shared)?.url).toBe(WATCH);
  });

  const SONG = "6I3mqTwhRpn34SLVafSH7G";
  const at = (path: string) => `https://open.spotify.com/${path}`;
  test.each<[typed: string, asked: string | undefined]>([
    [at(`track/${SONG}?si=1`), at(`track/${SONG}`)],
    [at(`intl-pt-BR/track/${SONG}`), at(`track/${SONG}`)],
    [at(`intl-es-419/track/${SONG}`), at(`track/${SONG}`)],
    [at(`intl-ja/track/${SONG}?si=1&nd=1`), at(`track/${SONG}`)],
    [at(`intl-de/album/${SONG}/`), at(`album/${SONG}`)],
    [at(`embed/track/${SONG}?utm_source=generator`), at(`track/${SONG}`)],
    [at(`user/ada/playlist/${SONG}`), at(`playlist/${SONG}`)],
    [at(`embed-podcast/episode/${SONG}`), at(`episode/${SONG}`)],
    [at(`embed/intl-de/track/${SONG}`), at(`track/${SONG}`)],
    [at(`intl-zh-Hant-TW/track/${SONG}#0:42`), at(`track/${SONG}`)],
    [`https://play.spotify.com/track/${SONG}`, at(`track/${SONG}`)],
    [`SPOTIFY:TRACK:${SONG}`, at(`track/${SONG}`)],
    [`(spotify:track:${SONG})`, at(`track/${SONG}`)],
    [`“spotify:artist:${SONG}”`, at(`artist/${SONG}`)],
    [`spotify:track:${SONG}`, at(`track/${SONG}`)],
    [`spotify:user:ada:playlist:${SONG}`, at(`playlist/${SONG}`)],
    [`Hear spotify:album:${SONG}!`, at(`album/${SONG}`)],
    ["https://spotify.app.link/AbC", "https://spotify.app.link/AbC"],
    ["https://spotify.app.link/AbC?_p=c91", "https://spotify.app.link/AbC"],
    ["spotify.link/AbC", "https://spotify.link/AbC"],
    ["https://spotify.link/AbC-d_1/", "https://spotify.link/AbC-d_1"],
    [at("user/ada"), undefined],
    [at("intl-de"), undefined],
    [at(`track/${SONG}/../../login`), undefined],
    ...typedUrls("open.spotify.com", `/track/${SONG}`).map((typed): [string, string] => [
      typed,
      at(`track/${SONG}`),
    ]),
  ])("at Spotify, %j, is asked about as %s", (typed, asked) => {
    const shared = parseShare(fields({ shareType: "spotify", url: typed }));
    expect(shared?.messageType).toBe("spotify_link");
    expect(shared && linkOf(shared)?.url).toBe(asked);
    const player = asked?.replace("spotify.com/", "spotify.com/embed/");
    expect(shared && playerOf(shared)?.url).toBe(player?.includes("/embed/") ? player : undefined);
  });

  test.each([
    [WATCH, ID],
    [`https://youtube.com/watch?v=${ID}&t=42s`, ID],
    [`https://m.youtube.com/watch?app=desktop&v=${ID}`, ID],
    [`https://www.youtube.com/watch?list=PL1&amp;v=${ID}`, ID],
    [`https://music.youtube.com/watch?v=${ID}&list=RDAMVM`, ID],
    [`https://youtu.be/${ID}?si=abc`, ID],
    [`https://youtu.be/${ID}/`, ID],
    [`https://www.youtube.com/embed/${ID}?start=3`, ID],
    [`HTTPS://WWW.YouTube.com/watch?v=${ID}`, ID],
    [`  ${WATCH}\n`, ID],
    ["https://www.youtube.com/watch?v=short", null],
    [`https://www.youtube.com/watch?v=${ID}x`, null],
    ["https://www.youtube.com/watch?v=dQw4w9WgXc%22", null],
    [`https://youtu.be/watch?v=${ID}`, null],
    [`https://www.youtube.com/${ID}`, null],
    [`https://www.youtube.com/playlist?list=PL1&x=${ID}`, null],
    ["https://www.youtube.com/@radiohead", null],
    ["https://www.youtube.com", null],
    ["https://www.youtube.com?v=dQw4w9WgXcQ", null],
  ])("at YouTube, %s, is accepted, with the id %s", (typed, id) => {
    const address = parseYoutubeUrl(typed);
    expect(address).toMatch(/^https:\/\/(www\.|m\.|music\.)?youtu\.?be(\.com)?\//);
    expect(videoIdOf(address ?? "")).toBe(id);
  });

  test.each([TRACK, "https://spotify.link/abc", "https://open.spotify.com/intl-de/album/1?si=2"])(
    "at Spotify, %s, is accepted unchanged",
    (typed) => {
      expect(parseSpotifyUrl(typed)).toBe(typed);
    },
  );

  test.each([
    ...["www.youtube.com", "youtube.com", "youtu.be"].flatMap((host) => hostile(host, `/watch?v=${ID}`)),
    ...hostile("youtu.be", `/${ID}`),
    TRACK,
    `https://gaming.youtube.com/watch?v=${ID}`,
    `https://www.youtube-nocookie.com.evil.example/embed/${ID}`,
    "https://consent.youtube.com/m?continue=https%3A%2F%2Fevil.example%2F",
    "https://consent.youtube.com/m?continue=https%3A%2F%2Fconsent.youtube.com%2Fm",
    `https://consent.evil.example/m?continue=${encodeURIComponent(WATCH)}`,
  ])("that only resembles a YouTube URL is refused: %j", (typed) => {
    expect(parseYoutubeUrl(typed)).toBeUndefined();
    expect(parseVideo(typed)).toBeUndefined();
    const sent = { messageType: "youtube_link", content: "Look", metadata: { type: "youtube", url: typed } };
    expect(firstOf(messageInput.safeParse(sent))).toEqual([
      "metadata.url",
      "Please enter a valid youtube URL",
    ]);
    const asVideo = { messageType: "youtube_video", content: "", metadata: { youtubeUrl: typed } };
    const message = typed.trim()
      ? "Please enter a valid YouTube URL."
      : "Please enter a YouTube URL to share.";
    expect(firstOf(messageInput.safeParse(asVideo))).toEqual(["metadata.youtubeUrl", message]);
    expect(firstOf(videoInput.safeParse({ youtubeUrl: typed }))).toEqual(["youtubeUrl", message]);
    expect(parseShare(fields({ shareType: "youtube", url: typed }))).toBeUndefined();
  });

  test.each([
    ...hostile("open.spotify.com", "/track/1"),
    ...hostile("spotify.link", "/1"),
    WATCH,
    "https://spotify.com/track/1",
    "spotify:track:",
    "spotify:user:ada",
    "spotify:track:a/../b",
    "xspotify:track:1",
    "https://accounts.spotify.com/track/1",
  ])("that only resembles a Spotify URL is refused: %j", (typed) => {
    expect(parseSpotifyUrl(typed)).toBeUndefined();
    const sent = { messageType: "spotify_link", content: "Look", metadata: { type: "spotify", url: typed } };
    expect(firstOf(messageInput.safeParse(sent))).toEqual([
      "metadata.url",
      "Please enter a valid spotify URL",
    ]);
    expect(firstOf(shareInput.safeParse(fields({ shareType: "spotify", url: typed })))).toEqual([
      "url",
      "Please enter a valid spotify URL",
    ]);
  });

  test("is escaped so that it can't end an attribute or begin a line", () => {
    expect(parseYoutubeUrl(`${WATCH}&x='ö`)).toBe(`${WATCH}&x=%27%C3%B6`);
    expect(parseYoutubeUrl(`${WATCH}&x="><script>alert(1)</script>`)).toBe(`${WATCH}&x=`);
    expect(videoThumbnailUrl(ID, "https://i.ytimg.com/\"><script>'")).toBe(
      "https://i.ytimg.com/%22%3E%3Cscript%3E'",
    );
  });
});

describe("a share", () => {
  test("keeps its own keys only, and gets its ids from the URL", () => {
    const url = `https://youtu.be/${ID}`;
    const sent = {
      messageType: "youtube_link",
      content: " Listen ",
      evil: true,
      metadata: { type: "youtube", url, videoId: "evilevilevi", html: "<script>", __proto__: { a: 1 } },
    };
    expect(messageInput.parse(sent)).toEqual({
      messageType: "youtube_link",
      content: "Listen",
      metadata: { type: "youtube", url, videoId: ID },
    });
    expect(
      messageInput.parse({
        messageType: "music_share",
        content: "",
        metadata: { artist: " Can ", title: "Vitamin C", album: " ", huge: "x".repeat(100_000) },
      }),
    ).toEqual({
      messageType: "music_share",
      content: 'Check out "Vitamin C" by Can',
      metadata: { type: "song", artist: "Can", title: "Vitamin C" },
    });
  });

  test("of a video has YouTube's title and thumbnail, or the defaults", () => {
    const parse = (metadata: object) =>
      messageInput.parse({
        messageType: "youtube_video",
        content: "",
        metadata: { youtubeUrl: WATCH, ...metadata },
      });
    const usual = `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`;
    const named = `https://i.ytimg.com/vi/${ID}/maxresdefault.jpg`;
    expect(parse({ videoId: "evilevilevi", videoTitle: "Vitamin C", videoThumbnail: named })).toEqual({
      messageType: "youtube_video",
      content: "Vitamin C",
      metadata: { videoId: ID, videoTitle: "Vitamin C", videoThumbnail: named, youtubeUrl: WATCH },
    });
    expect(parse({}).metadata).toEqual({
      videoId: ID,
      videoTitle: "YouTube video",
      videoThumbnail: usual,
      youtubeUrl: WATCH,
    });
    for (const videoThumbnail of [...hostile("i.ytimg.com", "/vi/x.jpg"), "https://i9.ytimg.com/x", null]) {
      expect(parse({ videoThumbnail }).metadata).toMatchObject({ videoThumbnail: usual });
    }
    expect(videoThumbnailUrl(ID, undefined)).toBe(usual);
    expect(videoPlayerUrl(ID)).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
  });

  test.each<[unknown, string]>([
    [{ messageType: "gif", content: "x", metadata: {} }, "Unknown messageType"],
    [{ messageType: "__proto__", content: "x", metadata: {} }, "Unknown messageType"],
    [{ messageType: 5, content: "x", metadata: {} }, "Unknown messageType"],
    [{ messageType: ["music_share"], content: "x", metadata: {} }, "Unknown messageType"],
    [{ messageType: "music_share", content: "x" }, "metadata must match messageType"],
    [{ messageType: "music_share", content: "x", metadata: "song" }, "metadata must match messageType"],
    [{ messageType: "music_share", content: "x", metadata: [] }, "metadata must match messageType"],
    [
      { messageType: "music_share", metadata: { type: "youtube", url: WATCH } },
      "metadata must match messageType",
    ],
    [{ messageType: "music_share", metadata: { title: "Vitamin C" } }, "Artist is required"],
    [{ messageType: "music_share", metadata: { artist: "Can", title: " " } }, "Title is required"],
    [{ messageType: "music_share", metadata: { artist: { a: 1 }, title: "x" } }, "Must be text"],
    [
      { messageType: "music_share", metadata: { artist: "x".repeat(201), title: "x" } },
      "Use at most 200 characters",
    ],
    [
      { messageType: "music_share", content: "x".repeat(2001), metadata: { artist: "a", title: "b" } },
      "Use at most 2,000 characters",
    ],
    [{ messageType: "youtube_link", metadata: { url: [WATCH] } }, "Please enter a valid youtube URL"],
    [{ messageType: "youtube_video", metadata: { youtubeUrl: 5 } }, "Please enter a valid YouTube URL."],
    [{ messageType: "youtube_video", metadata: {} }, "Please enter a YouTube URL to share."],
    [{ content: "" }, "Write a message first"],
    [{ content: " ", metadata: { artist: "Can", title: "x" } }, "Write a message first"],
  ])("is refused: %j", (sent, message) => {
    expect(firstOf(messageInput.safeParse(sent))[1]).toBe(message);
  });

  test("is dropped from plain text", () => {
    for (const messageType of [undefined, null, ""]) {
      const parsed = messageInput.parse({ content: " Hello ", messageType, metadata: { type: "song" } });
      expect(parsed).toEqual({ content: "Hello", messageType: null, metadata: null });
    }
  });
});

describe("the Share Music dialog", () => {
  const song = { shareType: "song", artist: " Can ", title: "Vitamin C", album: "Ege Bamyasi" };

  test.each([
    [song, 'Check out "Vitamin C" by Can'],
    [{ shareType: "youtube", url: WATCH }, "Check out this music video!"],
    [{ shareType: "spotify", url: TRACK }, "Listen to this on Spotify!"],
    [{ shareType: "spotify", url: TRACK, note: "  For the train " }, "For the train"],
  ])("sends the same share as its draft shows: %j", (typed, content) => {
    const shared = parseShare(fields(typed));
    expect(shared?.content).toBe(content);
    expect(shareInput.parse(fields(typed))).toEqual({ id: undefined, ...shared });
  });

  test.each<[Record<string, string>, string, string]>([
    [{ shareType: "song", title: "Vitamin C" }, "artist", "Artist is required"],
    [{ shareType: "song", artist: "Can", title: "  " }, "title", "Title is required"],
    [{ shareType: "youtube" }, "url", "Please enter a valid youtube URL"],
    [{ shareType: "spotify", url: WATCH }, "url", "Please enter a valid spotify URL"],
    [{ shareType: "vinyl" }, "shareType", "Choose what to share"],
    [{ ...song, note: "x".repeat(2001) }, "note", "Use at most 2,000 characters"],
    [{ ...song, id: "x" }, "id", "Must be a UUID"],
  ])("reports errors at their fields: %j", (typed, field, message) => {
    expect(firstOf(shareInput.safeParse(fields(typed)))).toEqual([field, message]);
    if (field !== "note" && field !== "id") expect(parseShare(fields(typed))).toBeUndefined();
  });
});

function fields(typed: Record<string, string>) {
  return { shareType: "", artist: "", title: "", album: "", url: "", note: "", ...typed };
}

function firstOf(result: {
  success: boolean;
  error?: { issues: { path: (string | number)[]; message: string }[] };
}) {
  const [issue] = result.error?.issues ?? [];
  return [issue?.path.join("."), issue?.message];
}

test.each([
  [TRACK, `https://open.spotify.com/embed/track/${TRACK.split("/").at(-1)}`],
  ["https://open.spotify.com/intl-de/album/1?si=2", "https://open.spotify.com/embed/album/1"],
  ["https://open.spotify.com/playlist/abc/", "https://open.spotify.com/embed/playlist/abc"],
  ["https://open.spotify.com/user/abc", undefined],
  ["https://open.spotify.com/track/1/../../login", undefined],
  ["https://spotify.link/abc", undefined],
])("the player of %s is %s", (url, player) => {
  const shared = { messageType: "spotify_link", metadata: { type: "spotify", url } } as const;
  expect(playerOf(shared)?.url).toBe(player);
});

test("a YouTube link has a player if it names a video, and a song has none", () => {
  const link = (videoId: string | null) =>
    ({ messageType: "youtube_link", metadata: { type: "youtube", url: WATCH, videoId } }) as const;
  expect(playerOf(link(ID))).toEqual({ site: "youtube", url: videoPlayerUrl(ID) });
  expect(playerOf(link(null))).toBeUndefined();
  const song = { type: "song", artist: "Can", title: "Spoon" } as const;
  expect(playerOf({ messageType: "music_share", metadata: song })).toBeUndefined();
});

test("a text becomes a share if it links to a video or a song, not if it names their site", () => {
  expect(shareInText(`Listen: ${TRACK}, please`)).toEqual({
    messageType: "spotify_link",
    metadata: { type: "spotify", url: TRACK },
    content: `Listen: ${TRACK}, please`,
  });
  expect(shareInText(`https://youtu.be/${ID}?t=7`)).toMatchObject({ metadata: { videoId: ID } });
  expect(shareInText("https://spotify.link/abc")).toMatchObject({ messageType: "spotify_link" });
  for (const text of [
    "Hello",
    "It's on youtube.com",
    "https://www.youtube.com/@can",
    "https://open.spotify.com/",
    `https://youtube.com.evil.example/watch?v=${ID}`,
    "https://b-side.example/",
  ])
    expect(shareInText(text), text).toBeUndefined();
});
