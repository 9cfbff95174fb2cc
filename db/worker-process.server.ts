// Shared by the processes of a pool: they answer jobs one after the other, and end with the process that started them.
import { writeFile } from "node:fs/promises";
import { Refusal } from "~/refusal";
import type { Reply } from "./workers.server";

/** The highest of the kernel's scores, which range from −1000 to 1000. */
const FIRST_TO_END = "1000";

/** Replies to each job with the result of `run`, or why it rejects, in the order in which they came. */
export function answerJobs<Job>(run: (job: Job) => Promise<unknown>) {
  let last = Promise.resolve();
  process.on("message", (job: Job) => {
    last = last
      .then(() => run(job))
      .then(
        (result) => reply({ result }),
        (error) => reply(error instanceof Refusal ? refusedReply(error) : { error: String(error) }),
      )
      // Garbage of the last job, such as a decoded picture, should not add to the next one's memory.
      .then(() => {
        setImmediate(() => globalThis.gc?.());
      });
  });
  // A terminal signals the whole process group, but the main process still needs its workers to finish open requests.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit());
}

/** Sends a reply, such as the progress of a job, to the process that started this one. */
export function reply(message: Reply) {
  process.send?.(message);
}

function refusedReply({ code, reason }: Refusal): Reply {
  return { refused: { code, reason } };
}

/** Makes the kernel kill this process first if the machine runs out of memory. */
export async function yieldMemory() {
  await writeFile("/proc/self/oom_score_adj", FIRST_TO_END).catch(() => undefined);
}
