// The write-ahead log under many writers: how long it becomes and how much is written, compared with SQLite's automatic
// checkpoints, and whether anything is lost in minutes of writing, copying and killing.
import { writeAtOnce } from "../db/log-writers";
import { percentile, toMegabytes } from "./measurements";

const WRITERS = 16;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
const STRESS_SECONDS = Number(process.env.STRESS_SECONDS ?? 600);

const layouts = [
  { name: "16 writers in one process", processes: 1, callers: WRITERS },
  { name: "16 processes", processes: WRITERS, callers: 1 },
];

/** Prints the writes per second and the log's longest size, in alternating rounds, since the load of the machine may change. */
export async function measureLog() {
  for (const { name, ...layout } of layouts) {
    const rates: Record<string, number[]> = { "ours, while the lock is held": [], "SQLite's own": [] };
    const sizes = structuredClone(rates);
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of Object.keys(rates)) {
        const isAutomatic = kind === "SQLite's own";
        const { perSecond, longestLog } = await writeAtOnce({
          ...layout,
          seconds: ROUND_SECONDS,
          isAutomatic,
        });
        rates[kind]?.push(perSecond);
        sizes[kind]?.push(longestLog);
      }
    }
    console.info(`\n${name}, ${ROUNDS} rounds of ${ROUND_SECONDS} s`);
    for (const [kind, rounds] of Object.entries(rates)) {
      const [median, most] = [percentile(rounds, 0.5), Math.max(...rounds)].map(Math.round);
      const longest = toMegabytes(Math.max(...(sizes[kind] ?? [])));
      console.info(
        `checkpoints ${kind}: ${median} writes a second, at most ${most}; log at most ${longest} MB`,
      );
    }
  }
}

/**
 * Prints what was written and killed. Throws if an acknowledged row is lost or the file damaged.
 * STRESS_SECONDS shortens it; STRESS=automatic lets SQLite copy the log, to see it fail.
 */
export async function measureStress() {
  const result = await writeAtOnce({
    seconds: STRESS_SECONDS,
    processes: 2,
    copiers: 3,
    killEvery: 500,
    isAutomatic: process.env.STRESS === "automatic",
  });
  console.info(`\n${STRESS_SECONDS} s of 5 processes that write or copy the log, ${result.killed} killed`);
  console.info(
    `${result.acknowledged} rows acknowledged, ${result.lost} lost, integrity: ${result.integrity}`,
  );
  if (result.lost || result.integrity !== "ok") throw new Error("Something was lost");
}
