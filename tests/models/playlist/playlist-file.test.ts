// Playlists as files: what is read of every format, what is refused, and that what is written is read again.
import type { ImportedSong, ReadPlaylist } from "db/column-types";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { PLAYLIST_FORMATS } from "~/models/playlist/file/playlist-file";
import { readPlaylistFile } from "~/models/playlist/file/reading.server";
import { writePlaylistFile } from "~/models/playlist/file/writing.server";
import { SONGS_MAX } from "~/models/playlist/playlist";
import {
  billionLaughsXspf,
  exportifyCsv,
  externalEntityXspf,
  itunesM3u,
  listenbrainzJspf,
  oldExportifyCsv,
  phoneM3u,
  plainM3u,
  playerM3u,
  powerampM3u,
  soundiizCsv,
  tuneMyMusicCsv,
  vlcXspf,
} from "../../fakes/playlist-files";

async function readAll(content: string | Uint8Array, filename = "My list.txt") {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return readPlaylistFile(bytes, filename);
}

/** The only playlist of a file. */
async function read(content: string | Uint8Array, filename?: string): Promise<ReadPlaylist> {
  const { playlists } = await readAll(content, filename);
  expect(playlists).toHaveLength(1);
  return playlists[0] as ReadPlaylist;
}

/** Its songs as "Artist | Title | Album | seconds". */
async function songsOf(content: string | Uint8Array, filename?: string): Promise<string[]> {
  return (await read(content, filename)).songs.map(toLine);
}

function toLine({ artist, title, album, duration }: ImportedSong): string {
  return [artist, title, album, duration ?? ""].join(" | ");
}

test("Exportify's file is read with all artists of a song", async () => {
  const list = await read(exportifyCsv, "summer_2019.csv");
  expect(list).toMatchObject({ name: "summer_2019", leftOut: [{ line: 3, message: "No title." }] });
  expect(list.songs.map(toLine)).toEqual([
    "Broadcast | Come On Let's Go | The Noise Made by People | 198",
    "Queen, David Bowie | Under Pressure | Hot Space | 248",
  ]);
});

test("the original Exportify's file is read, with its escaped commas", async () => {
  expect(await songsOf(oldExportifyCsv)).toEqual([
    "Earth, Wind & Fire | September | Greatest Hits | 215",
    'Low | He said "no" | =SUM(A1:A9) | 61',
  ]);
});

test("TuneMyMusic's file holds several playlists", async () => {
  const { playlists } = await readAll(tuneMyMusicCsv);
  expect(playlists.map(({ name, songs }) => [name, songs.map(toLine)])).toEqual([
    ["Rock", ["Van Halen | Panama | 1984 | ", "Van Halen | Jump | 1984 | "]],
    ["Pop", ["Madonna | Vogue | I'm Breathless | "]],
    [
      "Liked videos",
      ["Kate Bush | Running Up That Hill (A Deal With God) |  | ", "Kate Bush | Cloudbusting |  | "],
    ],
  ]);
  expect(playlists[2]?.leftOut).toEqual([
    { line: 1, message: "No title." },
    { line: 3, message: "No artist." },
  ]);
});

test("Soundiiz's file is read with its semicolons", async () => {
  expect(await songsOf(soundiizCsv)).toEqual([
    "The Weeknd | Blinding Lights | After Hours | 200",
    "Sigur Rós | Semi;colon | ( ) | ",
  ]);
});

test("a playlist of ListenBrainz is read without the HTML of its description", async () => {
  const list = await read(listenbrainzJspf);
  expect(list).toMatchObject({ name: "Weekly Jams", leftOutCount: 2 });
  expect(list.description.trim()).toBe("Songs we like & share");
  expect(list.songs.map(toLine)).toEqual([
    "Stereolab | Brakhage | Dots and Loops | 291",
    "Queen & David Bowie | Under Pressure |  | ",
  ]);
  expect(list.leftOut).toEqual([
    { line: 3, message: "“[unknown]” is no artist." },
    { line: 4, message: "No title." },
  ]);
});

test("VLC's XSPF is read without what only VLC needs", async () => {
  const list = await read(vlcXspf);
  expect(list).toMatchObject({ name: "Playlist & more", leftOut: [{ line: 2, message: "No title." }] });
  expect(list.songs.map(toLine)).toEqual([
    "Low | Sunflower | Things We Lost in the Fire | 281",
    "Sigur Rós | Ágætis <byrjun> |  | ",
  ]);
});

