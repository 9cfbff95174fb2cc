// Every field of every call that takes JSON: what it saves is read again as it was sent, and what it refuses is said at the field.
import { readFileSync } from "node:fs";
import { client } from "db/client.server";
import { beforeAll, expect, test } from "vitest";
import { dayOf } from "~/models/member/visit.server";
import { questionOf } from "~/models/question/question";
import { shareApp } from "../app";
import { makeConversation, makeMatch, type Person } from "./people";

const { addMember } = shareApp();

type Fields = Record<string, unknown>;

let ada: Person;
/** What the tables name in braces, and Ada's other things. */
const known: Record<string, string> = {};

/** A table's text or value with the ids of what it names. */
function fill<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === "string" ? each.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? name) : each,
  );
}

async function send(call: string, body: unknown, headers = {}): Promise<Response> {
  const [method = "", path = ""] = fill(call).split(" ");
  if (method === "GET") return ada.get(path, headers);
  return ada.json(method, path, body === undefined ? undefined : fill(body), headers);
}

beforeAll(async () => {
  ada = await addMember("Ada");
  for (const name of ["ben", "cleo", "dan", "eve"]) {
    const other = await addMember("Ben");
    known[name] = other.id;
    if (name !== "eve") await makeMatch(ada, other);
    if (name === "ben") known.talk = await makeConversation(ada, other);
    if (name === "cleo") known.end = await makeConversation(ada, other);
  }
  const add = async (path: string, body: object) => (await (await send(`POST ${path}`, body)).json()).id;
  known.ada = ada.id;
  known.record = await add("/api/record-collections", { artist: "Can", album: "Tago Mago" });
  known.playlist = await add("/api/playlists", { name: "Sundays" });
  known.original = await add("/api/playlists", { name: "Mondays" });
  known.message = await add("/api/conversations/{talk}/messages", { content: "Hello" });
  known.game = await add("/api/trivia-games", { player2Id: "{cleo}" });
  await client.execute({ sql: "delete from trivia_question where game_id = ?", args: [known.game ?? ""] });
});

const question = questionOf(dayOf());
const video = "https://youtu.be/dQw4w9WgXcQ";
const track = "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC";
const record = {
  ...{ artist: "Pram", album: "Helium", year: 1994, genre: "Jazz", format: "cd", condition: "fair" },
  ...{ notes: "The second side", imageUrl: "https://covers.example.org/1.jpg", wanted: true },
};
const round = {
  ...{ roundNumber: 1, question: "Who?", options: ["Can", "Faust"], category: "album", difficulty: "hard" },
};
const prompts = ["b_side", "best_show", "first_record"].map((prompt) => ({ prompt, answer: `On ${prompt}` }));
const messages = "/api/conversations/{talk}/messages";
const songs = { artist: "Pram", title: "Omnichord", album: "Sargasso Sea" };
const settings = {
  ...{ matchPage: false, messagePage: false, gamePage: false, playlistPage: false, musicPage: false },
  ...{ recordPage: false, matchPush: false, messagePush: false, gamePush: false, playlistPush: true },
  ...{ musicPush: true, recordPush: false, accountPush: false, matchMail: "now", messageMail: "daily" },
  ...{ gameMail: "never", playlistMail: "four-hours", musicMail: "now", recordMail: "daily" },
  ...{ accountMail: "never", showsNames: true, timeZone: "Asia/Tokyo", quietFrom: 22, quietTo: 7 },
};
const wishes = {
  ...{ gender: "own", genderWords: "agender", meets: ["woman"], meetAgeMin: 28, meetAgeMax: 44 },
  ...{ purpose: "dating", showsWishes: true },
};

/**
 * What is sent, where it is read, and how if not as it was sent: the list holds an object like this, or the object has these
 * values.
 */
type Saved = [call: string, sent: Fields, read: string, shown?: Fields, unread?: Fields];

