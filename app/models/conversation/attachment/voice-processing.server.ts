// Turns an uploaded recording into a file of our own, in a process of its own.
import { join } from "node:path";
import { createWorkerPool } from "db/workers.server";
import { MINUTE_MS } from "~/durations";
import { runMemberJob } from "~/models/member-job.server";
import { voiceErrors } from "./voice";
import type { Recording } from "./voice-file.server";

export type VoiceJob = { path: string };

const MEMORY_MB = 256;
/** Of which an honest recording takes a tenth. */
const WORK_MS = 3_000;
const WAIT_MS = MINUTE_MS;

const voiceWorkers = createWorkerPool<VoiceJob>(1, join(process.cwd(), "build/voice-worker.js"), {
  waitMs: WAIT_MS,
  workMs: WORK_MS,
  memoryMb: MEMORY_MB,
  isBinary: true,
});

/**
 * The recording in a member's file, as `rewrapRecording` writes it. Refuses what that refuses, and as `runMemberJob` does what
 * takes more than 3 seconds of work or 256 MB.
 */
export async function processRecording(memberId: number, path: string): Promise<Recording> {
  const options = { kind: "voiceWork", owner: memberId, tooMuchWork: voiceErrors.notOne } as const;
  return (await runMemberJob(voiceWorkers, { path }, options)) as Recording;
}
