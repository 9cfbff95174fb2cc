// The process that reads recordings, one at a time. It is bundled separately into build/voice-worker.js.
import { writeFile } from "node:fs/promises";
import type { Reply } from "db/workers.server";
import { Refusal } from "~/refusal";
import { rewrapRecording } from "./voice-file.server";
import type { Rewrapped, VoiceJob } from "./voice-processing.server";

/** If the machine runs out of memory, the kernel ends this process first. */
const FIRST_TO_END = "1000";
await writeFile("/proc/self/oom_score_adj", FIRST_TO_END).catch(() => undefined);

async function rewrap({ path }: VoiceJob): Promise<Rewrapped> {
  try {
    return { recording: await rewrapRecording(path) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}

function reply(message: Reply) {
  process.send?.(message);
}

process.on("message", (job: VoiceJob) => {
  rewrap(job).then(
    (result) => reply({ result }),
    (error) => reply({ error: String(error) }),
  );
});
// A terminal signals the whole process group, but the main process still needs its workers to finish open requests.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
