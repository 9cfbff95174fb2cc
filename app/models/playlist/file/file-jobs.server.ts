// Reading playlists from files in a process of its own, so that no file keeps other requests waiting.
import { MINUTE_MS } from "~/durations";
import { createFilePool, runMemberJob } from "~/models/member-job.server";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import type { PlaylistFile } from "./reading.server";

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
export async function readMemberFile(memberId: number, job: PlaylistJob): Promise<PlaylistFile> {
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
