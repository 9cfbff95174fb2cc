// Packs the browser's scripts in public/build anew after Remix's compiler, whose settings are fixed: without the empty modules
// that stand for server code, in fewer files, and minified. Makes the test of the features that they use.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "acorn";
import { transform } from "esbuild";
import { type OutputChunk, rollup } from "rollup";
import { featuresOf, testOf } from "./browser-features";
import { mergeFiles } from "./merge-files";

const FOLDER = "public/build";
const SERVER = "build/index.js";
const MANIFEST = /^var assets_manifest_default = (.*);$/m;
/** The file of app/components/layout/later.ts. */
const LATER = "later";
/** The script of a route that has only server code. */
const EMPTY = /^import\{.*\.exports=\{\}\}\)/;
const FEATURE_TEST = /^var FEATURE_TEST = "true";$/m;

type Entry = { module: string; imports?: string[] };
type Route = Entry & { parentId?: string };
type Manifest = { entry: Entry; routes: Record<string, Route>; url: string };

const server = readFileSync(SERVER, "utf8");
const manifest: Manifest = new Function(`return ${MANIFEST.exec(server)?.[1]}`)();
const { entry, routes } = manifest;
const entries = [entry, ...Object.values(routes)].map(({ module }) => module);
const loaded = new Set<string>();
const licenses = new Set<string>();

const bundle = await rollup({
  input: Object.fromEntries(
    entries.map((address) => [withoutHash(address.slice("/build/".length)), address]),
  ),
  preserveEntrySignatures: "allow-extension",
  plugins: [{ name: "scripts", resolveId: (address) => address, load }],
  onwarn: fail,
});
const partOf = chooseParts(await pack());
const output = await pack((address) => partOf.get(address));

for (const address of [...loaded, manifest.url]) rmSync(join("public", address));
for (const { fileName, code } of output) writeFileSync(join(FOLDER, fileName), code);
writeFileSync(join(FOLDER, "LICENSES.txt"), [...licenses].join("\n\n"));
writeServer();

/** Reads a script, and puts aside what the licenses of packages ask to keep. */
function load(address: string): string {
  loaded.add(address);
  const text = readFileSync(join("public", address), "utf8");
  parse(text, {
    ecmaVersion: "latest",
    sourceType: "module",
    onComment: (_isBlock, comment) => {
      if (/^!|@license|@preserve/.test(comment)) licenses.add(comment.trim());
    },
  });
  // How the compiler imports a CommonJS module. Without the mark, empty ones would stay.
  return text.replace(/=([\w$]+)\(([\w$]+)\(\),1\)/g, "=/*@__PURE__*/$1(/*@__PURE__*/$2(),1)");
}

async function pack(manualChunks?: (address: string) => string | undefined): Promise<OutputChunk[]> {
  const { output } = await bundle.generate({
    manualChunks,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: ({ name }) => `_shared/${withoutHash(name)}-[hash].js`,
    hashCharacters: "base36",
    sanitizeFileName: false,
    plugins: [{ name: "minify", renderChunk: minify }],
  });
  return output.filter((file) => file.type === "chunk");
}

async function minify(text: string) {
  const { code } = await transform(text, {
    target: "es2022",
    // Only Vite sets it.
    define: { "import.meta.env": "undefined" },
    format: "esm",
    minify: true,
    legalComments: "none",
  });
  return { code, map: null };
}

/** Chooses the file of each script that several pages share: the frame's, which all pages load, or a merged one. */
function chooseParts(files: OutputChunk[]): Map<string, string> {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const loadedWith = (chunks: Entry[]) => {
    const loadedFirst = chunks.map(({ module }) => fileOf(module, files).fileName);
    return closureOf(loadedFirst, files);
  };
  const frame = loadedWith([entry, ...routesTo("root")]);
  // The pages fetch it once they are there.
  const later = files.find(({ name }) => withoutHash(name) === LATER);
  if (!later) throw new Error(`${LATER} has become no file`);
  for (const name of closureOf(later.imports, files)) frame.add(name);
  const shared = files.filter(({ facadeModuleId, fileName }) => !facadeModuleId && !frame.has(fileName));
  const merged = mergeFiles(
    shared.map(({ fileName, imports, code }) => ({ name: fileName, imports, bytes: gzipSync(code).length })),
    Object.keys(routes).flatMap((id) => {
      const page = loadedWith(routesTo(id));
      const { dynamicImports } = fileOf(routes[id]?.module ?? "", files);
      return [page, ...dynamicImports.map((name) => new Set([...page, ...closureOf([name], files)]))];
    }),
  );
  const partOf = new Map<string, string>();
  const assign = (names: Iterable<string>, part: string) => {
    const addresses = [...names].flatMap((name) => byName.get(name)?.moduleIds ?? []);
    for (const address of addresses)
      if (address === routes.root?.module || !entries.includes(address)) partOf.set(address, part);
  };
  for (const [index, names] of merged.entries()) assign(names, `part-${index}`);
  assign(frame, "frame");
  return partOf;
}

