// Reading listening histories: each service's files, and what is refused instead of being read for long or in memory.
import { randomUUID } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { db } from "db/client.server";
import { listeningHistory } from "db/schema";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { t } from "~/language/text";
import { getPreferences } from "~/models/music/preferences.server";
import { historyErrors } from "~/models/music-account/history/history";
import {
  deleteExpiredHistories,
  getHistory,
  historyWorkers,
  requireTurn,
  startHistory,
} from "~/models/music-account/history/history.server";
import { PlayCounts } from "~/models/music-account/history/play-counts";
import { readHistory } from "~/models/music-account/history/reading.server";
import { getImportOffer, saveImport } from "~/models/music-account/music-import.server";
import { type TextEncoding, textEncodingNames } from "~/models/text-file/text-encoding";
import { addMember, addNewcomer } from "../../cast";
import {
  listen,
  makeBareLastfmFile,
  makeLastfmFile,
  makeListenbrainzFile,
  makeSpotifyFile,
  makeZip,
  PLAYS,
  spotifyPlay,
} from "../../fakes/history-files";
import { makeLongJspf } from "../../fakes/playlist-files";
import { changeRows } from "../../rows";
import { rareTest } from "../../sampled";
import { fileOf } from "../../scratch-folder";

async function read(bytes: Buffer | string, report = (_: number) => {}, encoding?: TextEncoding) {
  const file = await open(fileOf(bytes), "r");
  return readHistory(file, report, encoding).finally(() => file.close().catch(() => undefined));
}

const NAMES = PLAYS.map(([name]) => name);

test.each([
  ["Spotify's ZIP", makeSpotifyFile, "spotify"],
  ["ListenBrainz's ZIP", makeListenbrainzFile, "listenbrainz"],
  ["Last.fm's CSV with headings", makeLastfmFile, "lastfm"],
  ["Last.fm's CSV without", makeBareLastfmFile, "lastfm"],
  [
    "a CSV with headings of another language",
    () =>
      `Künstler,Titel,Datum\n${PLAYS.flatMap(([a, n]) => Array(n).fill(`${a},Song,2024-05-01 12:00\n`)).join("")}`,
    "lastfm",
  ],
  [
    "one of Spotify's files",
    () => JSON.stringify(PLAYS.flatMap(([a, n]) => Array(n).fill(spotifyPlay(a)))),
    "spotify",
  ],
  [
    "a file of listens",
    () => PLAYS.flatMap(([a, n]) => Array(n).fill(JSON.stringify(listen(a)))).join("\n"),
    "listenbrainz",
  ],
] as const)("%s lists the most played artists first", async (_, make, kind) => {
  const shares: number[] = [];
  expect(await read(await make(), (share) => shares.push(share))).toMatchObject({
    kind,
    plays: 10,
    topArtists: NAMES,
  });
  expect(shares.length).toBeGreaterThan(0);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1.01);
});

const credit = (artist_name: string, names: string[]) => ({
  ...listen(artist_name),
  track_metadata: {
    artist_name,
    mbid_mapping: {
      artists: names.map((artist_credit_name) => ({ artist_credit_name, join_phrase: " & " })),
    },
  },
});
const submitted = (artist_name: string, artist_names: string[]) => ({
  ...listen(artist_name),
  track_metadata: { artist_name, additional_info: { artist_names } },
});
const toLines = (items: object[]) => items.map((item) => JSON.stringify(item)).join("\n");
const PANO_HEAD =
  "timeHuman,timeMs,artist,track,album,albumArtist,durationMs,mediaPlayerPackage,mediaPlayerName,mediaPlayerVersion,event\n";
const toPanoRow = (artist: string, event: string) => `2024-01-02,1,${artist},T,Al,,200000,p,n,1,${event}\n`;
const DUET =
  '{"listened_at": 1, "track_metadata": {"artist_name": "Queen & David Bowie", "track_name": "Under Pressure", "mbid_mapping": {"artists": [{"artist_credit_name": "Queen", "join_phrase": " & "}, {"artist_credit_name": "David Bowie", "join_phrase": ""}]}}}';
