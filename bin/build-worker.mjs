// Bundles the program that searches and counts into build/worker.js; with --watch anew at every change.
import { build, context } from "esbuild";

/** @type {import("esbuild").BuildOptions} */
const options = {
  entryPoints: ["app/matching/worker.server.ts"],
  outfile: "build/worker.js",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  external: ["libsql"],
};

if (process.argv.includes("--watch")) await (await context(options)).watch();
else await build(options);