const saved: Saved[] = [
  ["PUT /api/record-collections/{record}", { ...record, year: 1995 }, "/api/record-collections?wanted=true"],
  ["POST /api/record-collections", record, "/api/record-collections?wanted=true"],
  [
    "POST /api/playlists",
    { name: "Tuesdays", description: "For the bus", collaboratorId: "{ben}", isPublic: true },
    "/api/playlists",
    undefined,
    { coverImageUrl: "https://covers.example.org/2.jpg" },
  ],
  ["POST /api/playlists/{playlist}/songs", { ...songs, duration: 179 }, "/api/playlists/{playlist}"],
  ["POST /api/playlists/{original}/copies", { name: "A copy" }, "/api/playlists"],
  ["PATCH /api/profile", { bio: "Sevens.", age: 41, location: "Chicago, Illinois" }, "/api/auth/user"],
  [
    "POST /api/music-preferences",
    { topArtists: ["Low", "Can"], favoriteGenres: ["Jazz"], totalScrobbles: 512, concertsAttended: 33 },
    "/api/music-preferences",
  ],
  ["PUT /api/profile/wishes", wishes, "/api/profile/wishes", undefined, { consents: true }],
  [
    "PUT /api/profile/privacy",
    { showsSeen: false, showsTyping: false, playsYoutube: true, playsSpotify: true, opensPhotos: true },
    "/api/profile/privacy",
  ],
  ["PUT /api/profile/listening", { service: "bandcamp" }, "/api/profile/listening"],
  ["PUT /api/profile/distances", { unit: "kilometers" }, "/api/profile/distances"],
  ["PUT /api/profile/prompts", { prompts }, "/api/profile/prompts"],
  [
    "PUT /api/profile/anthem",
    { shareType: "song", artist: "Can", title: "Spoon" },
    "/api/profile/anthem",
    { type: "song", artist: "Can", title: "Spoon" },
  ],
  [
    "PUT /api/profile/anthem",
    { shareType: "spotify", url: track },
    "/api/profile/anthem",
    { type: "spotify", url: track },
  ],
  [
    "PUT /api/question",
    { question, text: "Twice", shareType: "song", artist: "Can", title: "Spoon" },
    "/api/question",
    { text: "Twice", song: { type: "song", artist: "Can", title: "Spoon" } },
  ],
  [
    "PUT /api/question",
    { question, text: "", shareType: "youtube", url: video },
    "/api/question",
    { text: "", song: { type: "youtube", url: video } },
  ],
  ["PUT /api/notifications/settings", settings, "/api/notifications/settings"],
  [
    "POST /api/music-connections",
    { service: "youtube", serviceUserId: "UC1", serviceUsername: "Ada's" },
    "/api/music-connections",
    undefined,
    // tests/models/music-account has a service that is asked.
    { token: "", period: "all_time" },
  ],
  ["POST /api/matches", { targetUserId: "{eve}", liked: true }, "/api/matches", { id: "{eve}" }],
  ["POST /api/conversations", { targetUserId: "{dan}" }, "/api/conversations", { id: "{dan}" }],
  ["PATCH /api/messages/{message}", { content: "Hello again" }, messages],
  [
    "PUT /api/messages/{message}/reaction",
    { reaction: "record" },
    messages,
    { memberId: "{ada}", reaction: "record" },
  ],
  [`POST ${messages}`, { content: "Listen", quotedId: "{message}", messageType: null }, messages],
  ...(
    [
      ["music_share", { type: "song", ...songs }],
      ["spotify_link", { type: "spotify", url: track }],
      [
        "youtube_link",
        { type: "youtube", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", videoId: "dQw4w9WgXcQ" },
      ],
    ] as const
  ).map(
    ([messageType, metadata]): Saved => [
      `POST ${messages}`,
      { content: "For you", messageType, metadata, quotedId: "{message}" },
      messages,
    ],
  ),
  ["POST /api/conversations/{end}/goodbye", { content: "Goodbye" }, "/api/conversations/{end}/messages"],
  [
    "POST /api/reports",
    { about: "member:{ben}", reason: "other", words: "Wants money" },
    "/api/reports",
    undefined,
    // tests/models/safety/report.test.ts has a block.
    { alsoBlock: false },
  ],
  [
    "POST /api/trivia-games",
    { player2Id: "{ben}" },
    "/api/trivia-games",
    { player1Id: "{ada}", player2Id: "{ben}" },
  ],
  [
    "POST /api/trivia-questions",
    { ...round, gameId: "{game}" },
    "/api/trivia-games/{game}",
    undefined,
    { correctAnswer: "Can" },
  ],
  ["POST /api/blocks", { targetUserId: "{eve}" }, "/api/blocks", { userId: "{eve}" }],
];

/** Calls whose effects are more than what they are sent, and the test of each. */
const elsewhere: Record<string, string> = {
  "PUT /api/profile-images": "music/pictures",
  "PATCH /api/profile-images": "music/pictures",
  "PUT /api/cover-images": "music/pictures",
  "POST /api/profile/photos": "members/members",
  "PATCH /api/profile/photos/{id}": "members/members",
  "POST /api/record-covers": "music/catalog",
  "POST /api/messages/youtube": "messages/shares",
  "POST /api/conversations/{id}/joint-play": "messages/shares",
  "PATCH /api/joint-plays/{id}": "messages/shares",
  "POST /api/members/{id}/like": "models/match/like-with-note",
  "POST /api/notifications/browsers": "models/notification/push",
  "POST /api/notifications/read": "messages/conversations",
  "POST /api/trivia-games/{id}/answer": "models/trivia/trivia",
  "DELETE /api/profile-images": "music/pictures",
  "DELETE /api/cover-images": "music/pictures",
  "DELETE /api/profile/photos/{id}": "members/members",
  "DELETE /api/joint-plays/{id}": "messages/shares",
  "DELETE /api/matches/{id}": "safety/reports",
  "DELETE /api/music-connections/{id}": "music/music-accounts",
  "DELETE /api/notifications/browsers/{id}": "account/notifications",
};

/** The objects in a JSON value, and in what it holds. */
function objectsIn(value: unknown): Fields[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Fields, ...inner];
}