const HEAD = "timeHuman,timeMs,artist,track,album,albumArtist,durationMs,event";

const TITLES = "artist,album,track,date";
test.each([
  ["windows-1252", `${TITLES}\nBjörk,Debut,Venus,05 Apr 2010 11:59\n`, "Björk"],
  [
    "windows-1252",
    `${TITLES}\nFrançoise Hardy,Françoise Hardy,Tous les garçons,05 Apr 2010 11:59\n`,
    "Françoise Hardy",
  ],
  ["windows-1252", `${TITLES}\nSigur Rós,Ágætis byrjun,Svefn-g-englar,05 Apr 2010 11:59\n`, "Sigur Rós"],
  ["windows-1252", `${TITLES}\nSinéad O’Connor,“Live” – London,Troy,05 Apr 2010 11:59\n`, "Sinéad O’Connor"],
  ["windows-1252", "Mercedes Sosa,¿Será posible el sur?,Años,05 Apr 2010 11:59\n", "Mercedes Sosa"],
  ["windows-1250", `${TITLES}\nAntonín Dvořák,Novosvětská,Largo,05 Apr 2010 11:59\n`, "Antonín Dvořák"],
  [
    "windows-1250",
    "Czesław Niemen,Enigmatic,Bema pamięci żałobny rapsod,05 Apr 2010 11:59\n",
    "Czesław Niemen",
  ],
  ["windows-1251", `${TITLES}\r\nАквариум,Радио Африка,Рок-н-ролл мёртв,05 Apr 2010 11:59\r\n`, "Аквариум"],
  ["windows-1251", "Океан Ельзи;Модель;Сосни;05 Apr 2010 11:59\n", "Океан Ельзи"],
  ["utf-16be", `\ufeff${TITLES}\nBjörk,Debut,Venus,05 Apr 2010 11:59`, "Björk"],
  ["utf-16le", `${TITLES}\nBjörk,Debut,Venus,05 Apr 2010 11:59`, "Björk"],
  ["utf-8", `\ufeff${TITLES}\nBjörk,Debut,Venus,05 Apr 2010 11:59`, "Björk"],
  ["windows-1251", "Кино,Группа крови,Спокойная ночь,05 Apr 2010 11:59", "Кино"],
  ["utf-16le", "\ufeffartist,album,track,date\nBjörk,Debut,Venus,05 Apr 2010 11:59", "Björk"],
])("a history in %s is read, and says so", async (encoding, file, artist) => {
  const history = await read(iconv.encode(file, encoding));
  expect(history).toMatchObject({ topArtists: [artist], encoding });
});

const letters: Record<TextEncoding, string> = {
  "utf-8": "Кино 群星 Björk",
  "utf-16le": "Кино 群星 Björk",
  "utf-16be": "Кино 群星 Björk",
  "windows-1252": "“Björk” – Æther’s",
  "windows-1250": "Dvořák Łódź",
  "windows-1251": "Кино Їжак",
};

test.each(Object.keys(textEncodingNames) as TextEncoding[])(
  "a member can say that the letters of a CSV are %s, in a ZIP too",
  async (encoding) => {
    const row = `${letters[encoding]},Album,Title,05 Apr 2010 11:59\n`;
    for (const text of [
      row,
      `artist,album,track,date\n${row}`,
      `artist,album,track,date\n${row.repeat(9_000)}`,
    ]) {
      const bytes = iconv.encode(text, encoding);
      const expected = { topArtists: [letters[encoding]], encoding };
      expect(await read(bytes, undefined, encoding)).toMatchObject(expected);
      const zip = await makeZip({ "scrobbles.csv": bytes });
      expect(await read(zip, undefined, encoding)).toMatchObject(expected);
    }
  },
);

