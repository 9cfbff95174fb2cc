// Importing playlists from files and from ListenBrainz: reading, previewing and adding them.
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import type { FileLine, ReadLine, ReadPlaylist } from "db/column-types";
import { playlistImport } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, asc, eq, lt, sql } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { readPlaylistText } from "~/integrations/listenbrainz.server";
import { t, toText } from "~/language/text";
import { createFilePool, runMemberJob } from "~/models/member-job.server";
import { takeTurn } from "~/models/pace.server";
import type { PlaylistFile } from "~/models/playlist/file/reading.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { notFoundRefusal, Refusal } from "~/refusal";
import {
  type ListedImport,
  PLAYLISTS_IN_FILE,
  type PlaylistPreview,
  playlistFileErrors,
} from "./file/playlist-file";
import { DESCRIPTION_MAX, PLAYLIST_NAME_MAX } from "./playlist";
import { addWholePlaylist } from "./playlist.server";

/** ListenBrainz describes a song in about two kilobytes. */
const LISTENBRAINZ_BYTES = 4_000_000;
/** How long a member waits for a turn at ListenBrainz. */
const TURN_MS = 3_000;
const SECONDS_TO_WAIT = 2;
const PREVIEWED = 10;

/** A playlist's address on ListenBrainz's site or in its API, or its id alone. */
const ADDRESS =
  /^(?:(?:https?:\/\/)?(?:www\.|beta\.|api\.)?listenbrainz\.org\/(?:1\/)?playlist\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?(?:[?#].*)?$/i;

/** The first of a file's playlists, how many were read and how many weren't, and the file's encoding. */
export type PreparedPlaylists = { id: string; count: number; otherCount: number; encoding: TextEncoding };

/**
 * Reads a file and stores its playlists for a day, for a preview, in place of those of the member's last file. Refuses a file
 * that is no playlist (invalid), a second one at a time (conflict), and more than 20 files an hour (too-many).
 */
export async function preparePlaylistFile(memberId: number, job: PlaylistJob): Promise<PreparedPlaylists> {
  await consumeRateLimit("import", memberId);
  return prepare(memberId, job);
}

/**
 * The same for a public playlist of ListenBrainz. Refuses an invalid address (invalid), a playlist that isn't there (absent),
 * and no answer (unanswered, too-many, unavailable).
 */
export async function prepareListenbrainzPlaylist(
  memberId: number,
  address: string,
): Promise<PreparedPlaylists> {
  const [, mbid] = ADDRESS.exec(address.trim()) ?? [];
  if (!mbid) throw new Refusal("invalid", playlistFileErrors.address);
  await consumeRateLimit("import", memberId);
  if (!(await takeTurn("listenbrainz", TURN_MS)))
    throw new Refusal("unavailable", playlistFileErrors.queue, {}, SECONDS_TO_WAIT);
  const text = await readPlaylistText(mbid.toLowerCase(), LISTENBRAINZ_BYTES);
  if (text === undefined) throw new Refusal("absent", playlistFileErrors.absent);
  return prepare(memberId, { source: { text }, filename: "" });
}

async function prepare(memberId: number, job: PlaylistJob): Promise<PreparedPlaylists> {
  const { playlists, encoding, otherCount } = await readMemberFile(memberId, job);
  return { id: await keepPlaylists(memberId, playlists), count: playlists.length, otherCount, encoding };
}

/** Stores playlists that were read for a day, in place of those of the member's last file; resolves with the id of the first. */
export async function keepPlaylists(memberId: number, playlists: ReadPlaylist[]): Promise<string> {
  const createdAt = new Date();
  const rows = playlists.map((read, number) => ({
    id: randomUUID(),
    memberId,
    number,
    createdAt,
    read: cut(read),
  }));
  await transaction(async (tx) => {
    await tx.delete(playlistImport).where(eq(playlistImport.memberId, memberId));
    for (const row of rows) await tx.insert(playlistImport).values(row);
  });
  return rows[0]?.id ?? "";
}

function cut(read: ReadPlaylist): ReadPlaylist {
  return {
    ...read,
    name: read.name.trim().slice(0, PLAYLIST_NAME_MAX) || t("Imported playlist"),
    description: read.description.trim().slice(0, DESCRIPTION_MAX),
  };
}

/** What one of the member's own imports would add, or has added. */
export async function getPlaylistImport(memberId: number, id: string): Promise<PlaylistPreview | undefined> {
  const own = eq(playlistImport.memberId, memberId);
  const [row] = await db
    .select({ read: playlistImport.read, addedAt: playlistImport.addedAt })
    .from(playlistImport)
    .where(and(eq(playlistImport.id, id), own));
  if (!row) return undefined;
  return {
    ...row.read,
    leftOut: row.read.leftOut.map(toFileLine),
    changed: row.read.changed.map(toFileLine),
    id,
    songs: row.read.songs.slice(0, PREVIEWED),
    songCount: row.read.songs.length,
    isAdded: row.addedAt !== null,
    hasOthers: (await db.$count(playlistImport, own)) > 1,
  };
}

function toFileLine({ line, message }: ReadLine): FileLine {
  return { line, message: toText(message) };
}

/** The playlists of the member's last file, in its order. */
export async function listPlaylistImports(memberId: number): Promise<ListedImport[]> {
  const { id, read, number, addedAt } = playlistImport;
  const rows = await db
    .select({
      id,
      addedAt,
      name: sql<string>`${read} ->> '$.name'`,
      songCount: sql<number>`json_array_length(${read}, '$.songs')`,
      leftOutCount: sql<number>`(${read} ->> '$.leftOutCount') + (${read} ->> '$.excessCount')`,
    })
    .from(playlistImport)
    .where(eq(playlistImport.memberId, memberId))
    .orderBy(asc(number));
  return rows.map(({ addedAt, ...list }) => ({ ...list, isAdded: addedAt !== null }));
}

/**
 * Adds the playlist of one of the member's own imports, under this name; its id is the import's. A second confirmation changes
 * nothing. Refuses an absent import (absent), more than 200 playlists (conflict), and more than 20 an hour (too-many).
 */
export async function addImportedPlaylist(
  memberId: number,
  id: string,
  { name }: { name: string },
): Promise<string> {
  await consumeRateLimit("playlist", memberId);
  await addImport(memberId, id, name);
  return id;
}

/**
 * Adds several playlists of the member's last file, under their own names; this counts as one. If it refuses as
 * `addImportedPlaylist` does, the playlists before have been added.
 */
export async function addImportedPlaylists(memberId: number, ids: string[]): Promise<void> {
  await consumeRateLimit("playlist", memberId);
  for (const id of new Set(ids.slice(0, PLAYLISTS_IN_FILE))) {
    await addImport(memberId, id);
    await setImmediate();
  }
}

async function addImport(memberId: number, id: string, name?: string): Promise<void> {
  const isOwn = and(eq(playlistImport.id, id), eq(playlistImport.memberId, memberId));
  await transaction(async (tx) => {
    const [row] = await tx
      .select({ read: playlistImport.read, addedAt: playlistImport.addedAt })
      .from(playlistImport)
      .where(isOwn);
    if (!row) throw notFoundRefusal();
    if (row.addedAt) return;
    const read = { ...row.read, name: name ?? row.read.name };
    await addWholePlaylist(tx, memberId, id, read);
    await tx
      .update(playlistImport)
      .set({ read: { ...read, songs: [] }, addedAt: new Date() })
      .where(isOwn);
  });
}

/** Deletes imports a day after their file was sent, whether or not they were confirmed. */
export async function deleteExpiredPlaylistImports() {
  await db.delete(playlistImport).where(lt(playlistImport.createdAt, new Date(Date.now() - DAY_MS)));
}

/** `encoding` is the member's choice. */
export type PlaylistJob = {
  source: { path: string } | { text: string };
  filename: string;
  encoding?: TextEncoding;
};

/** Four megabytes of the worst JSON take two seconds. */
const WORK_MS = 8_000;
const MEMORY_MB = 512;
/** How long a member waits for others' files. */
const WAIT_MS = MINUTE_MS;

const playlistWorkers = createFilePool<PlaylistJob>("playlist", {
  waitMs: WAIT_MS,
  workMs: WORK_MS,
  memoryMb: MEMORY_MB,
});

/** The members whose file is being read or waits. */
const reading = new Set<number>();

/**
 * Reads a member's file. Refuses files that aren't playlists or are damaged (invalid), a second file at a time (conflict), and
 * as `runMemberJob` does what takes more than 8 seconds of work or 512 MB.
 */
async function readMemberFile(memberId: number, job: PlaylistJob): Promise<PlaylistFile> {
  if (reading.has(memberId)) throw new Refusal("conflict", playlistFileErrors.busy);
  reading.add(memberId);
  try {
    return (await runMemberJob(playlistWorkers, job, {
      ...{ kind: "playlistWork", owner: memberId },
      ...{ tooMuchWork: playlistFileErrors.tooMuchWork, damaged: playlistFileErrors.damaged },
    })) as PlaylistFile;
  } finally {
    reading.delete(memberId);
  }
}