/** Whether a value that was read has all that was sent. */
function hasAll(read: unknown, sent: unknown): boolean {
  if (typeof sent !== "object" || sent === null) return read === sent;
  if (Array.isArray(sent) && sent.length !== (read as unknown[] | undefined)?.length) return false;
  return Object.entries(sent).every(([name, value]) => hasAll((read as Fields | null)?.[name], value));
}

/** What is read at an address that has these fields. */
async function find(path: string, fields: Fields): Promise<Fields[]> {
  const read = objectsIn(await (await ada.get(fill(path))).json());
  return read.filter((each) => hasAll(each, fill(fields)));
}

test.each(saved)("%s saves each field of %j", async (call, sent, path, shown = sent, unread = {}) => {
  const fields = Object.entries(shown);
  // What is replaced differs in each field, and what is added is not there.
  const isAdded = call.startsWith("POST /") && call !== "POST /api/music-preferences";
  for (const before of isAdded ? [shown] : fields.map(([name, value]) => ({ [name]: value })))
    expect([before, await find(path, before)]).toEqual([before, []]);
  const answer = await send(call, { ...sent, ...unread });
  expect([answer.ok, answer.ok ? "" : await answer.text()]).toEqual([true, ""]);
  expect(await find(path, shown)).not.toEqual([]);
});

