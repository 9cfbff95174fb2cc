// The process that reads recordings, one at a time. It is bundled separately into build/voice-worker.js.
import { answerJobs, yieldMemory } from "db/worker-process.server";
import { rewrapRecording } from "./voice-file.server";
import type { VoiceJob } from "./voice-processing.server";

await yieldMemory();
answerJobs(({ path }: VoiceJob) => rewrapRecording(path));