test.each(["utf-16le", "utf-16be"])(
  "JSON in %s is read, with a mark or without, in a ZIP too",
  async (encoding) => {
    const plays = Array.from({ length: 2000 }, (_, i) => spotifyPlay(i % 2 ? "Björk" : "Кино"));
    for (const text of [toLines([listen("Björk"), listen("Кино")]), JSON.stringify(plays)])
      for (const mark of ["", "\ufeff", "\ufeff\r\n"]) {
        const bytes = iconv.encode(mark + text, encoding);
        const expected = { topArtists: expect.arrayContaining(["Björk", "Кино"]), encoding: null };
        expect(await read(bytes)).toMatchObject(expected);
        expect(await read(await makeZip({ "StreamingHistory0.json": bytes }))).toMatchObject(expected);
      }
  },
);

test("what a member says of letters changes nothing in JSON, which says it itself", async () => {
  const json = toLines([listen("Björk")]);
  expect(await read(json, undefined, "windows-1251")).toMatchObject({
    topArtists: ["Björk"],
    encoding: null,
  });
});

test.each(
  Object.entries({
    "a first row that is now playing":
      '"Codeine","Frigid Stars","D",""\n"Low","Secret Name","Starfire","05 Apr 2010 11:59"',
    "a later row that is now playing":
      '"Low","Secret Name","Starfire","05 Apr 2010 11:59"\nCodeine,Frigid Stars,D,""',
    "a dated row and one that is now playing, with headings":
      "uts,utc_time,artist,track\n,,Codeine,D\n1,2010,Low,Starfire",
    "a line that names the separator": "sep=;\r\nartist;track;date\r\nLow;T;05 Apr 2010 11:59\r\n",
    "loves among plays": `${HEAD}\n2024,1,Low,T,A,,2000,scrobble\n2024,1,Duster,T,A,,2000,love\n2024,1,Duster,T,A,,2000,unlove`,
    placeholders: JSON.stringify(
      ["Various Artists", "<Unknown>", "Unknown Artist", "Low"].map((name) => spotifyPlay(name)),
    ),
    "a listen that is now playing": toLines([{ ...listen("Codeine"), listened_at: null }, listen("Low")]),
    "Pano Scrobbler's scrobbles and loves":
      PANO_HEAD +
      ["Low", "Duster", "Duster"].map((name, at) => toPanoRow(name, at ? "love" : "scrobble")).join(""),
    "Spotify's compilations and unknown artists": JSON.stringify(
      [...Array(3).fill("Various Artists"), "<Unknown>", "Unknown Artist", "Low"].map((name) => ({
        ts: "2024-01-02T03:04:05Z",
        ms_played: 200_000,
        master_metadata_track_name: "T",
        master_metadata_album_artist_name: name,
      })),
    ),
  }),
)("of %s Low's play is counted alone", async (_, file) => {
  expect(await read(file)).toMatchObject({ plays: 1, topArtists: ["Low"] });
});

test.each<[what: string, file: string, plays: number, artists: string[]]>([
  [
    "an album's artist before the track's",
    "Album Artist,Artist,Track,Date\nVarious Artists,Low,T,2024-01-02\nDuster,Low,T,2024-01-02",
    2,
    ["Low"],
  ],
  [
    "a credit that names two artists",
    toLines([credit("Queen & David Bowie", ["Queen", "David Bowie"]), listen("Queen")]),
    2,
    ["Queen", "David Bowie"],
  ],
  [
    "a credit that the listener's program names",
    toLines([submitted("Queen feat. David Bowie", ["Queen", "David Bowie"])]),
    1,
    ["Queen", "David Bowie"],
  ],
  [
    "a channel that YouTube has made",
    toLines([listen("Low - Topic"), listen("Low"), listen("Topic")]),
    3,
    ["Low", "Topic"],
  ],
  [
    "odd credits",
    toLines([credit("Low", []), credit("Low", ["Various Artists"]), submitted("Low", [""])]),
    3,
    ["Low"],
  ],
  ["ListenBrainz's credit of a duet", `${DUET}\n${DUET}\n${DUET}`, 3, ["Queen", "David Bowie"]],
])("of %s the plays' artists are counted", async (_, file, plays, topArtists) => {
  expect(await read(file)).toMatchObject({ plays, topArtists });
});

