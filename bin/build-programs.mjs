// Bundles the programs that run beside the server: build/worker.js searches and counts, build/picture-worker.js
// decodes uploads, build/voice-worker.js reads recordings, build/history-worker.js reads listening histories,
// build/encoding-worker.js judges the encodings of text files, build/playlist-worker.js reads playlists, build/cli.js has the
// operators' commands. With --watch they are rebuilt at every change. build/version.json says what was built when.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build, context } from "esbuild";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const git = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
const commit = git.status === 0 ? git.stdout.trim() : null;
mkdirSync("build", { recursive: true });
writeFileSync("build/version.json", JSON.stringify({ version, commit, builtAt: new Date().toISOString() }));

/** @type {import("esbuild").BuildOptions} */
const options = {
  entryPoints: {
    worker: "app/matching/worker.server.ts",
    "picture-worker": "app/models/picture/worker.server.ts",
    "voice-worker": "app/models/conversation/attachment/voice-worker.server.ts",
    "history-worker": "app/models/connection/history/worker.server.ts",
    "encoding-worker": "app/models/text-file/encoding-worker.server.ts",
    "playlist-worker": "app/models/playlist/file/worker.server.ts",
    cli: "app/operations/cli.server.ts",
  },
  outdir: "build",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  // Node.js would look for hundreds of files of packages at each start. Native code can't be bundled.
  external: ["@node-rs/argon2", "libsql", "sharp"],
  // What packages in CommonJS expect to be there.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
};

if (process.argv.includes("--watch")) await (await context(options)).watch();
else await build(options);