test("M3U is read as players write it", async () => {
  const list = await read(playerM3u);
  expect(list.name).toBe("On the road");
  expect(list.songs.map(toLine)).toEqual([
    "Low | Sunflower |  | 281",
    "Can | Vitamin C |  | ",
    "Broadcast | Tender Buttons - Live | Tender Buttons | 226",
  ]);
  expect(await songsOf(itunesM3u)).toEqual(["Low | Sunflower |  | 281", "Can | Vitamin C |  | 184"]);
  const plain = await read(plainM3u, "Plain.m3u");
  expect(plain).toMatchObject({ name: "Plain", leftOut: [{ line: 4, message: "No artist." }] });
  expect(plain.songs.map(toLine)).toEqual([
    "Low | Sunflower | Things We Lost in the Fire | ",
    "Sigur Rós | Untitled 2 | ( ) | ",
    "Can | Vitamin C |  | ",
  ]);
});

test("M3U is read as phones write it", async () => {
  expect(await songsOf(powerampM3u)).toEqual([
    "Low | Sunflower |  | 281",
    "Can | Vitamin C | Ege Bamyasi | ",
  ]);
  const list = await read(phoneM3u, "My favourites.m3u8");
  expect(list.songs.map(toLine)).toEqual([
    "Low | Sunflower | Things We Lost in the Fire | ",
    "Can | Vitamin C |  | ",
  ]);
  expect(list.leftOut).toEqual([{ line: 3, message: "No artist." }]);
});

describe("variants of CSV", () => {
  const song = "Low | Sunflower | Things | 281";
  test.each([
    ["a spreadsheet's columns", "Title,Artist,Album,Duration\nSunflower,Low,Things,4:41", song],
    ["other names", "Song,Performer,Release,Length\nSunflower,Low,Things,281", song],
    ["tabs", "name\tartist\talbum\ttime\nSunflower\tLow\tThings\t4:41", song],
    ["the separator named", "sep=;\ntitle;artist;album;duration\nSunflower;Low;Things;281s", song],
    ["lines of an old Mac", "title,artist,album,duration\rSunflower,Low,Things,281", song],
    ["spaces around", " Title , Artist , Album , Duration \n Sunflower , Low , Things , 4:41 ", song],
    ["columns in another order", "Duration,Album,Artist,Title\n281,Things,Low,Sunflower", song],
    ["capitals", "TITLE,ARTIST,ALBUM,DURATION\nSunflower,Low,Things,281", song],
    ["milliseconds without saying so", "title,artist,album,duration\nSunflower,Low,Things,281000", song],
    ["an hour", "title,artist,duration\nMix,Low,1:02:03", "Low | Mix |  | 3723"],
    ["an odd duration", "title,artist,duration\nSunflower,Low,long", "Low | Sunflower |  | "],
    ["a negative duration", "title,artist,duration\nSunflower,Low,-1", "Low | Sunflower |  | "],
    ["a duration of days", "title,artist,duration ms\nSunflower,Low,999999999", "Low | Sunflower |  | "],
    ["rows that end early", "title,artist,album\nSunflower,Low", "Low | Sunflower |  | "],
    ["a formula that a spreadsheet defused", "title,artist\n'=1+1,Low", "Low | =1+1 |  | "],
    ["a title over two lines", 'title,artist\n"Sun\nflower",Low', "Low | Sun flower |  | "],
  ])("%s", async (_, csv, line) => {
    expect(await songsOf(csv)).toEqual([line]);
  });

  test.each([
    ["windows-1252", "Björk"],
    ["windows-1251", "Кино"],
    ["utf-16le", "Sigur Rós"],
  ])("letters in %s", async (encoding, artist) => {
    const bytes = iconv.encode(`title,artist\nSong,${artist}\n`, encoding, { addBOM: true });
    expect(await songsOf(bytes)).toEqual([`${artist} | Song |  | `]);
  });
});

describe("variants of JSPF", () => {
  const jspf = (track: unknown, more = {}) =>
    JSON.stringify({ playlist: { title: "A", ...more, track: [track] } });
  test.each([
    ["nothing but names", jspf({ title: "Sunflower", creator: "Low" }), "Low | Sunflower |  | "],
    ["a duration as text", jspf({ title: "S", creator: "Low", duration: "281000" }), "Low | S |  | 281"],
    ["no duration", jspf({ title: "S", creator: "Low", duration: null }), "Low | S |  | "],
    ["a duration of nonsense", jspf({ title: "S", creator: "Low", duration: { a: 1 } }), "Low | S |  | "],
    ["an infinite duration", jspf({ title: "S", creator: "Low", duration: 1e308 }), "Low | S |  | "],
    ["an album of another type", jspf({ title: "S", creator: "Low", album: 1984 }), "Low | S |  | "],
    ["identifiers of any type", jspf({ title: "S", creator: "Low", identifier: 3 }), "Low | S |  | "],
    ["spaces around", jspf({ title: " S\t", creator: " Low " }), "Low | S |  | "],
    ["control characters", jspf({ title: "S\u0000\u0007", creator: "Lo\ud800w" }), "Low | S |  | "],
    ["a byte order mark", `\ufeff${jspf({ title: "S", creator: "Low" })}`, "Low | S |  | "],
    ["empty lines before it", `\n\n  ${jspf({ title: "S", creator: "Low" })}`, "Low | S |  | "],
    [
      "a name of a prototype",
      jspf({ title: "__proto__", creator: "constructor" }),
      "constructor | __proto__ |  | ",
    ],
  ])("%s", async (_, text, line) => {
    expect(await songsOf(text)).toEqual([line]);
  });
});

