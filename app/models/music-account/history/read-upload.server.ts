// Reads an uploaded history, in a process that does nothing else.
import { open, rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { reply } from "db/worker-process.server";
import type { HistoryJob } from "./history.server";
import { type ListeningHistory, readHistory } from "./reading.server";

const REPORT_MS = 500;
/** Requests go first. */
const NICENESS = 10;

/** Reads the file, which is removed whatever happens, and reports the progress. */
export async function readUpload({ path, encoding }: HistoryJob): Promise<ListeningHistory> {
  setPriority(NICENESS);
  const file = await open(path, "r");
  // Unlinked while open, it is gone with this process, however that ends.
  await rm(path, { force: true });
  let reportedAt = 0;
  try {
    const report = (share: number) => {
      if (Date.now() < reportedAt + REPORT_MS) return;
      reportedAt = Date.now();
      reply({ progress: Math.min(1, share) });
    };
    return await readHistory(file, report, encoding);
  } finally {
    // The stream may have closed it after a refusal.
    await file.close().catch(() => undefined);
  }
}
