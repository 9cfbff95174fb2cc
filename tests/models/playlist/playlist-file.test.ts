// Playlists as files: what is read of every format, what is refused, and that what is written is read again.
import { buffer } from "node:stream/consumers";
import type { ImportedSong, ReadLine, ReadPlaylist } from "db/column-types";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { toText } from "~/language/text";
import { PLAYLIST_FORMATS, PLAYLISTS_IN_FILE, SONGS_IN_FILE } from "~/models/playlist/file/playlist-file";
import { readPlaylistFile } from "~/models/playlist/file/reading.server";
import { writePlaylistFile } from "~/models/playlist/file/writing.server";
import { SONGS_MAX } from "~/models/playlist/playlist";
import {
  billionLaughsXspf,
  exportifyCsv,
  externalEntityXspf,
  itunesLibrary,
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
  const { playlists, ...file } = await readPlaylistFile(bytes, filename);
  const word = (lines: ReadLine[]) => lines.map(({ line, message }) => ({ line, message: toText(message) }));
  const worded = playlists.map((list) => ({
    ...list,
    leftOut: word(list.leftOut),
    changed: word(list.changed),
  }));
  return { ...file, playlists: worded };
}

/** The only playlist of a file. */
async function read(content: string | Uint8Array, filename?: string): Promise<ReadPlaylist> {
  const { playlists } = await readAll(content, filename);
  expect(playlists).toHaveLength(1);
  return playlists[0] as ReadPlaylist;
}

/** Its songs as "Artist | Title | Album | seconds", as far as they are known. */
async function songsOf(content: string | Uint8Array, filename?: string): Promise<string[]> {
  return (await read(content, filename)).songs.map(toLine);
}

function toLine({ artist, title, album, duration }: ImportedSong): string {
  return [artist, title, album, duration ?? ""].join(" | ").replace(/( \| )+$/, "");
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
    ["Rock", ["Van Halen | Panama | 1984", "Van Halen | Jump | 1984"]],
    ["Pop", ["Madonna | Vogue | I'm Breathless"]],
    ["Liked videos", ["Kate Bush | Running Up That Hill (A Deal With God)", "Kate Bush | Cloudbusting"]],
  ]);
  expect(playlists[2]?.leftOut).toEqual([
    { line: 1, message: "No title." },
    { line: 3, message: "No artist." },
  ]);
});

test("Soundiiz's file is read with its semicolons", async () => {
  expect(await songsOf(soundiizCsv)).toEqual([
    "The Weeknd | Blinding Lights | After Hours | 200",
    "Sigur Rós | Semi;colon | ( )",
  ]);
});

test("a playlist of ListenBrainz is read without the HTML of its description", async () => {
  const list = await read(listenbrainzJspf);
  expect(list).toMatchObject({ name: "Weekly Jams", leftOutCount: 2 });
  expect(list.description.trim()).toBe("Songs we like & share");
  expect(list.songs.map(toLine)).toEqual([
    "Stereolab | Brakhage | Dots and Loops | 291",
    "Queen & David Bowie | Under Pressure",
  ]);
  expect(list.leftOut).toEqual([
    { line: 3, message: "“[unknown]” is no artist." },
    { line: 4, message: "No title." },
  ]);
});

test("VLC's XSPF is read without what only VLC needs", async () => {
  const list = await read(vlcXspf);
  expect(list).toMatchObject({ name: "Playlist & more", leftOut: [{ line: 2, message: "No artist." }] });
  expect(list.songs.map(toLine)).toEqual([
    "Low | Sunflower | Things We Lost in the Fire | 281",
    "Sigur Rós | Ágætis <byrjun>",
  ]);
});

test("M3U is read as players write it", async () => {
  const list = await read(playerM3u);
  expect(list.name).toBe("On the road");
  expect(list.songs.map(toLine)).toEqual([
    "Low | Sunflower |  | 281",
    "Can | Vitamin C",
    "Broadcast | Tender Buttons - Live | Tender Buttons | 226",
  ]);
  expect(await songsOf(itunesM3u)).toEqual(["Low | Sunflower |  | 281", "Can | Vitamin C |  | 184"]);
  const plain = await read(plainM3u, "Plain.m3u");
  expect(plain).toMatchObject({ name: "Plain", leftOut: [{ line: 4, message: "No artist." }] });
  expect(plain.songs.map(toLine)).toEqual([
    "Low | Sunflower | Things We Lost in the Fire",
    "Sigur Rós | Untitled 2 | ( )",
    "Can | Vitamin C",
  ]);
});

