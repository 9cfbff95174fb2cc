// Every field of every call that takes JSON: what it saves is read again as it was sent, and what it refuses is said at the field.
import { readFileSync } from "node:fs";
import { client } from "db/client.server";
import { beforeAll, expect, test } from "vitest";
import { toDate } from "~/days";
import { dayOf } from "~/models/member/visit.server";
import { questionOf } from "~/models/question/question";
import { shareApp } from "../app";
import { makeConversation, makeMatch, type Person } from "./people";

const { addMember } = shareApp();

type Fields = Record<string, unknown>;

let ada: Person;
/** The values of the tables' braces, and Ada's other things. */
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
  const played = await send("POST /api/trivia-games", { player2Id: "{dan}" });
  const { id: other, questions } = (await played.json()) as { id: string; questions: { id: string }[] };
  Object.assign(known, { other, asked: questions[0]?.id });
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
  ...{ showPage: false, showPush: false, showMail: "now" },
  ...{ planPage: false, planPush: false, planMail: "never" },
  ...{ alertPage: false, alertPush: false, alertMail: "weekly" },
  ...{ musicPush: true, recordPush: false, accountPush: false, matchMail: "now", messageMail: "daily" },
  ...{ gameMail: "never", playlistMail: "four-hours", musicMail: "now", recordMail: "daily" },
  ...{ accountMail: "never", showsNames: true, timeZone: "Asia/Tokyo", quietFrom: 22, quietTo: 7 },
};
const settingErrors: Record<string, string> = {
  timeZone: "Choose a time zone, such as Europe/Berlin",
  quietFrom: "Choose an hour of the day",
  quietTo: "Choose an hour of the day",
};
const SHOW_DATE = "Use a date such as 2026-12-04";
const SHOW_TIME = "Use a time such as 19:30";
const SHOW = "11111111-2222-4333-8444-555555555555";
const show = {
  ...{ artist: "Low", artist2: "Pram", artist3: "Can", artist4: "Faust", date: toDate(dayOf() + 7) },
  ...{ doors: "19:30", venue: "The Hideout", town: "Chicago, Illinois", link: "https://hideout.example/low" },
  note: "Bring ear plugs",
};
const TRIP = "22222222-3333-4444-8555-666666666666";
const trip = { town: "Chicago, Illinois", from: toDate(dayOf() + 7), until: toDate(dayOf() + 9) };
const filters = {
  ...{ ageMin: 20, ageMax: 40, maxDistance: 50, genres: ["Jazz"], minCompatibility: 70 },
  ...{ verifiedListeners: true, photoChecked: true },
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
    {
      ...{ showsSeen: false, showsTyping: false, playsYoutube: true, playsSpotify: true, opensPhotos: true },
      ...{ showsGoing: "matches", showsNew: false },
    },
    "/api/profile/privacy",
  ],
  [
    "POST /api/shows",
    { ...show, id: SHOW },
    `/api/shows/${SHOW}`,
    {
      artists: [show.artist, show.artist2, show.artist3, show.artist4],
      ...{ date: show.date, doors: show.doors, venue: show.venue, town: "Chicago, Illinois, US" },
      ...{ link: show.link, note: show.note },
    },
  ],
  [
    "POST /api/profile/trips",
    { id: TRIP, ...trip, isEarly: true },
    "/api/profile/trips",
    { id: TRIP, town: "Chicago, Illinois, US", from: trip.from, until: trip.until, isEarly: true },
  ],
  [`PUT /api/shows/${SHOW}/going`, { going: "together" }, "/api/shows?going=true"],
  ["POST /api/alerts", { artist: "Low" }, "/api/alerts"],
  ["POST /api/alerts", { showId: SHOW }, "/api/alerts", { artist: null, filters: {} }],
  ["POST /api/alerts", filters, "/api/alerts", { filters }],
  [
    "POST /api/conversations/{talk}/plan",
    { place: "Powell's", date: toDate(dayOf() + 3), time: "19:30" },
    "/api/conversations/{talk}/plan",
  ],
  ["POST /api/conversations/{talk}/plan", { showId: SHOW }, "/api/conversations/{talk}/plan", { id: SHOW }],
  ["PUT /api/profile/listening", { service: "bandcamp" }, "/api/profile/listening"],
  ["PUT /api/profile/distances", { unit: "kilometers" }, "/api/profile/distances"],
  ["PUT /api/profile/language", { language: null }, "/api/profile/language"],
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
  "PATCH /api/conversations/{id}/plan": "models/conversation/plan",
  "PUT /api/conversations/{id}/plan/answer": "models/conversation/plan-links",
  "POST /api/conversations/{id}/plan/links": "models/conversation/plan-links",
  "DELETE /api/conversations/{id}/plan/links/{linkId}": "models/conversation/plan-links",
  "DELETE /api/conversations/{id}/plan/links/{linkId}/home": "models/conversation/plan-links",
  "POST /api/messages/youtube": "messages/shares",
  "POST /api/conversations/{id}/joint-play": "messages/shares",
  "PATCH /api/joint-plays/{id}": "messages/shares",
  "DELETE /api/alerts/{id}": "models/alert/alert",
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
  const answer = await ada.get(fill(path));
  const read = answer.ok ? objectsIn(await answer.json()) : [];
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
  [`DELETE /api/profile/trips/${TRIP}`, "/api/profile/trips", { id: TRIP }],
  [`DELETE /api/shows/${SHOW}/going`, "/api/shows?going=true", { id: SHOW }],
  ["DELETE /api/question", "/api/question", { type: "youtube", url: video }],
];