const DATED = "Low,Secret Name,Starfire,05 Apr 2010 11:59";
test.each([
  `Codeine,Frigid Stars,D, \n${DATED}`,
  `Codeine,,D,\n${DATED}`,
  `"Codeine","Frigid Stars","D",""\r\n"Low","Secret Name","Starfire","05 Apr 2010 11:59"\r\n`,
  `\ufeffCodeine,Frigid Stars,D,\n${DATED}`,
  `${"Codeine,Frigid Stars,D,\n".repeat(3)}${DATED}`,
  `${DATED}\nCodeine,Frigid Stars,D,\n`,
  "Codeine;Frigid Stars;D;\nLow;Secret Name;Starfire;05 Apr 2010 11:59",
  "Codeine\tFrigid Stars\tD\t\nLow\tSecret Name\tStarfire\t05 Apr 2010 11:59",
  `Codeine,Frigid Stars,D,now playing\n${DATED}`,
  `"Codeine","Frigid Stars","D","Scrobbling now"\n${DATED}`,
  `Codeine,Frigid Stars,D,undefined\n${DATED}`,
  `${DATED}\nCodeine,Frigid Stars,D,Now Playing\n`,
  "artist,track,date\nCodeine,D,now playing\nLow,T,2010-04-05",
  "Artist,Album,Title,Date\nCodeine,Frigid Stars,D,\nLow,Secret Name,Starfire,2010-04-05",
  "uts,utc_time,artist,artist_mbid,album,track\n,,Codeine,,F,D\n1270468740,05 Apr 2010 11:59,Low,,S,T",
  toLines([{ ...listen("Codeine"), listened_at: undefined, playing_now: true }, listen("Low")]),
  toLines([{ ...listen("Codeine"), listened_at: 0 }, listen("Low")]),
])("what is playing now is no play: %j", async (file) => {
  expect(await read(file)).toMatchObject({ plays: 1, topArtists: ["Low"] });
});

test.each(["love", "Loved", "unlove", "ban", "skip", "hate", "unhate", "now playing", "nowplaying", "LOVE"])(
  "a row of the event %j is no play",
  async (event) => {
    for (const column of ["event", "Event type", "action"])
      expect(
        await read(
          `artist,track,timeMs,${column}\nLow,T,1,scrobble\nDuster,T,1,${event}\nDuster,T,2,${event}`,
        ),
      ).toMatchObject({ plays: 1, topArtists: ["Low"] });
  },
);

test.each(["scrobble", "Scrobbled", "listen", "LISTENED", "play", "played", "", " scrobble "])(
  "a row of the event %j is a play",
  async (event) => {
    expect(await read(`artist,track,timeMs,event\nLow,T,1,${event}`)).toMatchObject({ plays: 1 });
  },
);

