// The process that reads listening histories, one at a time. It is bundled separately into build/history-worker.js.
import { open, rm, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import type { Reply } from "db/workers.server";
import { Refusal } from "~/refusal";
import { historyErrors } from "./history";
import type { HistoryJob, ReadHistory } from "./history.server";
import { readHistory } from "./reading.server";

const REPORT_MS = 500;
/** Requests go first. */
const NICENESS = 10;
/** If the machine runs out of memory, the kernel ends this process first. */
const FIRST_TO_END = "1000";
await writeFile("/proc/self/oom_score_adj", FIRST_TO_END).catch(() => undefined);
setPriority(NICENESS);

async function read({ path }: HistoryJob): Promise<ReadHistory> {
  const file = await open(path, "r");
  // Without a name it is gone with this process, however that ends.
  await rm(path, { force: true });
  let reportedAt = 0;
  try {
    const history = await readHistory(file, (share) => {
      if (Date.now() < reportedAt + REPORT_MS) return;
      reportedAt = Date.now();
      reply({ progress: Math.min(1, share) });
    });
    return { history };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  } finally {
    // A stream that was refused may have closed it.
    await file.close().catch(() => undefined);
  }
}

function reply(message: Reply) {
  process.send?.(message);
}

process.on("message", (job: HistoryJob) => {
  read(job).then(
    (result) => reply({ result }),
    (error) => reply({ result: { refused: historyErrors.damaged, cause: String(error) } }),
  );
});
// A terminal signals the whole process group, but the main process ends its workers itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