/** What is removed, where it was read, and what is gone. */
const removed: [call: string, read: string, gone: Fields][] = [
  ["DELETE /api/record-collections/{record}", "/api/record-collections?wanted=true", { id: "{record}" }],
  ["DELETE /api/blocks/{eve}", "/api/blocks", { userId: "{eve}" }],
  ["DELETE /api/messages/{message}/reaction", messages, { memberId: "{ada}", reaction: "record" }],
  ["DELETE /api/messages/{message}", messages, { content: "Hello again" }],
  ["DELETE /api/conversations/{end}/goodbye", "/api/conversations?list=closed", { id: "{end}" }],
  ["DELETE /api/profile/anthem", "/api/profile/anthem", { url: track }],
  ["DELETE /api/profile/wishes", "/api/profile/wishes", { genderWords: "agender" }],
  ["DELETE /api/question", "/api/question", { type: "youtube", url: video }],
];

test.each(removed)("%s removes it from %s", async (call, path, gone) => {
  expect(await find(path, gone)).not.toEqual([]);
  expect((await send(call, undefined)).status).toBe(204);
  expect(await find(path, gone)).toEqual([]);
});

const long = (length: number) => "x".repeat(length);
const PICTURE = "Use a full image URL that starts with https://";
const SUBSCRIPTION = "Your browser's subscription could not be read";
const BOOLEAN = "Must be true or false";
const YOUTUBE = "Please enter a valid youtube URL";
const MEMBER = "targetUserId must be a member id";
const MAIL = "Choose how often";
const CHOOSE = "Choose from the list";

/** What is sent, and what is said at each field that is refused, in the order of the fields. */
type Refused = [call: string, sent: unknown, errors: Record<string, string>];