test("M3U is read as phones write it", async () => {
  expect(await songsOf(powerampM3u)).toEqual(["Low | Sunflower |  | 281", "Can | Vitamin C | Ege Bamyasi"]);
  const list = await read(phoneM3u, "My favourites.m3u8");
  expect(list.songs.map(toLine)).toEqual(["Low | Sunflower | Things We Lost in the Fire", "Can | Vitamin C"]);
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
    ["an odd duration", "title,artist,duration\nSunflower,Low,long", "Low | Sunflower"],
    ["a negative duration", "title,artist,duration\nSunflower,Low,-1", "Low | Sunflower"],
    ["a duration of days", "title,artist,duration ms\nSunflower,Low,999999999", "Low | Sunflower"],
    ["rows that end early", "title,artist,album\nSunflower,Low", "Low | Sunflower"],
    ["a formula that a spreadsheet defused", "title,artist\n'=1+1,Low", "Low | =1+1"],
    ["a title over two lines", 'title,artist\n"Sun\nflower",Low', "Low | Sun flower"],
  ])("%s", async (_, csv, line) => {
    expect(await songsOf(csv)).toEqual([line]);
  });

  test.each([
    ["windows-1252", "Björk"],
    ["windows-1251", "Кино"],
    ["utf-16le", "Sigur Rós"],
  ])("letters in %s", async (encoding, artist) => {
    const bytes = iconv.encode(`title,artist\nSong,${artist}\n`, encoding, { addBOM: true });
    expect(await songsOf(bytes)).toEqual([`${artist} | Song`]);
  });
});