describe("variants of XSPF", () => {
  const xspf = (track: string, root = 'playlist version="1" xmlns="http://xspf.org/ns/0/"') =>
    `<${root}><trackList><track>${track}</track></trackList></${root.split(" ")[0]}>`;
  const both = "<title>S</title><creator>Low</creator>";
  test.each([
    ["without a declaration", xspf(both), "Low | S |  | "],
    ["without a namespace", xspf(both, "playlist"), "Low | S |  | "],
    ["version 0", xspf(both, 'playlist version="0" xmlns="http://xspf.org/ns/0/"'), "Low | S |  | "],
    [
      "a prefix",
      '<x:playlist xmlns:x="http://xspf.org/ns/0/"><x:trackList><x:track><x:title>S</x:title><x:creator>Low</x:creator></x:track></x:trackList></x:playlist>',
      "Low | S |  | ",
    ],
    ["comments and instructions", xspf(`<!-- a --><?pi b?>${both}`), "Low | S |  | "],
    ["entities", xspf("<title>R&amp;B &lt;3 &#x2019;</title><creator>Low</creator>"), "Low | R&B <3 ’ |  | "],
    [
      "CDATA beside text",
      xspf("<title>S<![CDATA[ & T]]></title><creator>Low</creator>"),
      "Low | S & T |  | ",
    ],
    ["lines and spaces", xspf("<title>\n\tS\n</title><creator> Low </creator>"), "Low | S |  | "],
    ["empty elements", xspf(`${both}<album/><duration/>`), "Low | S |  | "],
    ["a duration", xspf(`${both}<duration> 281333 </duration>`), "Low | S |  | 281"],
    ["an odd duration", xspf(`${both}<duration>4:41</duration>`), "Low | S |  | "],
    [
      "elements of others",
      xspf(`${both}<meta rel="x">y</meta><extension><a><title>no</title></a></extension>`),
      "Low | S |  | ",
    ],
  ])("%s", async (_, xml, line) => {
    expect(await songsOf(xml)).toEqual([line]);
  });

  test("letters as the declaration says", async () => {
    const xml = (name: string) =>
      `<?xml version="1.0" encoding="${name}"?>${xspf("<title>Kryptoř</title><creator>Žbirka</creator>")}`;
    expect(await songsOf(iconv.encode(xml("ISO-8859-2"), "windows-1250"))).toEqual([
      "Žbirka | Kryptoř |  | ",
    ]);
  });
});

describe("variants of M3U", () => {
  test.each([
    ["no details", "#EXTM3U\nLow - S.mp3", "Low | S |  | "],
    ["no first line", "#EXTINF:281,Low - S\nx.mp3", "Low | S |  | 281"],
    ["spaces", "#EXTM3U\n#EXTINF: 281 , Low - S \nx.mp3", "Low | S |  | 281"],
    ["an artist of its own", "#EXTM3U\n#EXTART:A - B\n#EXTINF:1,A - B - S\nx.mp3", "A - B | S |  | 1"],
    [
      "a title alone, the artist in the path",
      "#EXTM3U\n#EXTINF:5,S\n/m/Low/Things/1.mp3",
      "Low | S | Things | 5",
    ],
    ["a Windows path", "#EXTM3U\n\\\\nas\\Low\\Things\\03. S.wma", "Low | S | Things | "],
    ["a broken escape", "#EXTM3U\nfile:///m/Low/100%/S.mp3", "Low | S | 100% | "],
    ["a long dash", "#EXTM3U\n#EXTINF:5,Low – S\nx.mp3", "Low | S |  | 5"],
    ["a hyphen inside", "#EXTM3U\n#EXTINF:5,Jay-Z - S\nx.mp3", "Jay-Z | S |  | 5"],
    ["a byte order mark", "\ufeff#EXTM3U\r\n#EXTINF:5,Low - S\r\nx.mp3\r\n", "Low | S |  | 5"],
    ["an unknown directive", "#EXTM3U\n#EXTVLCOPT:x=y\n#EXTINF:5,Low - S\nx.mp3", "Low | S |  | 5"],
    [
      "letters of an old Windows",
      iconv.encode("#EXTM3U\n#EXTINF:5,Björk - Jóga\nx.mp3", "windows-1252"),
      "Björk | Jóga |  | 5",
    ],
  ])("%s", async (_, m3u, line) => {
    expect(await songsOf(m3u)).toEqual([line]);
  });
});