test.each<[listen: object, artists: string[]]>([
  [credit("Queen & David Bowie", ["Queen", "David Bowie"]), ["Queen", "David Bowie"]],
  [credit("Brian Eno, Robert Fripp", ["Brian Eno", "Robert Fripp"]), ["Brian Eno", "Robert Fripp"]],
  [credit("Nick Cave & The Bad Seeds", ["Nick Cave & The Bad Seeds"]), ["Nick Cave & The Bad Seeds"]],
  [credit("Jay-Z feat. Alicia Keys", ["Jay-Z", "Alicia Keys"]), ["Jay-Z", "Alicia Keys"]],
  [credit("A x B x C", ["A", "B", "C"]), ["A", "B", "C"]],
  [credit("Low, Various Artists", ["Low", "Various Artists"]), ["Low"]],
  [credit("[unknown] & Low", ["[unknown]", "Low"]), ["Low"]],
  [credit("Low", ["  Low  ", ""]), ["Low"]],
  [{ ...listen("Low"), track_metadata: { artist_name: "Low", mbid_mapping: null } }, ["Low"]],
  [{ ...listen("Low"), track_metadata: { artist_name: "Low", mbid_mapping: { artists: [null] } } }, ["Low"]],
  [submitted("Queen and David Bowie", ["Queen", "David Bowie"]), ["Queen", "David Bowie"]],
  [listen("Simon & Garfunkel"), ["Simon & Garfunkel"]],
])("a listen's artists are those whom it names one by one: %j", async (item, artists) => {
  expect(await read(toLines([item]))).toMatchObject({ plays: 1, topArtists: artists });
});

test.each([
  "Various Artists",
  "VARIOUS ARTISTS",
  "<Unknown>",
  "[unknown]",
  "Unknown Artist",
  "Verschiedene Interpreten",
  "Artistes divers",
  "Varios Artistas",
  "群星",
  "VA",
])("%s is no artist in any history", async (name) => {
  const files = [
    JSON.stringify([spotifyPlay(name), spotifyPlay("Low")]),
    toLines([listen(name), listen("Low")]),
    `artist,track,date\n${name},T,2024-01-02\nLow,T,2024-01-02`,
    JSON.stringify([
      { endTime: "2024-01-02 10:00", artistName: name, trackName: "T", msPlayed: 40_000 },
      spotifyPlay("Low"),
    ]),
  ];
  for (const file of files) expect((await read(file)).topArtists).toEqual(["Low"]);
});

test("fifty artists are offered, other spellings counted together, the most played spelling first", async () => {
  const many = Array.from({ length: 80 }, (_, i): [string, number] => [`Band ${i}`, 3]);
  const { topArtists } = await read(makeBareLastfmFile([["Bjork", 2], ["Björk", 4], ...many]));
  expect(topArtists).toHaveLength(50);
  expect(topArtists[0]).toBe("Björk");
});

test("more names than are kept lose the least played ones", () => {
  const counts = new PlayCounts();
  for (let i = 0; i < 5; i++) counts.add(["Can"]);
  for (let i = 0; i < 450_000; i++) counts.add([`Nobody ${i}`]);
  for (let i = 0; i < 3; i++) counts.add(["Low"]);
  expect(counts.topArtists().slice(0, 2)).toEqual(["Can", "Low"]);
});

const listens = (count: number) => `${JSON.stringify(listen("Can"))}\n`.repeat(count);
const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
/** Sets the bit of encryption in every header. */
const encrypted = (zip: Buffer) => {
  for (const [sign, offset] of [
    ["PK\u0003\u0004", 6],
    ["PK\u0001\u0002", 8],
  ] as const)
    for (let at = zip.indexOf(sign, 0, "latin1"); at >= 0; at = zip.indexOf(sign, at + 1, "latin1"))
      zip[at + offset] = (zip[at + offset] ?? 0) | 1;
  return zip;
};
/** Says in every header that an entry unpacks to this many bytes. */
const claiming = (zip: Buffer, bytes: number) => {
  for (
    let at = zip.indexOf("PK\u0001\u0002", 0, "latin1");
    at >= 0;
    at = zip.indexOf("PK\u0001\u0002", at + 1, "latin1")
  )
    zip.writeUInt32LE(bytes, at + 24);
  return zip;
};

const refused: Partial<
  Record<keyof typeof historyErrors, Record<string, () => string | Buffer | Promise<Buffer>>>
