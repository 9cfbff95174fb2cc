// Runs the benches: `npm run bench -- --members 10000,100000`. Communities are seeded once into .cache/bench. Each bench
// runs in a process of its own; `--only pages,lighthouse` selects some.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const CACHE = ".cache/bench";
/** The community that another one's searches are compared with. */
const MEMBERS_BESIDE = 10_000;

/** The files that determine a seeded database. */
const SEED_INPUTS = [
  "db/seed/run.ts",
  "db/seed/seeded-random.ts",
  "db/seed/synthetic-members.ts",
  "db/seed/synthetic-shows.ts",
  "db/known-artists.tsv",
  "app/matching/alike.ts",
  "app/matching/candidate.server.ts",
  "app/matching/count-statistics.server.ts",
  "app/matching/score.ts",
  "app/matching/weights.ts",
];

const communityBenches: Record<string, () => Promise<void>> = {
  searches: async () => (await import("./searches")).measureSearches(),
  alerts: async () => (await import("./alerts")).measureAlerts(),
  pages: async () => (await import("./pages")).measurePages(),
  memory: async () => (await import("./memory")).measureMemory(),
  lighthouse: async () => (await import("./lighthouse")).measureScreens(),
};

/** Benches that need no community and run only when named. */
const standaloneBenches: Record<string, () => Promise<void>> = {
  posts: async () => (await import("./posts")).measurePosts(),
  live: async () => (await import("./live")).measureLive(),
  drops: async () => (await import("./live")).measureDrops(),
  regions: async () => (await import("./regions")).measureRegions(),
  pictures: async () => (await import("./uploads")).measurePictures(),
  imports: async () => (await import("./imports")).measureImports(),
  faults: async () => (await import("./faults")).measureFaults(),
  files: async () => (await import("./hostile-files")).measureHostileFiles(),
  addresses: async () => (await import("./addresses")).measureAddresses(),
};

/** Returns the folder of a seeded database, seeding it if it is missing or its inputs have changed. */
function ensureCommunity(members: number): string {
  const migrations = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
  const hash = createHash("sha256");
  for (const file of [...SEED_INPUTS, ...migrations.map((name) => join("db/migrations", name))]) {
    hash.update(readFileSync(file));
  }
  const folder = join(CACHE, `${members}-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE).filter((name) => name.startsWith(`${members}-`))) {
    rmSync(join(CACHE, old), { recursive: true });
  }
  const unfinished = join(CACHE, `unfinished-${members}-${process.pid}`);
  runTsx(["db/seed/run.ts", "--members", String(members)], unfinished);
  renameSync(unfinished, folder);
  return folder;
}

function runTsx(args: string[], dataDir: string, beside = "") {
  const { status } = spawnSync("node_modules/.bin/tsx", args, {
    stdio: "inherit",
    env: {
      ...process.env,
      PORT: process.env.PORT || "3999",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      APP_ORIGIN: "",
      BESIDE: beside,
      DEMO: "0",
      LOG_LEVEL: "error",
    },
  });
  if (status !== 0) process.exit(status ?? 1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { members: { type: "string", default: "10000,100000" }, only: { type: "string" } },
});
const [bench] = positionals;
const names = values.only?.split(",") ?? Object.keys(communityBenches);
if (bench) {
  await (communityBenches[bench] ?? standaloneBenches[bench])?.();
} else {
  for (const name of names.filter((each) => each in standaloneBenches))
    runTsx(["bin/bench/run.ts", name], "");
  const selected = names.filter((each) => each in communityBenches);
  for (const members of selected.length ? values.members.split(",").map(Number) : []) {
    const folder = ensureCommunity(members);
    const beside = selected.includes("searches") ? ensureCommunity(MEMBERS_BESIDE) : "";
    for (const name of selected) runTsx(["bin/bench/run.ts", name], folder, beside);
  }
}