describe("variants of JSPF", () => {
  const jspf = (track: unknown, more = {}) =>
    JSON.stringify({ playlist: { title: "A", ...more, track: [track] } });
  test.each([
    ["nothing but names", jspf({ title: "Sunflower", creator: "Low" }), "Low | Sunflower"],
    ["a duration as text", jspf({ title: "S", creator: "Low", duration: "281000" }), "Low | S |  | 281"],
    ["no duration", jspf({ title: "S", creator: "Low", duration: null }), "Low | S"],
    ["a duration of nonsense", jspf({ title: "S", creator: "Low", duration: { a: 1 } }), "Low | S"],
    ["an infinite duration", jspf({ title: "S", creator: "Low", duration: 1e308 }), "Low | S"],
    ["names that are numbers", jspf({ title: 1979, creator: 311, album: 1984 }), "311 | 1979 | 1984"],
    ["an album of another type", jspf({ title: "S", creator: "Low", album: { a: 1 } }), "Low | S"],
    ["a location as text", jspf({ location: "file:///m/Low/Things/01%20S.mp3" }), "Low | S | Things"],
    ["several locations", jspf({ location: ["Low/Things/S.ogg", "x.mp3"] }), "Low | S | Things"],
    ["a title and a location", jspf({ title: "S", location: ["/m/Low/Things/1.mp3"] }), "Low | S | Things"],
    ["locations of another type", jspf({ title: "S", creator: "Low", location: [1] }), "Low | S"],
    ["an artist in the title", jspf({ title: "Low - S" }), "Low | S"],
    [
      "a control character as it is",
      `{"playlist":{"track":[{"title":"S\u0004\n","creator":"Low"}]}}`,
      "Low | S",
    ],
    [
      "an escape of another language",
      '{"playlist":{"track":[{"title":"Don\\\'t","creator":"Low"}]}}',
      "Low | Don\\'t",
    ],
    [
      "texts that were escaped for HTML",
      jspf({ title: "R &amp; B", creator: "Caf&eacute; &#39;n&#x2019;" }),
      "Café 'n’ | R & B",
    ],
    [
      "a text that speaks of an entity",
      jspf({ title: "&amp; & more", creator: "Low" }),
      "Low | &amp; & more",
    ],
    ["identifiers of any type", jspf({ title: "S", creator: "Low", identifier: 3 }), "Low | S"],
    ["spaces around", jspf({ title: " S\t", creator: " Low " }), "Low | S"],
    ["control characters", jspf({ title: "S\u0000\u0007", creator: "Lo\ud800w" }), "Low | S"],
    ["a byte order mark", `\ufeff${jspf({ title: "S", creator: "Low" })}`, "Low | S"],
    ["empty lines before it", `\n\n  ${jspf({ title: "S", creator: "Low" })}`, "Low | S"],
    [
      "a name of a prototype",
      jspf({ title: "__proto__", creator: "constructor" }),
      "constructor | __proto__",
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
    ["without a declaration", xspf(both), "Low | S"],
    ["without a namespace", xspf(both, "playlist"), "Low | S"],
    ["version 0", xspf(both, 'playlist version="0" xmlns="http://xspf.org/ns/0/"'), "Low | S"],
    [
      "a prefix",
      '<x:playlist xmlns:x="http://xspf.org/ns/0/"><x:trackList><x:track><x:title>S</x:title><x:creator>Low</x:creator></x:track></x:trackList></x:playlist>',
      "Low | S",
    ],
    ["comments and instructions", xspf(`<!-- a --><?pi b?>${both}`), "Low | S"],
    ["entities", xspf("<title>R&amp;B &lt;3 &#x2019;</title><creator>Low</creator>"), "Low | R&B <3 ’"],
    ["CDATA beside text", xspf("<title>S<![CDATA[ & T]]></title><creator>Low</creator>"), "Low | S & T"],
    ["lines and spaces", xspf("<title>\n\tS\n</title><creator> Low </creator>"), "Low | S"],
    ["empty elements", xspf(`${both}<album/><duration/>`), "Low | S"],
    ["a duration", xspf(`${both}<duration> 281333 </duration>`), "Low | S |  | 281"],
    ["an odd duration", xspf(`${both}<duration>4:41</duration>`), "Low | S"],
    [
      "elements of others",
      xspf(`${both}<meta rel="x">y</meta><extension><a><title>no</title></a></extension>`),
      "Low | S",
    ],
    [
      "prefixes that nobody declared",
      xspf(`${both}<vlc:title>no</vlc:title><extension><vlc:id>0</vlc:id></extension>`),
      "Low | S",
    ],
    ["a declaration without a version", `<?xml encoding="UTF-8"?>\r\n${xspf(both)}`, "Low | S"],
    ["a bare &", xspf("<title>Rock & Roll &</title><creator>A&B;C</creator>"), "A&B;C | Rock & Roll &"],
    ["a bare <", xspf("<title>I <3 U < 4</title><creator>Low</creator>"), "Low | I <3 U < 4"],
    ["a bare ]]>", xspf("<title>S ]]> T</title><creator>Low</creator>"), "Low | S ]]> T"],
    [
      "entities of HTML",
      xspf("<title>S&nbsp;&uuml;&hellip;</title><creator>Caf&eacute; &unknown;</creator>"),
      "Café &unknown; | S ü…",
    ],
    [
      "references to no character",
      xspf("<title>A&#4;B&#xD800;&#1114112;</title><creator>&#0;Low</creator>"),
      "Low | AB",
    ],
    [
      "characters that XML can't hold",
      xspf("<title>One\u0004T\uffffwo</title><creator>Low\u000b</creator>"),
      "Low | OneTwo",
    ],
    [
      "signs and comments in CDATA",
      xspf("<title><![CDATA[R&B <!-- & -->]]></title><creator>L<!-- ]]> & -- -->ow</creator>"),
      "Low | R&B <!-- & -->",
    ],
    [
      "texts that were escaped twice",
      xspf("<title>R &amp;amp; B &amp;#39;n&amp;nbsp;S</title><creator>Low</creator>"),
      "Low | R & B 'n S",
    ],
    [
      "a text that speaks of an entity",
      xspf("<title>&amp;amp; &amp; more</title><creator>Low</creator>"),
      "Low | &amp; & more",
    ],
    [
      "a location alone",
      xspf("<location>file:///home/ada/Low/Things/01%20-%20S.ogg</location>"),
      "Low | S | Things",
    ],
    [
      "a relative location",
      xspf("<location>Bj%C3%B6rk/Debut/03%20Venus.ogg</location>"),
      "Björk | Venus | Debut",
    ],
    [
      "a title and several locations",
      xspf("<title>S</title><location>file:///C:/Low/Things/1.mp3</location><location>x.mp3</location>"),
      "Low | S | Things",
    ],
    [
      "an artist and a location",
      xspf("<creator>Low</creator><location>/m/Low - S.mp3</location>"),
      "Low | S",
    ],
    ["an artist in the title", xspf("<title>Low – S - Live</title>"), "Low | S - Live"],
    ["other line ends", xspf(both).replaceAll("><", ">\r\n<"), "Low | S"],
  ])("%s", async (_, xml, line) => {
    expect(await songsOf(xml)).toEqual([line]);
  });

  test("letters of two bytes", async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?>${xspf("<title>Jóga & I</title><creator>Björk</creator>")}`;
    expect(await songsOf(iconv.encode(xml, "utf-16le", { addBOM: true }))).toEqual(["Björk | Jóga & I"]);
  });

  test("letters as the declaration says", async () => {
    const xml = (name: string) =>
      `<?xml version="1.0" encoding="${name}"?>${xspf("<title>Kryptoř</title><creator>Žbirka</creator>")}`;
    expect(await songsOf(iconv.encode(xml("ISO-8859-2"), "windows-1250"))).toEqual(["Žbirka | Kryptoř"]);
  });
});

describe("variants of M3U", () => {
  test.each([
    ["no details", "Low - S.mp3", "Low | S"],
    ["spaces", "#EXTINF: 281 , Low - S \nx.mp3", "Low | S |  | 281"],
    ["an artist of its own", "#EXTART:A - B\n#EXTINF:1,A - B - S\nx.mp3", "A - B | S |  | 1"],
    ["a title alone, the artist in the path", "#EXTINF:5,S\n/m/Low/Things/1.mp3", "Low | S | Things | 5"],
    ["a Windows path", "\\\\nas\\Low\\Things\\03. S.wma", "Low | S | Things"],
    ["a broken escape", "file:///m/Low/100%/S.mp3", "Low | S | 100%"],
    ["a long dash", "#EXTINF:5,Low – S\nx.mp3", "Low | S |  | 5"],
    ["a hyphen inside", "#EXTINF:5,Jay-Z - S\nx.mp3", "Jay-Z | S |  | 5"],
    ["an unknown directive", "#EXTVLCOPT:x=y\n#EXTINF:5,Low - S\nx.mp3", "Low | S |  | 5"],
    ["a long dash in the title", "#EXTINF:5,Low - S – T — U\nx.mp3", "Low | S – T — U |  | 5"],
    [
      "a title with dashes first",
      "#EXTINF:5,S - Live - Low\nMusic/Low/Things/1.mp3",
      "Low | S - Live |  | 5",
    ],
    ["television's keys", '#EXTINF:-1 tvg-id="x" tvg-name="a, b - c",Low - S\nhttp://a.example/1', "Low | S"],
    ["television's keys after a comma", '#EXTINF:5,tvg-id="x",Low - S\nx.mp3', "Low | S |  | 5"],
    [
      "an album and an artist after the text",
      "#EXTINF:5,S\n#EXTALB:Things\n#EXTART:Low\nx.mp3",
      "Low | S | Things | 5",
    ],
    ["no files", "#EXTINF:5,Low - S", "Low | S |  | 5"],
    ["a decimal point", "#EXTINF:5.25,Low - S\nx.mp3", "Low | S |  | 5"],
    ["a decimal comma", "#EXTINF:240,25,Low - S\nx.mp3", "Low | S |  | 240"],
    ["a decimal comma of many digits", "#EXTINF:-6,65000009536743,311 - S\nx.mp3", "311 | S"],
    ["a decimal comma before a number", "#EXTINF:24,5,311 - S\nm/311/Music/S.mp3", "311 | S |  | 24"],
    ["a number with a comma", "#EXTINF:231,10,000 Maniacs - S\nx.mp3", "10,000 Maniacs | S |  | 231"],
    ["a name with a comma", "#EXTINF:231,5,Six - S\nMusic/5,Six/S.mp3", "5,Six | S |  | 231"],
    [
      "a title that counts",
      "#EXTINF:231,1, 2 Step - Ciara\nMusic/Ciara/Goodies/1.mp3",
      "Ciara | 1, 2 Step |  | 231",
    ],
    ["milliseconds", "#EXTINF:459768,Low - S\nx.mp3", "Low | S |  | 460"],
    ["a title beside a file with both", "#EXTINF:5,S\n../Music/everything/S - Low.mp3", "Low | S |  | 5"],
    [
      "a title beside a file with both the other way",
      "#EXTINF:5,S: T?\nLow - S_ T_.mp3",
      "Low | S: T? |  | 5",
    ],
    [
      "a title with a number beside a file",
      "#EXTINF:5,20 Years\n20 Years - Low.mp3",
      "Low | 20 Years |  | 5",
    ],
    ["underscores", "/Music/Sunday/Low_-_Second_Light.mp3", "Low | Second Light"],
    [
      "underscores in folders",
      "/Music/The_Band/The_Album/01_The_Song.mp3",
      "The Band | The Song | The Album",
    ],
    ["an underscore for another sign", "/Music/AC_DC/Back In Black/01 S.mp3", "AC_DC | S | Back In Black"],
    ["underscores in the text", "#EXTINF:5,Low_-_Second_Light\nx.mp3", "Low | Second Light |  | 5"],
    ["what saved it", "Low_-_Second_Light_(MP3_70K).mp3", "Low | Second Light"],
    ["the video's id", "Low - Second Light [-0S3qV972A0].m4a", "Low | Second Light"],
    ["two extensions", "Low - S.flac.mp3", "Low | S"],
    ["no extension", "Low - Vol.12", "Low | Vol.12"],
    ["a number that is a name", "50 Cent - S.mp3", "50 Cent | S"],
    ["a number that is the artist's", "Music/10 Years/Things/10 Years - S.mp3", "10 Years | S"],
    ["escaped UTF-8", "Bj%C3%B6rk/Debut/03%20Venus%20as%20a%20Boy.mp3", "Björk | Venus as a Boy | Debut"],
    ["escaped Latin-1", "file:///m/Bj%F6rk/D%E9but/03%20S.mp3", "Björk | S | Début"],
    ["a slash that is escaped", "file:///m/AC%2FDC/Things/S.mp3", "AC/DC | S | Things"],
    ["a percent sign that is one", "Music/Low/50%50/100%Best.mp3", "Low | 100%Best | 50%50"],
    ["a percent sign and spaces", "Music/Low/Things/100%20 S.mp3", "Low | 100%20 S | Things"],
    ["a file's URL of another machine", "file://nas/Low/Things/S.mp3", "Low | S | Things"],
    ["a file's URL with one slash", "file:/home/ada/Low/Things/S.mp3", "Low | S | Things"],
    ["a drive's URL", "file:///D:/Low/Things/S.mp3", "Low | S | Things"],
    ["a drive", "D:\\Low\\Things\\02 S.mp3", "Low | S | Things"],
    ["texts that were escaped for HTML", "#EXTINF:5,A &amp; B - S\nx.mp3", "A & B | S |  | 5"],
  ])("%s", async (_, lines, song) => {
    expect(await songsOf(`#EXTM3U\n${lines}`)).toEqual([song]);
  });

  test.each([
    ["no first line", "#EXTINF:281,Low - S\nx.mp3", "Low | S |  | 281"],
    ["a byte order mark", "\ufeff#EXTM3U\r\n#EXTINF:5,Low - S\r\nx.mp3\r\n", "Low | S |  | 5"],
    ["a long dash beside its own artist", "#EXTART:Low\n#EXTINF:5,Low – S – T\nx.mp3", "Low | S – T |  | 5"],
    ["the artist last, of its own", "#EXTART:Low\n#EXTINF:5,S – T - Low\nx.mp3", "Low | S – T |  | 5"],
    ["lines of an old Mac", "#EXTM3U\r#EXTINF:5,Low - S\rx.mp3\r", "Low | S |  | 5"],
    [
      "letters of an old Windows",
      iconv.encode("#EXTM3U\n#EXTINF:5,Björk - Jóga\nx.mp3", "windows-1252"),
      "Björk | Jóga |  | 5",
    ],
  ])("%s", async (_, m3u, line) => {
    expect(await songsOf(m3u)).toEqual([line]);
  });
});

