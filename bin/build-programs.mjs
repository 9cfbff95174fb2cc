// Bundles the programs that run beside the server: build/worker.js searches and counts, build/file-worker.js reads members'
// files, build/cli.js has the operator's commands. With --watch they are rebuilt at every change. build/version.json has the
// build's commit and time.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build, context } from "esbuild";

const JOBS = "build/file-jobs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const git = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
const commit = git.status === 0 ? git.stdout.trim() : null;
mkdirSync("build", { recursive: true });
writeFileSync("build/version.json", JSON.stringify({ version, commit, builtAt: new Date().toISOString() }));

/** @type {import("esbuild").BuildOptions} */
const options = {
  entryPoints: { worker: "app/matching/worker.server.ts", cli: "app/operations/cli.server.ts" },
  outdir: "build",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  // Bundled, because Node.js would look for hundreds of files of packages at each start. Native code can't be bundled.
  external: ["@node-rs/argon2", "libsql", "sharp"],
  // Globals that CommonJS packages expect.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
};

// Each of its jobs is a file of its own, so that a process loads the code of only one.
const fileWorker = {
  ...options,
  entryPoints: { "file-worker": "app/jobs/file-worker.server.ts" },
  splitting: true,
  chunkNames: "file-jobs/[name]-[hash]",
  metafile: true,
};

const isWatching = process.argv.includes("--watch");
const make = async (program) => (isWatching ? (await context(program)).watch() : build(program));
await make(options);
const made = await make(fileWorker);
// Only now, because a process of other tests may be loading them.
if (made)
  for (const name of readdirSync(JOBS))
    if (!(`${JOBS}/${name}` in made.metafile.outputs)) rmSync(`${JOBS}/${name}`);