test.each(removed)("%s removes it from %s", async (call, path, gone) => {
  expect(await find(path, gone)).not.toEqual([]);
  expect((await send(call, undefined)).status).toBe(204);
  expect(await find(path, gone)).toEqual([]);
});

const long = (length: number) => "x".repeat(length);
const atMost = (length: number) => `Use at most ${length} characters`;
const TEXT = "Must be text";
const UUID = "Must be a UUID";
const BOOLEAN = "Must be true or false";
const PICTURE = "Use a full image URL that starts with https://";
const UPLOAD = "The upload URL of a picture is required";
const SUBSCRIPTION = "Your browser's subscription could not be read";
const YEAR = "Enter a year, 1900 or later";
const ARTIST = "Artist is required";
const TITLE = "Title is required";
const YOUTUBE = "Please enter a valid youtube URL";
const SPOTIFY = "Please enter a valid spotify URL";
const CHOOSE = "Choose from the list";
const AGE = "Age must be from 18 to 100";
const INVALID_AGE = "Invalid age";
const POSITIVE = "Must be a positive number";
const PROMPTS = "Answer at most 3 prompts";
const IDS = "ids must be a list of at most 100 ids";
const MESSAGE = "Write a message first";
const METADATA = "metadata must match messageType";
const ABOUT = "about must be a subject and an id, such as member:123";
const OPTIONS = "Use two to six different options";
const PERCENT = "Both x and y are required";
const POSITION = "Must be a position from 1 to 6";
const evil = "https://evil.example/";

/** What is refused together: each field with what is sent and what is said at it, or at the parts of it. */
type Pairs = Record<string, [sent: unknown, said: string | Record<string, string>]>;
/** A call, what it is sent beside the fields that are refused, and those. */
type Refused = [call: string, beside: Fields, ...rows: Pairs[]];

/** Rows that each refuse one value of a field. */
const each = (field: string, said: string, ...values: unknown[]): Pairs[] =>
  values.map((value) => ({ [field]: [value, said] }));

