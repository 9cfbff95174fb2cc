// Turns an uploaded recording into a file of our own, in a process of its own.
import { join } from "node:path";
import { createWorkerPool } from "db/workers.server";
import { Refusal } from "~/refusal";
import { voiceErrors } from "./voice";
import type { Recording } from "./voice-file.server";

export type VoiceJob = { path: string };

const MEMORY_MB = 256;
/** Of which an honest recording takes a tenth. */
const LIMIT_MS = 5_000;

const voiceWorkers = createWorkerPool<VoiceJob>(1, join(process.cwd(), "build/voice-worker.js"), {
  jobMs: LIMIT_MS,
  memoryMb: MEMORY_MB,
  isBinary: true,
});

/**
 * The recording in a file, as `rewrapRecording` writes it. Refuses what that refuses, and what takes more than 5 seconds
 * or 256 MB (invalid).
 */
export async function processRecording(path: string): Promise<Recording> {
  const recording = voiceWorkers.run({ path }) as Promise<Recording>;
  return recording.catch((failure) => {
    if (failure instanceof Error) throw failure;
    throw new Refusal("invalid", voiceErrors.notOne);
  });
}
