// Compiles the browser's scripts in public/build down to the syntax of ES2018 and import(), which Chrome 64 and Safari 12
// understand: Remix's target is fixed, and packages are newer. Names stay, so that the manifest still fits. Licenses move to
// files next to the scripts.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { build } from "esbuild";

const FOLDER = "public/build";

const scripts = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  // The manifest is data.
  .filter((name) => name.endsWith(".js") && !name.startsWith("manifest-"))
  .map((name) => join(FOLDER, name));

for (const path of scripts) {
  const text = readFileSync(path, "utf8");
  const plain = withoutBigInts(text);
  if (plain !== text) writeFileSync(path, plain);
}
const { outputFiles } = await build({
  entryPoints: scripts,
  outbase: FOLDER,
  outdir: FOLDER,
  write: false,
  target: "es2018",
  supported: { "dynamic-import": true },
  // Only Vite sets it.
  define: { "import.meta.env": "undefined" },
  format: "esm",
  minify: true,
  legalComments: "external",
});
for (const { path, contents } of outputFiles) if (contents.length) writeFileSync(path, contents);

/** Turns big integers into numbers: the only one is what conform falls back to in fields that no form here has. */
function withoutBigInts(text) {
  const ends = [];
  parse(text, {
    ecmaVersion: "latest",
    sourceType: "module",
    onToken: ({ value, end }) => {
      if (typeof value === "bigint") ends.push(end);
    },
  });
  return ends.reduceRight((changed, end) => changed.slice(0, end - 1) + changed.slice(end), text);
}