test.each([
  ["/home/ada/rain.ogg", "No artist."],
  ["C:\\Users\\ada\\Music\\rain.mp3", "No artist."],
  ["D:\\Sunday\\rain.mp3", "No artist."],
  ["\\\\nas\\share\\rain.mp3", "No artist."],
  ["/storage/emulated/0/Music/Sunday/TOWN WITH LYRICS by BAND [-0S3qV972A0].m4a", "No artist."],
  ["http://radio.example/Low/Things/S.mp3", "No title."],
  ["Music/Various Artists/Things/S.mp3", "“Various Artists” is no artist."],
])("the song at %s is left out", async (address, message) => {
  expect(await read(`#EXTM3U\n#EXTINF:5,Low - S\nx.mp3\n${address}`)).toMatchObject({
    leftOut: [{ line: 2, message }],
    songs: [{ title: "S" }],
  });
});

test("one song that can't be mended costs none of the others", async () => {
  const xml = `<playlist><title>R&B&nbsp;</title><trackList><track><title>&#4;</title><creator>Low</creator></track>
    <track><title>Spoon</title><creator>Can</creator></track></trackList></playlist>`;
  const list = await read(xml);
  expect(list).toMatchObject({ name: "R&B", leftOut: [{ line: 1, message: "No title." }] });
  expect(list.songs.map(toLine)).toEqual(["Can | Spoon"]);
});

