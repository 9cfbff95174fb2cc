// The process that decodes uploads, one at a time. It is bundled separately into build/picture-worker.js.
import { answerJobs, yieldMemory } from "db/worker-process.server";
import { decodePicture } from "./decoding.server";
import type { PictureJob } from "./processing.server";

await yieldMemory();
answerJobs(({ path, cut }: PictureJob) => decodePicture(path, cut));
