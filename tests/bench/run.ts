// Measures the app against yardsticks of its own: `npm run bench -- --members 10000,100000`. Communities are seeded
// once into .cache/bench. Each subject is measured in a process of its own; `--only pages,lighthouse` chooses some.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const CACHE = ".cache/bench";

/** What decides how a seeded database looks. */
const SOURCES = [
  "db/seed.ts",
  "db/synthetic.ts",
  "app/matching/listing.server.ts",
  "app/matching/recount.ts",
  "app/matching/weights.ts",
];

const subjects: Record<string, () => Promise<void>> = {
  discover: async () => (await import("./discover")).measureDiscover(),
  pages: async () => (await import("./pages")).measurePages(),
  lighthouse: async () => (await import("./lighthouse")).measureScreens(),
};

/** What needs no community, and is measured only when it is named. */
const alone: Record<string, () => Promise<void>> = {
  live: async () => (await import("./live")).measureLive(),
  drops: async () => (await import("./live")).measureDrops(),
  leak: async () => (await import("./live")).measureLeak(),
  pictures: async () => (await import("./sent-files")).measurePictures(),
  import: async () => (await import("./sent-files")).measureImport(),
};

/** The folder of a seeded database, made when it is not there or was made by other sources. */
function seeded(members: number): string {
  const migrations = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
  const hash = createHash("sha256");
  for (const file of [...SOURCES, ...migrations.map((name) => join("db/migrations", name))]) {
    hash.update(readFileSync(file));
  }
  const folder = join(CACHE, `${members}-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE).filter((name) => name.startsWith(`${members}-`))) {
    rmSync(join(CACHE, old), { recursive: true });
  }
  const unfinished = join(CACHE, `unfinished-${members}-${process.pid}`);
  tsx(["db/seed.ts", "--members", String(members)], unfinished);
  renameSync(unfinished, folder);
  return folder;
}

function tsx(args: string[], dataDir: string) {
  const { status } = spawnSync("node_modules/.bin/tsx", args, {
    stdio: "inherit",
    env: {
      ...process.env,
      PORT: process.env.PORT || "3999",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      APP_ORIGIN: "",
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
const [measured] = positionals;
const names = values.only?.split(",") ?? Object.keys(subjects);
if (measured) {
  await (subjects[measured] ?? alone[measured])?.();
} else {
  for (const name of names.filter((each) => each in alone)) tsx(["tests/bench/run.ts", name], "");
  const crowded = names.filter((each) => each in subjects);
  for (const members of crowded.length ? values.members.split(",").map(Number) : []) {
    const folder = seeded(members);
    for (const name of crowded) tsx(["tests/bench/run.ts", name], folder);
  }
}