describe("Spotify's own download", () => {
  const song = (trackName: string, artistName = "Can") => ({
    ...{ track: { trackName, artistName, albumName: "Ege Bamyasi", trackUri: "spotify:track:1" } },
    ...{ episode: null, audiobook: null, localTrack: null, addedDate: "2024-01-01" },
  });
  const other = (item: object) => ({
    track: null,
    episode: null,
    audiobook: null,
    localTrack: null,
    ...item,
  });
  const download = (...playlists: object[]) => JSON.stringify({ playlists }, null, 2);

  test("each of its playlists is read, with what is left out and why", async () => {
    const items = [
      song("Spoon"),
      other({ episode: { episodeName: "E", showName: "S" } }),
      other({ localTrack: { uri: "spotify:local:Can:Ege+Bamyasi:Vitamin+C%3F:212" } }),
      other({ localTrack: { uri: "spotify:local::::" } }),
      other({ audiobook: { audiobookName: "A" } }),
      other({}),
      null,
    ];
    const { playlists } = await readAll(
      download(
        { name: "Road", description: "R &amp; B", items, numberOfFollowers: 0 },
        { name: "Road", description: null, items: [song("Halleluwah")] },
        { name: "Empty", items: [] },
        { name: "Broken", items: 3 },
        { items: [song("Dunno", "")] },
      ),
      "Playlist1.json",
    );
    expect(playlists.map(({ name, description, songs }) => [name, description, songs.map(toLine)])).toEqual([
      ["Road", "R & B", ["Can | Spoon | Ege Bamyasi", "Can | Vitamin C? | Ege Bamyasi | 212"]],
      ["Road", "", ["Can | Halleluwah | Ege Bamyasi"]],
    ]);
    expect(playlists[0]?.leftOut).toEqual([
      { line: 2, message: "A podcast episode." },
      { line: 4, message: "No title." },
      { line: 5, message: "An audiobook." },
      { line: 6, message: "No longer on Spotify." },
      { line: 7, message: "No longer on Spotify." },
    ]);
  });

  test("its ZIP is read as it comes", async () => {
    const zip = new ZipFile();
    const add = (name: string, json: string) =>
      zip.addBuffer(Buffer.from(json), `Spotify Account Data/${name}`);
    add("Playlist10.json", download({ name: "Last", items: [song("Halleluwah")] }));
    add("Playlist2.json", download({ name: "Road", items: [song("Pinch")] }));
    add("Playlist1.json", download({ name: "Road", items: [song("Spoon")] }));
    add("StreamingHistory_music_0.json", "[");
    add(
      "YourLibrary.json",
      JSON.stringify({ tracks: [{ artist: "Can", album: "", track: "I'm So Green" }] }),
    );
    zip.end();
    const { playlists } = await readAll(await buffer(zip.outputStream), "my_spotify_data.zip");
    expect(playlists.map(({ name, songs }) => [name, songs[0]?.title])).toEqual([
      ["Road", "Spoon"],
      ["Road", "Pinch"],
      ["Last", "Halleluwah"],
      ["Liked Songs", "I'm So Green"],
    ]);
  });

  test("a ZIP that unpacks to too much is refused", async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.alloc(21_000_000), "Playlist1.json");
    zip.addBuffer(Buffer.alloc(1), "Playlist2.json");
    zip.end();
    await expect(readAll(await buffer(zip.outputStream))).rejects.toMatchObject({
      message: expect.stringContaining("too much inside"),
    });
  });

  test("the songs that its member likes are a playlist", async () => {
    const tracks = [{ artist: "Can", album: "Ege Bamyasi", track: "Spoon", uri: "spotify:track:1" }];
    const list = await read(JSON.stringify({ tracks, albums: [], shows: [] }), "YourLibrary.json");
    expect([list.name, list.songs.map(toLine)]).toEqual(["Liked Songs", ["Can | Spoon | Ege Bamyasi"]]);
  });

  test("the songs of all its playlists have a limit", async () => {
    const items = Array.from({ length: SONGS_MAX }, (_, index) => song(`Song ${index}`));
    const lists = Array.from({ length: SONGS_IN_FILE / SONGS_MAX + 1 }, (_, index) => ({
      name: `${index}`,
      items,
    }));
    const { playlists } = await readAll(
      download(...lists.slice(0, -1), { name: "More", items: items.slice(0, 3) }),
    );
    expect(playlists).toHaveLength(SONGS_IN_FILE / SONGS_MAX);
  });
});