test("placeholders, repeats, and songs beyond the limit are left out, and counted", async () => {
  const rows = Array.from({ length: SONGS_MAX + 20 }, (_, index) => `Song ${index},Low`);
  const list = await read(["title,artist", "Hit,Various Artists", "song 0,low", ...rows].join("\n"));
  expect(list).toMatchObject({
    ...{ leftOutCount: 1, leftOut: [{ line: 1, message: "“Various Artists” is no artist." }] },
    ...{ repeatCount: 1, excessCount: 20 },
  });
  expect(list.songs.slice(0, 2).map(toLine)).toEqual(["low | song 0 |  | ", "Low | Song 1 |  | "]);
  expect(list.songs).toHaveLength(SONGS_MAX);
});

test("texts that are too long are shortened, and that is said", async () => {
  const list = await read(`title,artist\n${"x".repeat(300)},Low`);
  expect(list.songs[0]?.title).toHaveLength(200);
  expect(list.changed).toEqual([{ line: 1, message: "Its title is too long and is shortened." }]);
});

test("a file's first playlists are read, and the others counted", async () => {
  const rows = Array.from({ length: 14 }, (_, index) => `S,Low,List ${index}`);
  const file = await readAll(["title,artist,playlist name", ...rows].join("\n"));
  expect(file.playlists.map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, index) => `List ${index}`),
  );
  expect(file.otherCount).toBe(4);
});

describe("what is no playlist is refused", () => {
  const song = "<track><title>S</title><creator>Low</creator></track>";
  test.each([
    ["a billion laughs", billionLaughsXspf, "document type"],
    ["a file of the server", externalEntityXspf, "document type"],
    [
      "an unknown entity",
      `<playlist><title>&nbsp;</title><trackList>${song}</trackList></playlist>`,
      "damaged",
    ],
    ["XML that ends early", `<playlist><trackList>${song}`, "damaged"],
    ["deep XML", `<playlist>${"<a>".repeat(100_000)}`, "damaged"],
    ["other XML", "<rss><channel/></rss>", "recognize"],
    ["a page", "<!DOCTYPE html><html><body>Not found</body></html>", "recognize"],
    ["an older page", '\n<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\n<html></html>', "recognize"],
    ["deep JSON", `{"playlist":${"[".repeat(2_000_000)}`, "damaged"],
    ["deep JSON that is whole", `{"playlist":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "recognize"],
    ["JSON that ends early", '{"playlist":{"track":[{"title":"S"', "damaged"],
    ["other JSON", '{"playlist":{"track":{}}}', "recognize"],
    ["a list", '[{"title":"S","creator":"Low"}]', "recognize"],
    ["a ZIP", "PK\u0003\u0004...", "ZIP"],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2]), "recognize"],
    ["a stream", "#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\nsegment0.ts", "stream"],
    ["a table without artists", "Title,Year\nS,1999", "column names"],
    ["a table of headings", "Title,Artist", "no songs"],
    ["text", "Dear diary,\nno music today", "column names"],
    ["nothing", "   \n", "no songs"],
    ["an empty playlist", '{"playlist":{"title":"A","track":[]}}', "no songs"],
  ])("%s", async (_, content, message) => {
    await expect(readAll(content)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(message),
    });
  });
});

const odd = {
  name: 'Über & "alles" <b> #1',
  description: "Two\nlines & more",
  songs: [
    { artist: "Low", title: "Sunflower", album: "Things We Lost in the Fire", duration: 281 },
    { artist: "#1 Dads", title: "=cmd|' /C calc'!A0", album: "+49 & co", duration: null },
    { artist: "A - B", title: "C - D", album: "", duration: 1 },
    { artist: "'=quoted", title: '@me, "you"; them', album: "]]> <![CDATA[", duration: 86_400 },
    { artist: "音楽", title: "עברית \u200fRTL", album: "😀", duration: 60 },
  ],
};

test.each(PLAYLIST_FORMATS)("what is written as %s is read again as it was", async (format) => {
  const list = await read(writePlaylistFile(odd, format));
  expect({ name: list.name, songs: list.songs }).toEqual({ name: odd.name, songs: odd.songs });
  if (format === "jspf" || format === "xspf") expect(list.description).toBe(odd.description);
});

test("no cell of a written table is a formula", () => {
  const cells = writePlaylistFile(odd, "csv").match(/(?:^|,|\n)"?[=+@-]/g);
  expect(cells).toBeNull();
});

test("no line of a written M3U8 comes from a text", () => {
  const list = { ...odd, songs: [{ artist: "#A\nB", title: "C\r\n#EXT-X-KEY:x", album: "\n", duration: 5 }] };
  expect(
    writePlaylistFile(list, "m3u8")
      .trim()
      .split(/[\r\n]+/),
  ).toHaveLength(7);
});
