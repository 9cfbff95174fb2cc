// Reads an export in the process that reads members' files.
import { open, writeFile } from "node:fs/promises";
import type { ReadPlaylist } from "db/column-types";
import Papa from "papaparse";
import type { Entry, ZipFile } from "yauzl";
import { PHOTOS_MAX } from "~/models/picture/photos";
import { PICTURE_BYTES } from "~/models/picture/upload";
import { PLAYLISTS_IN_FILE } from "~/models/playlist/file/playlist-file";
import { readPlaylistFile } from "~/models/playlist/file/reading.server";
import { listEntries, openEntry, openZip } from "~/models/zip-file.server";
import { Refusal } from "~/refusal";
import { ARCHIVE_FILE, ARCHIVE_VERSION, archiveErrors } from "./archive";

/** `path` is that of the ZIP; its pictures are written beside it. */
export type ArchiveJob = { path: string };

/** The largest size that a file of an export may unpack to. */
const TEXT_BYTES = 1_000_000;
const RECORDS_BYTES = 4_000_000;
/** How many unknown files are named, at most. */
const NAMED = 20;
const NAME_CHARACTERS = 60;

/** The parts of an export that aren't taken over. */
const NOT_TAKEN =
  /^(README\.txt|(sign-in|decisions|matches|playlists|trivia-games|music-connections|blocked-members|invitations|reports|notifications|decisions-about-you|questions-to-you|shows|plans|alerts|told-about|answers|photo-check|pictures)\.json|(conversations|attachments|pictures)\/.*)$/;
const PLAYLIST = /^playlists\/[^/]+\.jspf$/;

/** An export's content as written; `records` are lines of CSV that say which records are wanted. */
export type Archive = {
  isNewer: boolean;
  profile: Record<string, unknown>;
  preferences: unknown;
  records: string | null;
  playlists: ReadPlaylist[];
  photos: { path: string; focus: unknown }[];
  unknown: string[];
};

/**
 * Reads what can be taken over. Refuses (invalid) a file that is no export of B-Side, is damaged or unpacks to too much.
 */
export async function readArchive({ path }: ArchiveJob): Promise<Archive> {
  const file = await open(path, "r");
  try {
    const zip = await openZip(file.fd, archiveErrors);
    const entries = new Map((await listEntries(zip, archiveErrors)).map((entry) => [entry.fileName, entry]));
    const profile = await readJson(zip, entries.get("profile.json"));
    if (!isObject(profile)) throw new Refusal("invalid", archiveErrors.notOne);
    const about = await readJson(zip, entries.get(ARCHIVE_FILE));
    const version = isObject(about) ? Number(about.version) : 0;
    const unknown = [...entries.keys()].filter((name) => !isKnown(name));
    return {
      isNewer: version > ARCHIVE_VERSION,
      profile,
      preferences: await readJson(zip, entries.get("preferences.json")),
      records: await joinRecords(zip, entries),
      playlists: await readPlaylists(zip, entries),
      photos: await unpackPhotos(zip, entries, profile, path),
      unknown: unknown.slice(0, NAMED).map((name) => name.slice(0, NAME_CHARACTERS)),
    };
  } finally {
    await file.close();
  }
}

function isKnown(name: string): boolean {
  const isRead = ["profile.json", "preferences.json", "records.csv", "wanted-records.csv", ARCHIVE_FILE];
  return isRead.includes(name) || name.endsWith("/") || NOT_TAKEN.test(name) || PLAYLIST.test(name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readBytes(zip: ZipFile, entry: Entry | undefined, most: number): Promise<Buffer | undefined> {
  if (!entry) return undefined;
  if (entry.uncompressedSize > most) throw new Refusal("invalid", archiveErrors.unpacked);
  const parts: Buffer[] = [];
  try {
    for await (const part of await openEntry(zip, entry, archiveErrors)) parts.push(part);
  } catch {
    throw new Refusal("invalid", archiveErrors.damaged);
  }
  return Buffer.concat(parts);
}

/** Undefined if the file is missing. Refuses one that isn't JSON (invalid). */
async function readJson(zip: ZipFile, entry: Entry | undefined): Promise<unknown> {
  const bytes = await readBytes(zip, entry, TEXT_BYTES);
  try {
    return bytes && JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Refusal("invalid", archiveErrors.damaged);
  }
}

/** The collection and the wanted records as one file that says which each record is. */
async function joinRecords(zip: ZipFile, entries: Map<string, Entry>): Promise<string | null> {
  const rows: string[][] = [];
  for (const [name, ownership] of [
    ["records.csv", "o"],
    ["wanted-records.csv", "w"],
  ] as const) {
    const bytes = await readBytes(zip, entries.get(name), RECORDS_BYTES);
    const [heading, ...records] = Papa.parse<string[]>(bytes?.toString("utf8") ?? "", {
      skipEmptyLines: true,
    }).data;
    if (!heading || !records.length) continue;
    // Not translated: a column's name in exports of records.
    if (!rows.length) rows.push([...heading, "Ownership"]);
    rows.push(...records.map((cells) => [...cells, ownership]));
  }
  return rows.length ? Papa.unparse(rows) : null;
}

async function readPlaylists(zip: ZipFile, entries: Map<string, Entry>): Promise<ReadPlaylist[]> {
  const read: ReadPlaylist[] = [];
  for (const [name, entry] of entries) {
    if (!PLAYLIST.test(name) || read.length >= PLAYLISTS_IN_FILE) continue;
    const bytes = await readBytes(zip, entry, TEXT_BYTES);
    if (bytes) read.push(...(await readPlaylistFile(bytes, name)).playlists);
  }
  return read;
}

/** Writes the photos of the profile beside the ZIP, in their order. */
async function unpackPhotos(
  zip: ZipFile,
  entries: Map<string, Entry>,
  profile: Record<string, unknown>,
  path: string,
): Promise<Archive["photos"]> {
  const more = Array.isArray(profile.morePhotos) ? profile.morePhotos.filter(isObject) : [];
  const named = [{ photo: profile.photo, photoFocus: profile.photoFocus }, ...more].slice(0, PHOTOS_MAX);
  const photos: Archive["photos"] = [];
  for (const { photo, photoFocus } of named) {
    const bytes = await readBytes(zip, entries.get(String(photo)), PICTURE_BYTES);
    if (!bytes) continue;
    const beside = `${path}.${photos.length}`;
    await writeFile(beside, bytes, { mode: 0o600 });
    photos.push({ path: beside, focus: photoFocus });
  }
  return photos;
}