> = {
  wrong: {
    "a picture": () => Buffer.from("\x89PNG\r\n\x1a\n0000"),
    "a text": () => "Dear diary, today I listened to Can.",
    "a collection of records": () => "Artist,Released\nCan,1971",
    "JSON of something else": () => '[{"id": 1}, {"id": 2}]',
    "JSON that is no object": () => '["a", "b"]',
    "an empty list": () => "[]",
    "a collection with titles": () => "Artist,Title,Format,Date Added\nCan,Ege,LP,2024-01-01",
    "a collection whose last column is blank": () => "Artist,Title,Format,\nCan,Ege,LP,",
    "headings alone": () => "artist,title,date\n",
    "rows without artists": () => `artist,title,date\n${",x,2024-01-02\n".repeat(3)}`,
    "loves alone": () => `artist,track,timeMs,event\n${"Can,Vitamin C,1,love\n".repeat(3)}`,
    "ListenBrainz's loves": () =>
      JSON.stringify({ score: 1, created: 1, track_metadata: { artist_name: "Can" } }),
    "one row that is now playing": () => '"Codeine","Frigid Stars","D",""',
    "a ZIP of pictures": () => makeZip({ "a.png": "x", "b.png": "y" }),
    "half a ZIP whose bytes are flipped": async () => flipped((await makeSpotifyFile()).subarray(0, 900)),
    "a long playlist": () => JSON.stringify(makeLongJspf(2_000)),
    "JSON of one long text": () => `[{"page": "${"x".repeat(3_000_000)}"}]`,
    "a page": () => `<!doctype html><title>Plays</title><p>${"x".repeat(100)}`,
    "a page with a quotation mark": () => `<html>,"${"x".repeat(3_000_000)}`,
  },
  noPlays: {
    "only placeholders": () => JSON.stringify([spotifyPlay("Various Artists")]),
    "only short plays": () => JSON.stringify([spotifyPlay("Can", 29_999)]),
  },
  nested: {
    "a ZIP within a ZIP": async () => makeZip({ "my_spotify_data.zip": await makeSpotifyFile() }),
  },
  encrypted: {
    "a ZIP with a password": async () => encrypted(await makeSpotifyFile()),
  },
  damaged: {
    "half a ZIP": async () => (await makeSpotifyFile()).subarray(0, 900),
    "a ZIP in which the packed bytes are flipped": async () => {
      const zip = await makeZip({ "listens/1.jsonl": listens(5000) });
      return Buffer.concat([zip.subarray(0, 60), flipped(zip.subarray(60, 400)), zip.subarray(400)]);
    },
    "a list of plays that ends in flipped bytes": () => {
      const list = Buffer.from(JSON.stringify(Array(20).fill(spotifyPlay("Can"))));
      return Buffer.concat([list.subarray(0, 1000), flipped(list.subarray(1000))]);
    },
    "half a file of Spotify's": () => JSON.stringify([spotifyPlay("Can"), spotifyPlay("Can")]).slice(0, -40),
    "half a line": () => listens(3).slice(0, -50),
    "broken JSON": () => '[{"ms_played": 4e, "x": 1}]',
    "a ZIP that says it unpacks to less": async () =>
      claiming(await makeZip({ "1.jsonl": listens(5000) }), 100),
  },
  unpacked: {
    "many small entries": () =>
      makeZip(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}.jsonl`, ""]))),
    "a ZIP that unpacks to 12 GB": async () =>
      claiming(await makeZip({ "1.jsonl": "x", "2.jsonl": "x", "3.jsonl": "x" }), 4_000_000_001),
  },
  longItem: {
    "one huge string": () =>
      `${JSON.stringify(spotifyPlay("Can"))}{"ms_played": 40000, "x": "${"x".repeat(3_000_000)}"}`,
    "one huge row": () => `artist,date,title\nCan,1,"${"x".repeat(5_000_000)}`,
  },
};