const refused: Refused[] = [
  ...["POST /api/record-collections", "PUT /api/record-collections/{record}"].map(
    (call): Refused => [
      call,
      record,
      { artist: [" ", ARTIST], album: [undefined, "Album is required"] },
      {
        id: ["1", UUID],
        artist: [5, TEXT],
        album: [null, TEXT],
        year: [1899, YEAR],
        genre: [long(61), atMost(60)],
        format: ["wax", "Choose a format from the list"],
        condition: [["mint"], "Choose a condition from the list"],
        notes: [long(1001), atMost(1000)],
        imageUrl: ["data:,x", PICTURE],
        wanted: ["perhaps", BOOLEAN],
      },
      ...each("year", `The year can't be after ${new Date().getFullYear()}`, 20_999),
      ...each("year", YEAR, "next", 1999.5),
    ],
  ),
  [
    "POST /api/playlists",
    { name: "A" },
    { name: [undefined, "Name is required"] },
    {
      name: [long(101), atMost(100)],
      description: [long(501), atMost(500)],
      collaboratorId: ["Ben", "Choose a member"],
      isPublic: ["perhaps", BOOLEAN],
      coverImageUrl: ["http://a.example/", PICTURE],
    },
    ...each("collaboratorId", "Choose someone you've matched or chatted with", "{ada}"),
  ],
  ["POST /api/playlists/{playlist}/copies", {}, { name: [long(101), atMost(100)] }],
  [
    "POST /api/playlists/{playlist}/songs",
    songs,
    { artist: [undefined, ARTIST], title: [undefined, TITLE], album: [long(201), atMost(200)] },
    ...each("duration", "Use minutes and seconds, such as 3:45", "soon", 0),
    ...each("duration", "Use whole seconds", 0.5),
    ...each("duration", "A song can last up to 24 hours", 86_401),
  ],
  [
    "PATCH /api/profile",
    { bio: "", age: 30, location: "Oslo" },
    {
      bio: [long(501), "Bio must be less than 500 characters"],
      age: [17, "Must be at least 18"],
      location: ["", "Location is required"],
    },
    { bio: [5, TEXT], age: [101, INVALID_AGE], location: [["Portland"], TEXT] },
    ...each("age", INVALID_AGE, "", "old", 30.5, null),
    { location: [long(101), atMost(100)] },
  ],
  [
    "POST /api/music-preferences",
    { topArtists: ["Can"], favoriteGenres: ["Rock"] },
    {
      topArtists: [[" "], "Add at least one artist"],
      favoriteGenres: [["Polka"], { 0: "Choose genres from the list" }],
      totalScrobbles: [-1, POSITIVE],
      concertsAttended: [0.5, "Must be a whole number"],
    },
    {
      topArtists: ["Can", "Artists must be a list"],
      favoriteGenres: [[], "Select at least one genre"],
    },
  ],
  [
    "PUT /api/profile/wishes",
    {},
    {
      gender: ["x", CHOOSE],
      genderWords: [long(41), atMost(40)],
      meets: ["x", CHOOSE],
      meetAgeMin: [17, AGE],
      meetAgeMax: [101, AGE],
      purpose: ["x", CHOOSE],
      showsWishes: ["x", BOOLEAN],
      consents: ["x", BOOLEAN],
    },
    { gender: ["own", {}], genderWords: ["", "Add your own words"] },
    { meetAgeMin: [40, {}], meetAgeMax: [30, "Must be the same as or higher than “From”"] },
  ],
  [
    "PUT /api/profile/privacy",
    {},
    {
      showsSeen: ["x", BOOLEAN],
      showsTyping: [2, BOOLEAN],
      playsYoutube: [[], BOOLEAN],
      playsSpotify: [{}, BOOLEAN],
      opensPhotos: ["perhaps", BOOLEAN],
      showsGoing: ["x", "Choose who sees which shows you go to"],
      showsNew: ["x", BOOLEAN],
    },
  ],
  [
    "POST /api/alerts",
    {},
    {
      artist: ["Various Artists", "Type an artist's name"],
      showId: [long(101), atMost(100)],
      ageMin: [17, "Age must be from 18 to 65"],
      ageMax: [66, "Age must be from 18 to 65"],
      maxDistance: [101, "Distance must be from 5 to 100 miles"],
      genres: [["Polka"], { 0: "Choose genres from the list" }],
      minCompatibility: [49, "Compatibility must be from 50 to 100"],
      verifiedListeners: ["x", "verifiedListeners must be 1 or left out"],
      photoChecked: ["x", "photoChecked must be 1 or left out"],
    },
  ],
  [
    "POST /api/shows",
    show,
    {
      artist: [" ", "Type an artist's name"],
      artist2: [long(101), atMost(100)],
      date: ["2026-02-30", SHOW_DATE],
      doors: ["25:00", SHOW_TIME],
      venue: [undefined, "Venue is required"],
      town: [" ", "Town is required"],
      link: ["http://hideout.example", "Use a full address that starts with https://"],
      note: [long(201), atMost(200)],
    },
    { artist3: ["Various Artists", "Type an artist's name"], artist4: [5, TEXT] },
  ],
  [
    "POST /api/profile/trips",
    trip,
    {
      id: ["x", UUID],
      town: [" ", "Town is required"],
      from: ["2026-02-30", SHOW_DATE],
      until: ["soon", SHOW_DATE],
      isEarly: ["perhaps", BOOLEAN],
    },
    { from: ["", "First day is required"], until: ["", "Last day is required"] },
  ],
  [
    "POST /api/conversations/{talk}/plan",
    { place: "Powell's", date: "2026-12-04", time: "19:30" },
    { place: ["", "Say where you'd meet"], date: ["", "Date is required"], time: ["", "Time is required"] },
    { place: [long(121), atMost(120)], date: ["2026-02-30", SHOW_DATE], time: ["25:00", SHOW_TIME] },
    { showId: [long(65), "Choose a show"] },
  ],
  [
    "PATCH /api/conversations/{talk}/plan",
    {},
    { planId: ["x", UUID], step: ["x", "Unknown step"], sentence: [long(201), atMost(200)] },
  ],
  [
    "PUT /api/conversations/{talk}/plan/answer",
    {},
    { planId: ["x", UUID], answer: ["x", "Choose an answer"] },
  ],
  [
    "POST /api/conversations/{talk}/plan/links",
    {},
    {
      planId: ["x", UUID],
      note: [long(201), atMost(200)],
      askAt: ["25:00", SHOW_TIME],
      timeZone: [long(61), atMost(60)],
    },
  ],
  ["PUT /api/shows/none/going", {}, { going: ["maybe", "going must be one of no, going, together"] }],
  [
    "PUT /api/profile/listening",
    {},
    ...each("service", "Choose one of the services", "napster", 7, undefined),
  ],
  ["PUT /api/profile/distances", {}, ...each("unit", "Choose miles or kilometers", "leagues", undefined)],
  ["PUT /api/profile/language", {}, ...each("language", "Choose a language from the list", "tlh", undefined)],
  [
    "PUT /api/profile/prompts",
    {},
    ...each("prompts", PROMPTS, "b_side", [...prompts, {}]),
    {
      prompts: [
        [
          { prompt: "tape", answer: " " },
          { prompt: "b_side", answer: long(151) },
        ],
        {
          "0/prompt": "Choose a prompt from the list",
          "0/answer": "Write an answer",
          "1/answer": atMost(150),
        },
      ],
    },
    { prompts: [[prompts[0], prompts[0]], { "1/prompt": "Choose each prompt once" }] },
  ],
  [
    "PUT /api/profile/anthem",
    { shareType: "song" },
    { artist: [undefined, ARTIST], title: [" ", TITLE] },
    { shareType: ["tape", "Choose a song or a link"] },
    { shareType: ["spotify", {}], url: [`${evil}track/1`, SPOTIFY] },
    { shareType: ["youtube", {}], url: ["javascript:alert(1)", YOUTUBE] },
  ],
  [
    "PUT /api/question",
    { question },
    { text: ["\u200b", "Write a line or add a song"] },
    { title: ["Spoon", {}], artist: ["", ARTIST] },
    { artist: ["Can", {}], title: ["", TITLE] },
    { shareType: ["youtube", {}], url: ["x", YOUTUBE] },
    {
      question: ["x", "question must be the id of today's question"],
      text: [long(151), atMost(150)],
      shareType: ["tape", "Choose a song or a link"],
    },
  ],
  [
    "PUT /api/notifications/settings",
    {},
    Object.fromEntries(
      Object.keys(settings).map((name) => [
        name,
        ["x", /Mail$/.test(name) ? "Choose how often" : (settingErrors[name] ?? BOOLEAN)],
      ]),
    ),
    { quietFrom: [22, {}], quietTo: [undefined, "Choose when quiet hours end"] },
  ],
  [
    "POST /api/notifications/read",
    {},
    { ids: [undefined, "ids or all is required"] },
    { ids: [["x"], { 0: IDS }], all: [false, "all must be true"] },
    ...each("ids", IDS, Array(101).fill("1"), "all"),
  ],
  [
    "POST /api/notifications/browsers",
    { endpoint: "https://10.0.0.1/push", keys: { p256dh: `B${long(86)}`, auth: long(22) } },
    { endpoint: [undefined, SUBSCRIPTION], keys: [undefined, SUBSCRIPTION] },
    { endpoint: ["https://10.0.0.1/push", "We can't reach your browser's push service."] },
  ],
  [
    "POST /api/music-connections",
    {},
    {
      service: ["tidal", "service must be one of listenbrainz, lastfm, spotify, youtube"],
      serviceUserId: [" ", "serviceUserId is required"],
      serviceUsername: [long(201), atMost(200)],
      token: [long(201), atMost(200)],
      period: ["x", "Choose from the options shown"],
    },
  ],
  ...["POST /api/matches", "POST /api/conversations", "POST /api/blocks"].map(
    (call): Refused => [
      call,
      { liked: true },
      ...each("targetUserId", "targetUserId is required", undefined, ""),
      ...each("targetUserId", "targetUserId must be a member id", "Ben", -1, 0.5, 1e300, "9".repeat(16)),
      ...each("targetUserId", "targetUserId must be a member id", ["1"], "1 or 1=1", {}),
    ],
  ),
  [
    "POST /api/matches",
    { targetUserId: "1" },
    ...each("liked", "liked must be true or false", undefined, "perhaps", 1, null),
  ],
  [
    `POST ${messages}`,
    {},
    ...each("content", MESSAGE, "", "  \n\t ", "\u0000\u0007", undefined),
    ...each("content", TEXT, 5, ["Hello"], null),
    {
      id: ["' or 1=1", UUID],
      quotedId: ["x", UUID],
      content: [long(2001), "Use at most 2,000 characters"],
    },
    { messageType: ["gif", "Unknown messageType"] },
    { messageType: ["music_share", {}], metadata: [undefined, METADATA] },
    {
      messageType: ["music_share", {}],
      metadata: [{ album: long(201) }, { artist: ARTIST, title: TITLE, album: atMost(200) }],
    },
    { messageType: ["spotify_link", {}], metadata: [{ url: evil }, { url: SPOTIFY }] },
  ],
  ["PATCH /api/messages/{message}", {}, { content: [" ", MESSAGE] }],
  ["PUT /api/messages/{message}/reaction", {}, { reaction: ["thumb", "Unknown reaction"] }],
  ["POST /api/conversations/{talk}/goodbye", {}, { content: [" ", "Write a goodbye"] }],
  ["POST /api/conversations/{talk}/joint-play", {}, { messageId: [undefined, UUID] }],
  [
    "PATCH /api/joint-plays/none",
    {},
    { step: ["dance", "Unknown step"], position: ["far", "Must be a number of milliseconds"] },
  ],
  [
    "POST /api/messages/youtube",
    { conversationId: "{talk}", youtubeUrl: video },
    ...each("conversationId", "conversationId is required", undefined, "", 5, null, {}),
    ...each("youtubeUrl", "Please enter a YouTube URL to share.", " ", undefined),
    ...each("youtubeUrl", "Please enter a valid YouTube URL.", 5, null, `${evil}watch?v=dQw4w9WgXcQ`),
  ],
  [
    "POST /api/members/{ben}/like",
    {},
    {
      content: [" ", "Write a sentence"],
      quote: [{ type: "tape" }, { type: "Choose a photo or an answer" }],
    },
  ],
  [
    "POST /api/reports",
    { about: "member:{ben}" },
    {
      about: ["x", ABOUT],
      reason: [undefined, "Choose a reason"],
      words: [long(1001), atMost(1000)],
      alsoBlock: ["x", BOOLEAN],
    },
    { reason: ["other", {}], words: [" ", "Tell us what happened"] },
  ],
  [
    "POST /api/trivia-games",
    {},
    ...each("player2Id", "Opponent user ID is required", undefined, " "),
    ...each("player2Id", "A user ID is a number", "Ben"),
    ...each("player2Id", "You can't challenge yourself", "{ada}"),
  ],
  [
    "POST /api/trivia-games/{game}/answer",
    {},
    {
      questionId: [undefined, "questionId is required"],
      answer: [undefined, "Choose one of the answers"],
    },
  ],
  [
    "POST /api/trivia-games/{other}/answer",
    { questionId: "{asked}" },
    ...each("answer", "Choose one of the answers", "None of them"),
  ],
  [
    "POST /api/trivia-questions",
    { ...round, gameId: "{game}" },
    {
      gameId: [undefined, "gameId is required"],
      roundNumber: [6, "Use a round from 1 to 5"],
      question: [undefined, "Question is required"],
      correctAnswer: [undefined, "Correct answer is required"],
      options: [["Can"], OPTIONS],
      category: ["x", "Use artist, year, genre, album"],
      difficulty: ["x", "Use easy, medium, hard"],
    },
    { correctAnswer: ["Neu!", {}], options: [["Can"], OPTIONS] },
    {
      correctAnswer: ["Neu!", {}],
      options: [["Can", "Faust"], "The correct answer must be among the options"],
    },
    { correctAnswer: ["Can", {}], options: [["Can", "Can"], OPTIONS] },
  ],
  ["POST /api/record-covers", {}, { step: ["dance", "step must be start, pause or resume"] }],
  [
    "PUT /api/profile-images",
    {},
    {
      profileImageURL: ["/avatars/Ada.svg", UPLOAD],
      profileImageFocus: [{ x: 101 }, { x: "Must be 100 or less", y: PERCENT }],
    },
  ],
  [
    "PATCH /api/profile-images",
    {},
    ...each("profileImageFocus", "The focal point is required", undefined),
    ...each("profileImageFocus", "Must be an object with x and y", null),
    {
      profileImageFocus: [
        { x: 1.5, y: "1" },
        { x: "Must be a whole number", y: "Must be a number" },
      ],
    },
  ],
  ["PUT /api/cover-images", {}, ...each("coverImageURL", UPLOAD, 7, "", evil)],
  [
    "POST /api/profile/photos",
    {},
    ...each("photos", "Add 1 to 6 photos", [], "all"),
    { photos: [[null, { photoURL: evil }], { 0: "Must be an object with photoURL", "1/photoURL": UPLOAD }] },
  ],
  [
    "PATCH /api/profile/photos/none",
    {},
    ...each("position", "position or photoFocus is required", undefined),
    ...each("position", POSITION, 0, 7, 1.5),
    { photoFocus: [{ x: -1, y: 0 }, { x: "Must be 0 or more" }] },
  ],
];

