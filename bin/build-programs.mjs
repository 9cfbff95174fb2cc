// Bundles the programs that run beside the server: build/worker.js searches and counts, build/file-worker.js reads members'
// files, build/cli.js has the operators' commands. With --watch they are rebuilt at every change. build/version.json says what
// was built when. It also makes public/check.html, the page that computes scores again, of one file with the code of the score.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build, context } from "esbuild";

const JOBS = "build/file-jobs";
const CHECK_PAGE = "public/check.html";

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
  // Node.js would look for hundreds of files of packages at each start. Native code can't be bundled.
  external: ["@node-rs/argon2", "libsql", "sharp"],
  // What packages in CommonJS expect to be there.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
};

// Each of its jobs is a file of its own, so that a process holds the code of one.
const fileWorker = {
  ...options,
  entryPoints: { "file-worker": "app/jobs/file-worker.server.ts" },
  splitting: true,
  chunkNames: "file-jobs/[name]-[hash]",
  metafile: true,
};

await makeCheckPage();
const isWatching = process.argv.includes("--watch");
const make = async (program) => (isWatching ? (await context(program)).watch() : build(program));
await make(options);
const made = await make(fileWorker);
// Only now: a process of other tests may be loading them.
if (made)
  for (const name of readdirSync(JOBS))
    if (!(`${JOBS}/${name}` in made.metafile.outputs)) rmSync(`${JOBS}/${name}`);

/** Puts script and style into one file, whose policy allows these two and nothing to be sent. */
async function makeCheckPage() {
  const { outputFiles } = await build({
    entryPoints: ["app/browser/check-page.ts"],
    ...{ bundle: true, minify: true, write: false, format: "iife", target: "es2022", charset: "utf8" },
  });
  const script = outputFiles[0].text.trim();
  const template = readFileSync("app/browser/check-page.html", "utf8");
  const style = /<style>(.*)<\/style>/s.exec(template)[1];
  const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  const page = template.replace("POLICY", () => policy).replace("SCRIPT", () => script);
  // A newer file in public/ would be built again.
  if (!existsSync(CHECK_PAGE) || readFileSync(CHECK_PAGE, "utf8") !== page) writeFileSync(CHECK_PAGE, page);
}