const refused: Refused[] = [
  ...["POST /api/record-collections", "PUT /api/record-collections/{record}"].flatMap((call): Refused[] => [
    [call, {}, { artist: "Artist is required", album: "Album is required" }],
    [
      call,
      {
        ...{ artist: 5, album: null, year: 1899, genre: long(61), format: "wax", condition: "new" },
        ...{ notes: long(1001), imageUrl: "data:,x", wanted: "perhaps" },
      },
      {
        ...{ artist: "Must be text", album: "Must be text", year: "Enter a year, 1900 or later" },
        ...{ genre: "Use at most 60 characters", format: "Choose a format from the list" },
        ...{ condition: "Choose a condition from the list", notes: "Use at most 1000 characters" },
        ...{ imageUrl: PICTURE, wanted: BOOLEAN },
      },
    ],
    [call, { ...record, year: 20_999 }, { year: `The year can't be after ${new Date().getFullYear()}` }],
    [call, { ...record, year: "next" }, { year: "Enter a year, 1900 or later" }],
  ]),
  ["POST /api/playlists", {}, { name: "Name is required" }],
  [
    "POST /api/playlists",
    {
      name: long(101),
      description: long(501),
      collaboratorId: "Ben",
      isPublic: "perhaps",
      coverImageUrl: "http://a.b/",
    },
    {
      ...{ name: "Use at most 100 characters", description: "Use at most 500 characters" },
      ...{ collaboratorId: "Choose a member", isPublic: BOOLEAN, coverImageUrl: PICTURE },
    },
  ],
  [
    "POST /api/playlists",
    { name: "A", collaboratorId: "{ada}" },
    { collaboratorId: "Choose someone you've matched or chatted with" },
  ],
  ["POST /api/playlists/{playlist}/copies", { name: long(101) }, { name: "Use at most 100 characters" }],
  [
    "POST /api/playlists/{playlist}/songs",
    { album: long(201), duration: "soon" },
    {
      ...{ artist: "Artist is required", title: "Title is required", album: "Use at most 200 characters" },
      duration: "Use minutes and seconds, such as 3:45",
    },
  ],
  ["POST /api/playlists/{playlist}/songs", { ...songs, duration: 0.5 }, { duration: "Use whole seconds" }],
  [
    "POST /api/playlists/{playlist}/songs",
    { ...songs, duration: 86_401 },
    { duration: "A song can last up to 24 hours" },
  ],
  [
    "PATCH /api/profile",
    { age: 17, location: "", bio: long(501) },
    {
      ...{ bio: "Bio must be less than 500 characters", age: "Must be at least 18" },
      location: "Location is required",
    },
  ],
  [
    "PATCH /api/profile",
    { age: 101, location: ["Portland"], bio: 5 },
    { bio: "Must be text", age: "Invalid age", location: "Must be text" },
  ],
  [
    "POST /api/music-preferences",
    { topArtists: [" "], favoriteGenres: ["Polka"], totalScrobbles: -1, concertsAttended: 0.5 },
    {
      ...{ topArtists: "Add at least one artist", "favoriteGenres/0": "Choose genres from the list" },
      ...{ totalScrobbles: "Must be a positive number", concertsAttended: "Must be a whole number" },
    },
  ],
  [
    "POST /api/music-preferences",
    { topArtists: "Can", favoriteGenres: [] },
    { topArtists: "Artists must be a list", favoriteGenres: "Select at least one genre" },
  ],
  [
    "PUT /api/profile/wishes",
    {
      gender: "x",
      genderWords: long(41),
      meets: "x",
      meetAgeMin: 17,
      meetAgeMax: 101,
      purpose: "x",
      showsWishes: "x",
      consents: "x",
    },
    {
      ...{ gender: CHOOSE, genderWords: "Use at most 40 characters", meets: CHOOSE },
      ...{ meetAgeMin: "Age must be from 18 to 100", meetAgeMax: "Age must be from 18 to 100" },
      ...{ purpose: CHOOSE, showsWishes: BOOLEAN, consents: BOOLEAN },
    },
  ],
  [
    "PUT /api/profile/wishes",
    { gender: "own", meetAgeMin: 40, meetAgeMax: 30 },
    { genderWords: "Add your own words", meetAgeMax: "Must be the same as or higher than “From”" },
  ],
  [
    "PUT /api/profile/privacy",
    { showsSeen: "x", showsTyping: "x", playsYoutube: 2, playsSpotify: [], opensPhotos: {} },
    Object.fromEntries(
      ["showsSeen", "showsTyping", "playsYoutube", "playsSpotify", "opensPhotos"].map((name) => [
        name,
        BOOLEAN,
      ]),
    ),
  ],
  ...["napster", 7, undefined].map(
    (service): Refused => [
      "PUT /api/profile/listening",
      { service },
      { service: "Choose one of the services" },
    ],
  ),
  ["PUT /api/profile/distances", { unit: "leagues" }, { unit: "Choose miles or kilometers" }],
  ["PUT /api/profile/prompts", { prompts: "b_side" }, { prompts: "Answer at most 3 prompts" }],
  ["PUT /api/profile/prompts", { prompts: [...prompts, {}] }, { prompts: "Answer at most 3 prompts" }],
  [
    "PUT /api/profile/prompts",
    {
      prompts: [
        { prompt: "tape", answer: " " },
        { prompt: "b_side", answer: long(151) },
      ],
    },
    {
      ...{ "prompts/0/prompt": "Choose a prompt from the list", "prompts/0/answer": "Write an answer" },
      "prompts/1/answer": "Use at most 150 characters",
    },
  ],
  [
    "PUT /api/profile/prompts",
    { prompts: [prompts[0], prompts[0]] },
    { "prompts/1/prompt": "Choose each prompt once" },
  ],
  [
    "PUT /api/profile/anthem",
    { shareType: "song" },
    { artist: "Artist is required", title: "Title is required" },
  ],
  ["PUT /api/profile/anthem", { shareType: "tape" }, { shareType: "Choose a song or a link" }],
  [
    "PUT /api/profile/anthem",
    { shareType: "spotify", url: "https://evil.example/track/1" },
    { url: "Please enter a valid spotify URL" },
  ],
  ["PUT /api/profile/anthem", { shareType: "youtube", url: "javascript:alert(1)" }, { url: YOUTUBE }],
  ["PUT /api/question", { question }, { text: "Write a line or add a song" }],
  ["PUT /api/question", { question, title: "Spoon" }, { artist: "Artist is required" }],
  ["PUT /api/question", { question, artist: "Can" }, { title: "Title is required" }],
  ["PUT /api/question", { question, shareType: "youtube", url: "x" }, { url: YOUTUBE }],
  [
    "PUT /api/question",
    { question: "x", text: long(151), shareType: "tape" },
    {
      ...{ question: "question must be the id of today's question", text: "Use at most 150 characters" },
      shareType: "Choose a song or a link",
    },
  ],
  [
    "PUT /api/notifications/settings",
    Object.fromEntries(Object.keys(settings).map((name) => [name, "x"])),
    Object.fromEntries(
      Object.keys(settings).map((name) => [
        name,
        /Mail$/.test(name)
          ? MAIL
          : name === "timeZone"
            ? "Choose a time zone, such as Europe/Berlin"
            : /^quiet/.test(name)
              ? "Choose an hour of the day"
              : BOOLEAN,
      ]),
    ),
  ],
  ["PUT /api/notifications/settings", { quietFrom: 22 }, { quietTo: "Choose when quiet hours end" }],
  ["POST /api/notifications/read", {}, { ids: "ids or all is required" }],
  [
    "POST /api/notifications/read",
    { ids: ["x"], all: false },
    { "ids/0": "ids must be a list of at most 100 ids", all: "all must be true" },
  ],
  [
    "POST /api/notifications/read",
    { ids: Array(101).fill("1") },
    { ids: "ids must be a list of at most 100 ids" },
  ],
  [
    "POST /api/music-connections",
    { service: "tidal", serviceUserId: " ", serviceUsername: long(201), token: long(201), period: "x" },
    {
      service: "service must be one of listenbrainz, lastfm, spotify, youtube",
      ...{ serviceUserId: "serviceUserId is required", serviceUsername: "Use at most 200 characters" },
      ...{ token: "Use at most 200 characters", period: "Choose from the options shown" },
    },
  ],
  ...["POST /api/matches", "POST /api/conversations", "POST /api/blocks"].flatMap((call) => [
    ...[undefined, ""].map(
      (targetUserId): Refused => [
        call,
        { targetUserId, liked: true },
        { targetUserId: "targetUserId is required" },
      ],
    ),
    ...["Ben", -1, 0.5, 1e300, "9".repeat(16), ["1"], "1 or 1=1", {}].map(
      (targetUserId): Refused => [call, { targetUserId, liked: true }, { targetUserId: MEMBER }],
    ),
  ]),
  ...[undefined, "perhaps", 1, null].map(
    (liked): Refused => [
      "POST /api/matches",
      { targetUserId: "1", liked },
      { liked: "liked must be true or false" },
    ],
  ),
  ...["", "  \n\t ", "\u0000\u0007", undefined].map(
    (content): Refused => [`POST ${messages}`, { content }, { content: "Write a message first" }],
  ),
  ...[5, ["Hello"], null].map(
    (content): Refused => [`POST ${messages}`, { content }, { content: "Must be text" }],
  ),
  [
    `POST ${messages}`,
    { content: long(2001), id: "' or 1=1", quotedId: "x" },
    { id: "Must be a UUID", quotedId: "Must be a UUID", content: "Use at most 2,000 characters" },
  ],
  [`POST ${messages}`, { content: "x", messageType: "gif" }, { messageType: "Unknown messageType" }],
  [`POST ${messages}`, { messageType: "music_share" }, { metadata: "metadata must match messageType" }],
  [
    `POST ${messages}`,
    { messageType: "music_share", metadata: { album: long(201) } },
    {
      ...{ "metadata/artist": "Artist is required", "metadata/title": "Title is required" },
      "metadata/album": "Use at most 200 characters",
    },
  ],
  [
    `POST ${messages}`,
    { messageType: "spotify_link", metadata: { url: "https://open.spotify.com.evil.example/" } },
    { "metadata/url": "Please enter a valid spotify URL" },
  ],
  ["PATCH /api/messages/{message}", { content: " " }, { content: "Write a message first" }],
  ["PUT /api/messages/{message}/reaction", { reaction: "thumb" }, { reaction: "Unknown reaction" }],
  ["POST /api/conversations/{talk}/goodbye", { content: " " }, { content: "Write a goodbye" }],
  ["POST /api/conversations/{talk}/joint-play", {}, { messageId: "Must be a UUID" }],
  [
    "PATCH /api/joint-plays/none",
    { step: "dance", position: "far" },
    { step: "Unknown step", position: "Must be a number of milliseconds" },
  ],
  ...[undefined, "", 5, null, {}].map(
    (conversationId): Refused => [
      "POST /api/messages/youtube",
      { conversationId, youtubeUrl: " " },
      { youtubeUrl: "Please enter a YouTube URL to share.", conversationId: "conversationId is required" },
    ],
  ),
  ...[5, null, "https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ"].map(
    (youtubeUrl): Refused => [
      "POST /api/messages/youtube",
      { conversationId: "{talk}", youtubeUrl },
      { youtubeUrl: "Please enter a valid YouTube URL." },
    ],
  ),
  [
    "POST /api/members/{ben}/like",
    { content: " ", quote: { type: "tape" } },
    { content: "Write a sentence", "quote/type": "Choose a photo or an answer" },
  ],
  [
    "POST /api/reports",
    { about: "x", words: long(1001), alsoBlock: "x" },
    {
      ...{ about: "about must be a subject and an id, such as member:123", reason: "Choose a reason" },
      ...{ words: "Use at most 1000 characters", alsoBlock: BOOLEAN },
    },
  ],
  ["POST /api/reports", { about: "member:{ben}", reason: "other" }, { words: "Tell us what happened" }],
  ["POST /api/trivia-games", {}, { player2Id: "Opponent user ID is required" }],
  ["POST /api/trivia-games", { player2Id: "Ben" }, { player2Id: "A user ID is a number" }],
  [
    "POST /api/trivia-games/{game}/answer",
    {},
    { questionId: "questionId is required", answer: "Choose one of the answers" },
  ],
  [
    "POST /api/trivia-questions",
    { roundNumber: 6, options: ["Can"], category: "x", difficulty: "x" },
    {
      ...{ gameId: "gameId is required", roundNumber: "Use a round from 1 to 5" },
      ...{ question: "Question is required", correctAnswer: "Correct answer is required" },
      ...{ options: "Use two to six different options", category: "Use artist, year, genre, album" },
      difficulty: "Use easy, medium, hard",
    },
  ],
  [
    "POST /api/trivia-questions",
    { ...round, gameId: "{game}", correctAnswer: "Neu!" },
    { options: "The correct answer must be among the options" },
  ],
  [
    "POST /api/trivia-questions",
    { ...round, gameId: "{game}", correctAnswer: "Can", options: ["Can", "Can"] },
    { options: "Use two to six different options" },
  ],
  ["POST /api/record-covers", { step: "dance" }, { step: "step must be start, pause or resume" }],
  ["POST /api/notifications/browsers", {}, { endpoint: SUBSCRIPTION, keys: SUBSCRIPTION }],
  [
    "POST /api/notifications/browsers",
    { endpoint: "https://10.0.0.1/push", keys: { p256dh: `B${long(86)}`, auth: long(22) } },
    { endpoint: "We can't reach your browser's push service." },
  ],
  [
    "PUT /api/profile-images",
    { profileImageURL: "/avatars/Ada.svg" },
    { profileImageURL: "The upload URL of a picture is required" },
  ],
  [
    "PUT /api/profile-images",
    { profileImageFocus: { x: 101 } },
    {
      profileImageURL: "The upload URL of a picture is required",
      ...{ "profileImageFocus/x": "Must be 100 or less", "profileImageFocus/y": "Both x and y are required" },
    },
  ],
  ["PATCH /api/profile-images", {}, { profileImageFocus: "The focal point is required" }],
  [
    "PUT /api/cover-images",
    { coverImageURL: 7 },
    { coverImageURL: "The upload URL of a picture is required" },
  ],
  ["POST /api/profile/photos", { photos: [] }, { photos: "Add 1 to 6 photos" }],
  ["PATCH /api/profile/photos/none", {}, { position: "position or photoFocus is required" }],
  [
    "PATCH /api/profile/photos/none",
    { photoFocus: { x: -1, y: 0 } },
    { "photoFocus/x": "Must be 0 or more" },
  ],
  [
    "GET /api/discover?ageMin=17&ageMax=66&maxDistance=101&minCompatibility=1e2&genres=Rock,%3Cscript%3E",
    undefined,
    {
      ...{ ageMin: "Age must be from 18 to 65", ageMax: "Age must be from 18 to 65" },
      ...{ maxDistance: "Distance must be from 5 to 100 miles", "genres/1": "Choose genres from the list" },
      minCompatibility: "Compatibility must be from 50 to 100",
    },
  ],
];

