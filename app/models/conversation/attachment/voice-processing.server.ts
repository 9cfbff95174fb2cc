// Turns an uploaded recording into a file of our own, in a process of its own.
import { MINUTE_MS } from "~/durations";
import { createFilePool, runMemberJob } from "~/models/member-job.server";
import { voiceErrors } from "./voice";
import type { Recording } from "./voice-file.server";

export type VoiceJob = { path: string };

const MEMORY_MB = 256;
/** An honest recording takes a tenth of it. */
const WORK_MS = 3_000;
const WAIT_MS = MINUTE_MS;

const voiceWorkers = createFilePool<VoiceJob>("voice", {
  waitMs: WAIT_MS,
  workMs: WORK_MS,
  memoryMb: MEMORY_MB,
  isBinary: true,
});

/**
 * The recording in a member's file, as `rewrapRecording` writes it. Refuses what that refuses and, as `runMemberJob` does, what
 * takes more than 3 seconds of work or 256 MB.
 */
export async function processRecording(memberId: number, path: string): Promise<Recording> {
  const options = { kind: "voiceWork", owner: memberId, tooMuchWork: voiceErrors.notOne } as const;
  return (await runMemberJob(voiceWorkers, { path }, options)) as Recording;
}