/** Writes the browser's manifest, and the server's into its build, with the test of the features. */
function writeServer() {
  const addressOf = (name: string) => `/build/${name}`;
  const repack = <Each extends Entry>(each: Each): Each => {
    const { fileName, imports } = fileOf(each.module, output);
    return { ...each, module: addressOf(fileName), imports: [...closureOf(imports, output)].map(addressOf) };
  };
  const packed = {
    ...manifest,
    entry: repack(entry),
    routes: Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, repack(route)])),
  };
  const hash = createHash("sha256").update(JSON.stringify(packed)).digest("hex");
  const version = hash.slice(0, 8).toUpperCase();
  const url = addressOf(`manifest-${version}.js`);
  const text = JSON.stringify({ ...packed, version, url });
  writeFileSync(join("public", url), manifestScript({ ...packed, version, url }));
  if (!FEATURE_TEST.test(server)) throw new Error(`${SERVER} has no place for the test of the features`);
  const test = JSON.stringify(testOf(featuresOf(output.map(({ code }) => code))));
  writeFileSync(
    SERVER,
    server
      .replace(MANIFEST, () => `var assets_manifest_default = ${text};`)
      .replace(FEATURE_TEST, () => `var FEATURE_TEST = ${test};`),
  );
}

/**
 * The browser's manifest, with its routes as rows of values, a third shorter. It needs no imports, which are for preloads, and
 * what is false may be missing. The API's routes are left out if they have no code for the browser: its router never goes there.
 */
function manifestScript({ routes, entry, ...rest }: Manifest & { version: string }): string {
  const fileOf = (id: string) => `/build/${id}`;
  const empty = output.filter(({ code }) => EMPTY.test(code)).map(({ fileName }) => `/build/${fileName}`);
  const shown = Object.entries(routes).filter(
    ([id, { module }]) => !id.startsWith("routes/api.") || !empty.includes(module),
  );
  const all = shown.map(([id, { imports, module, ...route }]) => {
    if (!module.startsWith(fileOf(id))) throw new Error(`${module} isn't named after ${id}`);
    return { ...route, id, module: module.slice(fileOf(id).length) };
  });
  const names = [...new Set(all.flatMap((route) => Object.keys(route)))];
  const rows = all.map((route) => names.map((name) => Reflect.get(route, name) || 0));
  return `(function(manifest,names,rows){
rows.forEach(function(row){
var route={};
names.forEach(function(name,index){if(row[index])route[name]=row[index]});
route.module="/build/"+route.id+route.module;
manifest.routes[route.id]=route
});
self.__remixManifest=manifest
})(${[{ ...rest, entry: { module: entry.module }, routes: {} }, names, rows].map((each) => JSON.stringify(each)).join()})`;
}

/** The file that an entry has become. */
function fileOf(address: string, files: OutputChunk[]): OutputChunk {
  const file = files.find(({ facadeModuleId }) => facadeModuleId === address);
  if (!file) throw new Error(`${address} has become no file`);
  return file;
}

/** The names of these files and of all that they import at once. */
function closureOf(names: string[], files: OutputChunk[]): Set<string> {
  const all = new Set<string>();
  const next = [...names];
  for (let name = next.pop(); name; name = next.pop()) {
    if (all.has(name)) continue;
    all.add(name);
    next.push(...(files.find(({ fileName }) => fileName === name)?.imports ?? []));
  }
  return all;
}

/** A route and those around it. */
function routesTo(id: string): Route[] {
  const route = routes[id];
  return route ? [route, ...routesTo(route.parentId ?? "")] : [];
}

/** A file's name without the compiler's hash, and without its extension. */
function withoutHash(name: string): string {
  return name.replace(/\.js$/, "").replace(/-[A-Z\d]{8}$/, "");
}

/** A warning, such as one of files that import each other in a circle, is a mistake in this script. */
function fail({ message }: { message: string }) {
  throw new Error(message);
}
