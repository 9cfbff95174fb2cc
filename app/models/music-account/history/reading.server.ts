// Reads a listening history as a stream: a ZIP or a single file, from ListenBrainz, Spotify or Last.fm.
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { HistoryKind } from "db/column-types";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { removeTopic } from "~/clean-text";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { findCells, findColumns, playColumns } from "~/models/text-file/column-names";
import { judgeEncoding } from "~/models/text-file/encoding-judge.server";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { decodeTextStream } from "~/models/text-file/text-file.server";
import { listEntries, openEntry, openZip } from "~/models/zip-file.server";
import { Refusal } from "~/refusal";
import { historyErrors, SHORTEST_PLAY_MS } from "./history";
import { ObjectSplitter } from "./object-splitter";
import { PlayCounts } from "./play-counts";

/** Spotify's 200 MB unpack to about three gigabytes. */
const UNPACKED_BYTES = 4_000_000_000;
const MOST_ROW_CHARACTERS = 1_000_000;
/** How many names of a play's artists are looked at. */
const MOST_CREDITS = 100;
/** The first letter of a text is looked for in this many bytes. */
const HEAD_BYTES = 32;
/** A file with no play in this many bytes is given up; reading them takes a fraction of a second. */
const MOST_BYTES_WITHOUT = 4_000_000;

/** The entries of a ZIP that hold plays: Spotify's music, what ListenBrainz calls listens, and CSV. */
const PLAYS = /(^|\/)((streaming_?history|endsong)[^/]*\.json|[^/]*\.(jsonl|csv))$/i;
const NO_PLAYS = /(^|\/)(\._|__MACOSX\/|[^/]*(feedback|pinned|video|podcast|audiobook)[^/]*$)/i;

/** The columns of the artist, of the dates (a play has one of them), and of the one that tells plays from loves. */
type Columns = { artist: number; dates: number[]; event: number };

/** `encoding` is the encoding that a CSV was read in. */
export type ListeningHistory = {
  kind: HistoryKind;
  plays: number;
  topArtists: string[];
  encoding: TextEncoding | null;
};

/** `bytesWithout` counts the bytes since the last play, however short; `chosen` is the encoding that the member has chosen. */
type Tally = {
  counts: PlayCounts;
  bytesWithout: number;
  kind?: HistoryKind;
  chosen?: TextEncoding;
  encoding?: TextEncoding;
};

/**
 * Counts the plays of a file and lists the most played artists; `report` gets the share that has been read, from 0 to 1.
 * `chosen` is the encoding of a CSV, if the member has chosen one. Refuses (invalid) files that aren't histories, are damaged
 * or unpack to too much.
 */