const refusedRows = refused.flatMap(([call, beside, ...rows]) =>
  rows.map((row) => {
    const sent = Object.fromEntries(Object.entries(row).map(([name, [value]]) => [name, value]));
    const said = Object.entries(row).flatMap(([name, [, said]]) =>
      typeof said === "string"
        ? [[name, said]]
        : Object.entries(said).map(([part, sentence]) => [`${name}/${part}`, sentence]),
    );
    return [call, { ...beside, ...sent }, Object.fromEntries(said)] as const;
  }),
);

/** What an answer says at which field. */
async function readErrors(answer: Response) {
  const told = (await answer.json()) as { detail: string; errors: { pointer: string; detail: string }[] };
  expect(told.detail).toBe(told.errors[0]?.detail);
  return Object.fromEntries(told.errors.map(({ pointer, detail }) => [pointer.slice(2), detail]));
}

test.each(refusedRows)("%s with %j is refused with a sentence at each field", async (call, sent, errors) => {
  const answer = await send(call, sent, { Accept: "application/problem+json" });
  expect([answer.status, await readErrors(answer)]).toEqual([400, errors]);
});

test("filters of Discover are refused with a sentence at each", async () => {
  const filters = "ageMin=17&ageMax=66&maxDistance=101&minCompatibility=1e2&genres=Rock,%3Cscript%3E";
  const answer = await send(`GET /api/discover?${filters}`, undefined, {
    Accept: "application/problem+json",
  });
  expect([answer.status, await readErrors(answer)]).toEqual([
    400,
    {
      ageMin: "Age must be from 18 to 65",
      ageMax: "Age must be from 18 to 65",
      maxDistance: "Distance must be from 5 to 100 miles",
      "genres/1": "Choose genres from the list",
      minCompatibility: "Compatibility must be from 50 to 100",
    },
  ]);
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
      /(\/(?:blocks|conversations|messages|playlists|record-collections|members|trivia-games|joint-plays|photos|shows|trips)\/)(?:\{\w+\}|none|[\da-f-]{36})/,
      "$1{id}",
    );
  const deletes = Object.keys(paths).filter((path) => "delete" in paths[path]);
  const inRemoved = removed.map(([call]) => nameOf(call).replace("DELETE ", ""));
  expect(deletes.filter((path) => !inRemoved.includes(path) && !(`DELETE ${path}` in elsewhere))).toEqual([]);
  const isElsewhere = (field: string) => field.replace(/ \S+$/, "") in elsewhere;
  const inSaved = saved.flatMap(([call, sent, , , unread]) =>
    Object.keys({ ...sent, ...unread }).map((name) => `${nameOf(call)} ${name}`),
  );
  const inRefused = refused.flatMap(([call, , ...rows]) =>
    rows.flatMap((row) => Object.keys(row)).map((name) => `${nameOf(call)} ${name}`),
  );
  expect(described.filter((field) => !inSaved.includes(field) && !isElsewhere(field))).toEqual([]);
  expect(described.filter((field) => !inRefused.includes(field) && !neverRefused.includes(field))).toEqual(
    [],
  );
});

type Schema = { $ref?: string; properties?: object; anyOf?: Schema[]; oneOf?: Schema[] };
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