test("placeholders, repeats, and songs beyond the limit are left out, and counted", async () => {
  const rows = Array.from({ length: SONGS_MAX + 20 }, (_, index) => `Song ${index},Low`);
  const list = await read(["title,artist", "Hit,Various Artists", "song 0,low", ...rows].join("\n"));
  expect(list).toMatchObject({
    ...{ leftOutCount: 1, leftOut: [{ line: 1, message: "“Various Artists” is no artist." }] },
    ...{ repeatCount: 1, excessCount: 20 },
  });
  expect(list.songs.slice(0, 2).map(toLine)).toEqual(["low | song 0", "Low | Song 1"]);
  expect(list.songs).toHaveLength(SONGS_MAX);
});

test("texts that are too long are shortened, and that is said", async () => {
  const list = await read(`title,artist\n${"x".repeat(300)},Low`);
  expect(list.songs[0]?.title).toHaveLength(200);
  expect(list.changed).toEqual([{ line: 1, message: "Its title is too long and is shortened." }]);
});

test("a file's first playlists are read, and the others counted", async () => {
  const rows = Array.from({ length: PLAYLISTS_IN_FILE + 4 }, (_, index) => `S,Low,List ${index}`);
  const file = await readAll(["title,artist,playlist name", ...rows].join("\n"));
  expect(file.playlists.map(({ name }) => name)).toEqual(
    Array.from({ length: PLAYLISTS_IN_FILE }, (_, index) => `List ${index}`),
  );
  expect(file.otherCount).toBe(4);
});