export async function readHistory(
  file: FileHandle,
  report: (share: number) => void,
  chosen?: TextEncoding,
): Promise<ListeningHistory> {
  const { size } = await file.stat();
  const tally: Tally = { counts: new PlayCounts(), bytesWithout: 0, chosen };
  const head = Buffer.alloc(HEAD_BYTES);
  await file.read(head, 0, HEAD_BYTES, 0);
  if (head.toString("latin1").startsWith("PK")) await readZip(file, tally, report);
  else {
    const bytes = file.createReadStream({ autoClose: false, start: 0 });
    const isJson = /[[{]/.test(
      head
        .toString("latin1")
        .replace(/[\s\0\xef\xbb\xbf\xff\xfe]/g, "")
        .charAt(0),
    );
    await readPlays(
      measure(bytes, (read) => report(read / size)),
      isJson ? "json" : "csv",
      tally,
    );
  }
  const { counts, kind, encoding = null } = tally;
  if (!kind) throw new Refusal("invalid", historyErrors.wrong);
  if (!counts.total) throw new Refusal("invalid", historyErrors.noPlays);
  return { kind, plays: counts.total, topArtists: counts.topArtists(), encoding };
}

async function readZip(file: FileHandle, tally: Tally, report: (share: number) => void) {
  const zip = await openZip(file.fd, historyErrors);
  const all = await listEntries(zip, historyErrors);
  const entries = all.filter(({ fileName }) => PLAYS.test(fileName) && !NO_PLAYS.test(fileName));
  if (!entries.length) {
    const isNested = all.some(({ fileName }) => /\.(zip|7z|rar|gz)$/i.test(fileName));
    throw new Refusal("invalid", isNested ? historyErrors.nested : historyErrors.wrong);
  }
  if (entries.some(({ generalPurposeBitFlag }) => generalPurposeBitFlag & 1))
    throw new Refusal("invalid", historyErrors.encrypted);
  const packed = sum(entries.map(({ compressedSize }) => compressedSize));
  if (sum(entries.map(({ uncompressedSize }) => uncompressedSize)) > UNPACKED_BYTES)
    throw new Refusal("invalid", historyErrors.unpacked);
  let done = 0;
  for (const entry of entries) {
    const { compressedSize, uncompressedSize, fileName } = entry;
    const onRead = (read: number) =>
      report((done + (compressedSize * read) / Math.max(1, uncompressedSize)) / Math.max(1, packed));
    const bytes = await openEntry(zip, entry, historyErrors);
    await readPlays(measure(bytes, onRead), /\.csv$/i.test(fileName) ? "csv" : "json", tally);
    done += compressedSize;
  }
}

/** Passes chunks on and reports how many bytes there have been. Refuses what can't be unpacked (invalid). */
async function* measure(bytes: Readable, report: (read: number) => void): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      read += chunk.length;
      report(read);
      yield chunk;
    }
  } catch {
    throw new Refusal("invalid", historyErrors.damaged);
  }
}

/** Passes chunks on as long as there are plays among them. Refuses rubbish before all of it is read (invalid). */
async function* rejectRubbish(bytes: AsyncIterable<Buffer>, tally: Tally): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    tally.bytesWithout += chunk.length;
    if (tally.bytesWithout > MOST_BYTES_WITHOUT) throw new Refusal("invalid", historyErrors.wrong);
    yield chunk;
  }
}

async function readPlays(read: AsyncIterable<Buffer>, format: "json" | "csv", tally: Tally) {
  const bytes = rejectRubbish(read, tally);
  if (format === "csv") return readCsv(bytes, tally);
  const splitter = new ObjectSplitter(
    (text) => countItem(parse(text), tally),
    () => longRefusal(tally.kind !== undefined),
  );
  for await (const chunk of toUtf8(bytes)) splitter.push(chunk);
  splitter.end();
}

/** The refusal of an item too long for a play: damage in a history, otherwise a wrong file. */
function longRefusal(isHistory: boolean): Refusal {
  return new Refusal("invalid", isHistory ? historyErrors.longItem : historyErrors.wrong);
}

/** Converts JSON in any encoding of Unicode to UTF-8. */
async function* toUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: ReturnType<typeof iconv.getDecoder> | undefined;
  let isBegun = false;
  for await (const chunk of bytes) {
    const wide = isBegun ? undefined : wideEncoding(chunk);
    if (wide) decoder = iconv.getDecoder(wide);
    isBegun = true;
    yield decoder ? Buffer.from(decoder.write(chunk)) : chunk;
  }
}

/** The encoding of JSON in UTF-16, by its byte order mark or the zero byte of its first character, which is ASCII. */
function wideEncoding([first, second]: Buffer): TextEncoding | undefined {
  if (second === 0 || (first === 0xff && second === 0xfe)) return "utf-16le";
  if (first === 0 || (first === 0xfe && second === 0xff)) return "utf-16be";
  return undefined;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("invalid", historyErrors.damaged);
  }
}

/** Counts one entry of Spotify's extended or yearly history, or a listen. An item without a date is playing now, or a love. */
function countItem(item: Record<string, unknown>, tally: Tally) {
  const played = item.ms_played ?? item.msPlayed;
  if (typeof played === "number") {
    const artist = item.master_metadata_album_artist_name ?? item.artistName;
    countPlay("spotify", played >= SHORTEST_PLAY_MS ? [[artist]] : [], tally);
  } else if (item.listened_at) {
    const { artist_name, mbid_mapping, additional_info } = (item.track_metadata ?? {}) as TrackMetadata;
    if (typeof artist_name !== "string") return;
    const credits = toList(mbid_mapping?.artists).map((credit) => credit?.artist_credit_name);
    countPlay("listenbrainz", [credits, toList(additional_info?.artist_names), [artist_name]], tally);
  }
}