test.each(refused)("%s with %j is refused with a sentence at each field", async (call, sent, errors) => {
  const answer = await send(call, sent, { Accept: "application/problem+json" });
  const told = (await answer.json()) as { detail: string; errors: { pointer: string; detail: string }[] };
  const found = told.errors.map(({ pointer, detail }) => [pointer.slice(2), detail]);
  expect([answer.status, Object.fromEntries(found)]).toEqual([400, errors]);
  expect(told.detail).toBe(found[0]?.[1]);
});

/** A time zone that is none is left out. */
const neverRefused = ["POST /api/notifications/browsers timeZone"];

test("every field that the API describes is saved and refused here, or has a test of its own", () => {
  const { paths, components } = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
  const fieldsOf = (schema: Schema): string[] => {
    if (schema.$ref) return fieldsOf(components.schemas[schema.$ref.split("/").at(-1) ?? ""]);
    return [
      ...Object.keys(schema.properties ?? {}),
      ...(schema.anyOf ?? schema.oneOf ?? []).flatMap(fieldsOf),
    ];
  };
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).flatMap(([method, operation]) => {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      // tests/api/conventions.test.ts has the ids that clients make.
      const fields = new Set(schema ? fieldsOf(schema).filter((name) => name !== "id") : []);
      return [...fields].map((name) => `${method.toUpperCase()} ${path} ${name}`);
    }),
  );
  const nameOf = (call: string) =>
    call.replace(
      /(\/(?:blocks|conversations|messages|playlists|record-collections|members|trivia-games|joint-plays|photos)\/)(?:\{\w+\}|none)/,
      "$1{id}",
    );
  const deletes = Object.keys(paths).filter((path) => "delete" in paths[path]);
  const inRemoved = removed.map(([call]) => nameOf(call).replace("DELETE ", ""));
  expect(deletes.filter((path) => !inRemoved.includes(path) && !(`DELETE ${path}` in elsewhere))).toEqual([]);
  const isElsewhere = (field: string) => field.replace(/ \S+$/, "") in elsewhere;
  const inSaved = saved.flatMap(([call, sent, , , unread]) =>
    Object.keys({ ...sent, ...unread }).map((name) => `${nameOf(call)} ${name}`),
  );
  const inRefused = refused.flatMap(([call, , errors]) =>
    Object.keys(errors).map((name) => `${nameOf(call)} ${name.split("/")[0]}`),
  );
  expect(described.filter((field) => !inSaved.includes(field) && !isElsewhere(field))).toEqual([]);
  expect(described.filter((field) => !inRefused.includes(field) && !neverRefused.includes(field))).toEqual(
    [],
  );
});

type Schema = { $ref?: string; properties?: object; anyOf?: Schema[]; oneOf?: Schema[] };
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
