// The process that judges in which encoding a text is. It is bundled separately into build/encoding-worker.js.
import { answerJobs, yieldMemory } from "db/worker-process.server";
import { judgeEncoding } from "./encoding-judge.server";

/** A text whose bytes are given as Latin-1. */
export type EncodingJob = { sample: string };

await yieldMemory();
answerJobs(({ sample }: EncodingJob) => judgeEncoding(sample));