/**
 * What a listen says about its artists: those that MusicBrainz credits, those that the listener's program names, and all in
 * one.
 */
type TrackMetadata = {
  artist_name?: unknown;
  mbid_mapping?: { artists?: ({ artist_credit_name?: unknown } | null)[] } | null;
  additional_info?: { artist_names?: unknown[] } | null;
};

function toList<Item>(value: Item[] | undefined): Item[] {
  return Array.isArray(value) ? value.slice(0, MOST_CREDITS) : [];
}

/** Counts a play for the artists of the first of these lists that names any. Placeholders don't count as artists. */
function countPlay(kind: HistoryKind, lists: unknown[][], tally: Tally) {
  const { counts } = tally;
  tally.kind ??= kind;
  tally.bytesWithout = 0;
  for (const list of lists) {
    const texts = list.filter((name) => typeof name === "string");
    const names = texts.map((name) => removeTopic(name.trim())).filter(Boolean);
    // Folding the name of each of ten million plays takes half a minute.
    const artists = names.filter((name) => counts.has(name) || !isPlaceholderArtist(name));
    if (artists.length) return counts.add(artists);
  }
}

/**
 * Counts the rows of a CSV with columns of artists, titles and dates, or without headings as artist, album, title and date. A
 * row with no date, or with words in its place, is playing now.
 */
function readCsv(bytes: AsyncIterable<Buffer>, tally: Tally): Promise<void> {
  let columns: Columns | undefined;
  let parsed = 0;
  async function* text() {
    let sent = 0;
    const onEncoding = (encoding: TextEncoding) => {
      tally.encoding = encoding;
    };
    const options = { judge: judgeEncoding, chosen: tally.chosen, onEncoding };
    for await (const characters of decodeTextStream(bytes, options)) {
      // An unclosed quote would make the whole file one row.
      if (sent - parsed > MOST_ROW_CHARACTERS) throw longRefusal(columns !== undefined);
      sent += characters.length;
      yield characters;
    }
  }
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(Readable.from(text()), {
      skipEmptyLines: true,
      step({ data, meta }, parser) {
        parsed = meta.cursor;
        if (columns) return countRow(data, columns, tally);
        columns = columnsOf(data);
        if (columns && isBare(data)) return countRow(data, columns, tally);
        if (columns || isNowPlaying(data) || /^sep=/i.test(data[0] ?? "")) return;
        parser.abort();
        reject(new Refusal("invalid", historyErrors.wrong));
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}

function countRow(row: string[], { artist, dates, event }: Columns, tally: Tally) {
  const isPlay = /^(scrobbled?|listen(ed)?|play(ed)?|)$/i.test(row[event]?.trim() ?? "");
  if (isPlay && row[artist]?.trim() && dates.some((date) => /\d/.test(row[date] ?? "")))
    countPlay("lastfm", [[row[artist]]], tally);
}

function columnsOf(row: string[]): Columns | undefined {
  if (isBare(row)) return { artist: 0, dates: [3], event: -1 };
  const found = findColumns(row, playColumns, ["artist", "title", "date"]);
  if (!found) return undefined;
  const [artist = -1, event = -1] = [found.artist?.indexes[0], found.event?.indexes[0]];
  return { artist, dates: findCells(row, playColumns.date), event };
}

/** True for a row of artist, album, title and date, which some programs write without headings. */
function isBare(row: string[]): boolean {
  const [artist, , , date = ""] = row;
  return row.length === 4 && Boolean(artist?.trim()) && /\d{4}/.test(date) && /\d{1,2}:\d{2}/.test(date);
}

/** True for such a row without a date, or with words in its place. */
function isNowPlaying(row: string[]): boolean {
  return row.length === 4 && row.slice(0, 3).some((cell) => cell.trim()) && !/\d/.test(row[3] ?? "");
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