describe("files that aren't playlists are refused", () => {
  const song = "<track><title>S</title><creator>Low</creator></track>";
  test.each([
    ["a billion laughs", billionLaughsXspf, "document type"],
    ["a file of the server", externalEntityXspf, "document type"],
    ["tags that don't match", `<playlist><trackList>${song}<b></trackList></playlist>`, "damaged"],
    ["a comment without an end", `<playlist><!-- <trackList>${song}</trackList></playlist>`, "damaged"],
    [
      "CDATA without an end",
      `<playlist><title><![CDATA[</title><trackList>${song}</trackList></playlist>`,
      "damaged",
    ],
    ["a library of iTunes", itunesLibrary, "File > Library > Export Playlist"],
    [
      "a library of Music without its type",
      '<plist version="1.0"><dict/></plist>',
      "File > Library > Export Playlist",
    ],
    ["other files of Spotify", '[{"endTime":"2024-01-01","artistName":"Low","trackName":"S"}]', "recognize"],
    ["a download of Spotify that ends early", '{"playlists":[{"name":"Road","items":[{"track":', "damaged"],
    ["a download of Spotify without songs", '{"playlists":[{"name":"Road","items":[]}]}', "no songs"],
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
    ["a broken ZIP", "PK\u0003\u0004...", "damaged"],
    ["another ZIP", Buffer.from(`PK\u0005\u0006${"\0".repeat(18)}`), "This is a ZIP."],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2]), "recognize"],
    ["a stream", "#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\nsegment0.ts", "stream"],
    ["a table without artists", "Title,Year\nS,1999", "column names"],
    ["a table of headings", "Title,Artist", "no songs"],
    ["text", "Dear diary,\nno music today", "column names"],
    ["nothing", "   \n", "no songs"],
    ["an empty playlist", '{"playlist":{"title":"A","track":[]}}', "no songs"],
  ])("%s", async (_, content, message) => {
    await expect(readAll(content)).toBeRefused("invalid", expect.stringContaining(message));
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
    { artist: "A – B", title: "C – D — E", album: "–", duration: 60 },
    { artist: "Low", title: "10,000 & 50%20 &amp; 1, 2", album: "", duration: 231 },
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