test.each(
  Object.entries(refused).flatMap(([error, files]) =>
    Object.entries(files).map(
      ([what, make]) => [what, make, t(historyErrors[error as keyof typeof historyErrors])] as const,
    ),
  ),
)("%s is refused with a sentence", async (_, make, message) => {
  await expect(Promise.resolve(make()).then((bytes) => read(bytes))).rejects.toMatchObject({ message });
});

const MANY = 18_000_000;
const rubbish: [what: string, make: () => Buffer | string | Promise<Buffer>][] = [
  ["blanks in a list", () => Buffer.alloc(MANY, " ").fill("[", 0, 1)],
  ["objects without plays", () => '{"a":1}\n'.repeat(MANY / 8)],
  ["rows without artists", () => `artist,title,date\n${",x,1\n".repeat(MANY / 5)}`],
  ["a collection of records", () => `Artist,Title,Format\n${"Can,Ege,LP\n".repeat(MANY / 11)}`],
  ["loves", () => `artist,track,date,event\n${"Can,Ege,1,love\n".repeat(MANY / 15)}`],
  ["plays and then objects without any", () => listens(10) + '\n{"a":1}'.repeat(MANY / 8)],
  ["a ZIP of blanks", () => makeZip({ "listens/1.jsonl": " ".repeat(MANY) })],
  [
    "a ZIP of many entries of blanks",
    () =>
      makeZip(
        Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}.jsonl`, " ".repeat(MANY / 10)])),
      ),
  ],
];

test.each(rubbish)("%s are refused before most of them is read", async (_, make) => {
  let share = 0;
  const reading = read(await make(), (each) => {
    share = each;
  });
  await expect(reading).rejects.toMatchObject({ message: t(historyErrors.wrong) });
  expect(share).toBeLessThan(0.3);
});

test("a refused file is closed once, and not again whatever has its number by then", async () => {
  const file = await open(fileOf(`[${"x".repeat(3_000_000)}`), "r");
  await expect(readHistory(file, () => {})).rejects.toThrow();
  expect(file.fd === -1 || (await file.stat()).isFile()).toBe(true);
  await file.close();
});

rareTest("a ZIP of many small entries of plays is read to its end", async () => {
  const entries = Array.from({ length: 2000 }, (_, i) => [`listens/${i}.jsonl`, listens(10)]);
  expect(await read(await makeZip(Object.fromEntries(entries)))).toMatchObject({ plays: 20_000 });
});

const finished = async (memberId: number, interval = 50) => {
  await expect.poll(async () => (await getHistory(memberId))?.status, { interval }).not.toBe("waiting");
  return getHistory(memberId);
};

test("a file is read in the background, removed, and its artists are imported in their order", async () => {
  const ada = await addMember("Ada");
  const path = fileOf(await makeSpotifyFile([["Can", 4], ...PLAYS]));
  await startHistory(ada.id, path);
  const history = await finished(ada.id);
  expect(history).toMatchObject({ status: "ready", kind: "spotify", plays: 14, artistCount: 4 });
  for (const left of [path, `${path}-history`]) await expect(stat(left)).rejects.toThrow("ENOENT");
  const id = history?.id ?? "";
  const before = (await getPreferences(ada.id))?.topArtists ?? [];
  expect((await getImportOffer(ada.id, id))?.offer.newArtists).toEqual(["Can", "Nina Simone"]);
  await saveImport(ada.id, id, { playCount: null, artists: ["Can", "Nina Simone"], favoriteGenres: [] });
  expect((await getPreferences(ada.id))?.topArtists).toEqual([...before, "Can", "Nina Simone"]);
  const eve = await addNewcomer("Eve");
  expect(await getImportOffer(eve.id, id)).toBeUndefined();
  await changeRows(listeningHistory, { id }, { createdAt: new Date(0) });
  await deleteExpiredHistories();
  expect(await getHistory(ada.id)).toBeUndefined();
});

test("a second file waits for the first, and a dead process's file can be sent again", async () => {
  const { id } = await addNewcomer("Ada");
  await startHistory(id, fileOf(listens(20_000)));
  await expect(startHistory(id, fileOf(listens(1)))).rejects.toMatchObject({
    message: t(historyErrors.busy),
  });
  await finished(id);
  await startHistory(id, fileOf(listens(1)));
  await finished(id);
  await changeRows(
    listeningHistory,
    { memberId: id },
    { finishedAt: null, kind: null, topArtists: null, renewedAt: new Date(Date.now() - 31_000) },
  );
  expect(await getHistory(id)).toMatchObject({ status: "failed", error: t(historyErrors.interrupted) });
  await startHistory(id, fileOf(listens(2)));
  expect(await finished(id)).toMatchObject({ status: "ready", plays: 2 });
});

test("one file is read and four wait; a sixth member is asked to come back", async () => {
  const members = [];
  for (const name of ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]) members.push(await addNewcomer(name));
  const ids = members.map(({ id }) => id);
  const now = new Date();
  const rows = ids
    .slice(0, 5)
    .map((memberId) => ({ id: randomUUID(), memberId, renewedAt: now, createdAt: now }));
  await db.insert(listeningHistory).values(rows);
  const [sixth = 0] = ids.slice(-1);
  const send = async () => startHistory(sixth, fileOf(listens(1)));
  await expect(send()).toBeRefused("unavailable", t(historyErrors.queue));
  await expect(requireTurn(sixth)).toBeRefused("unavailable");
  await expect(requireTurn(ids[0] ?? 0)).rejects.toMatchObject({ message: t(historyErrors.busy) });

  await changeRows(listeningHistory, { id: rows[0]?.id ?? "" }, { finishedAt: now });
  await send();
  expect(await finished(sixth)).toMatchObject({ status: "ready" });
  await db.delete(listeningHistory);
});

test("a refused file says why, and a process with limited memory reads it, whose death is reported", async () => {
  const { id } = await addNewcomer("Ada");
  await startHistory(id, fileOf("[]"));
  expect(await finished(id)).toMatchObject({ status: "failed", error: t(historyErrors.wrong) });
  const path = fileOf(listens(60_000));
  await startHistory(id, path);
  await expect
    .poll(
      () =>
        stat(`${path}-history`).then(
          () => "there",
          () => "gone",
        ),
      { timeout: 20_000 },
    )
    .toBe("gone");
  const [reader] = historyWorkers.processes();
  if (process.platform === "linux") {
    const limits = await readFile(`/proc/${reader?.pid}/limits`, "utf8");
    const most = Number(/Max data size\s+(\d+)/.exec(limits)?.[1]);
    // 512 MB, and what Node.js reserves for itself.
    expect(most).toBeGreaterThan(512_000_000);
    expect(most).toBeLessThan(1_600_000_000);
  }
  for (const child of historyWorkers.processes()) child.kill("SIGKILL");
  expect(await finished(id)).toMatchObject({ status: "failed", error: t(historyErrors.interrupted) });
});

rareTest("a bomb of a hundred to one is read without holding up others or filling memory", async () => {
  const { id } = await addNewcomer("Ada");
  const line = Buffer.from(listens(100));
  async function* lines() {
    for (let i = 0; i < 600; i++) yield line;
  }
  const path = fileOf(await makeZip({ "listens/1.jsonl": Readable.from(lines(), { objectMode: false }) }));
  const before = process.memoryUsage().rss;
  const cpuBefore = process.cpuUsage();
  await startHistory(id, path);
  // Asking takes time of this process too.
  expect(await finished(id, 1000)).toMatchObject({ status: "ready", plays: 60_000, artistCount: 1 });
  const { user, system } = process.cpuUsage(cpuBefore);
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  // Unpacking and counting take this long by themselves; a delay of the loop would measure the machine's other work too.
  expect((user + system) / 1e6).toBeLessThan(1);
});
