// The browser bundle: without server code, within its budget, in few files, and behind a test of what it uses.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { questionBank } from "~/models/trivia/question-bank.server";
import { featuresOf, testOf } from "../bin/browser-features";
import { routes } from "./routes";

/**
 * Gzipped: the scripts of a first visit to a screen, what checks its form's input included. The scripts in the page itself,
 * 1.5 kB, come on top (browser/screens/every-screen.spec.ts).
 */
const SCRIPT_BYTES = 170_000;
/** How many scripts a screen loads at most, with its form. */
const SCRIPTS = 30;
const STYLES_BYTES = 15_000;

type Chunk = { module: string };
type Manifest = {
  url: string;
  entry: Chunk;
  routes: Record<string, Chunk & { id: string; parentId?: string }>;
};

const files = readdirSync("public/build", { recursive: true, encoding: "utf8" });
const served = files.filter((file) => file.endsWith(".js"));
const textOf = (module: string) => readFileSync(join("public", module), "utf8");

/** The manifest of the current build, found through the browser's entry: older ones are next to it. */
function readManifest(): Manifest {
  const now = readFileSync("build/index.js", "utf8").match(/\/build\/manifest-[A-Z\d]+\.js/)?.[0] ?? "";
  const scope: { __remixManifest?: Manifest } = {};
  new Function("self", textOf(now))(scope);
  return scope.__remixManifest as Manifest;
}

const manifest = readManifest();

/** These modules and all their static imports. */
function closureOf(modules: string[]): Set<string> {
  const all = new Set<string>();
  const next = [...modules];
  for (let module = next.pop(); module; module = next.pop()) {
    if (all.has(module)) continue;
    all.add(module);
    next.push(...importsOf(module));
  }
  return all;
}

/** The static imports of a module. */
function importsOf(module: string): string[] {
  return [...textOf(module).matchAll(/(?:from|import)\s*"([^"]+\.js)"/g)].map(
    ([, imported = ""]) => new URL(imported, `http://x${module}`).pathname,
  );
}

/** The dynamic imports of modules. */
function laterImportsOf(modules: Iterable<string>): string[] {
  return [...modules].flatMap((module) =>
    [...textOf(module).matchAll(/import\("([^"]+\.js)"\)/g)].map(
      ([, imported = ""]) => new URL(imported, `http://x${module}`).pathname,
    ),
  );
}

function weightOf(modules: Iterable<string>): number {
  return [...modules].reduce((sum, module) => sum + gzipSync(textOf(module)).length, 0);
}

/** The modules of a route and those around it. */
function modulesOf(id: string): string[] {
  const { module, parentId } = manifest.routes[id] ?? { module: "" };
  return [module, ...(parentId ? modulesOf(parentId) : [])];
}

const screens = Object.keys(manifest.routes).filter((id) =>
  readFileSync(sourceOf(id), "utf8").includes("export default"),
);

function sourceOf(id: string) {
  return join("app", routes[id]?.file ?? "");
}

const frame = closureOf([manifest.url, manifest.entry.module, ...modulesOf("root")]);
/** What every page fetches once it is there. */
const later = new Set(laterImportsOf(frame).filter((module) => /\/later-[a-z\d]+\.js$/.test(module)));

test("what every page fetches once it is there is one script", () => {
  expect(later.size).toBe(1);
});

test.each(screens)("%s stays within the size of a screen", (id) => {
  const isCheck = (module: string) => /-(schema|validator|check)-[a-z\d]+\.js$/.test(module);
  const isPress = (module: string) => /-press-[a-z\d]+\.js$/.test(module);
  const base = closureOf([...frame, ...later, ...modulesOf(id)]);
  // A lazily loaded form belongs to its screen; of several (tabs) only one is shown at a time.
  const own = laterImportsOf(modulesOf(id).filter((module) => !frame.has(module)));
  const forms = own.filter((module) => !isCheck(module) && !isPress(module));
  for (const form of forms.length ? forms : [undefined]) {
    const screen = closureOf([...base, ...(form ? [form] : [])]);
    const checked = closureOf([...screen, ...laterImportsOf(screen).filter(isCheck)]);
    const pressed = closureOf([...screen, ...laterImportsOf(screen).filter(isPress)]);
    expect(weightOf(pressed)).toBeLessThanOrEqual(SCRIPT_BYTES);
    expect(weightOf(checked)).toBeLessThanOrEqual(SCRIPT_BYTES);
    expect(screen.size).toBeLessThanOrEqual(SCRIPTS);
  }
});

test("buttons fetch no schema library", () => {
  const buttons = Object.keys(manifest.routes).filter((id) =>
    readFileSync(sourceOf(id), "utf8").includes("button-route"),
  );
  expect(buttons.length).toBeGreaterThan(20);
  for (const id of buttons) {
    const fetched = [...closureOf(modulesOf(id))].filter((module) => textOf(module).includes("invalid_type"));
    expect([id, fetched]).toEqual([id, []]);
  }
});

test("no script stands for server code, and none imports itself through others", () => {
  for (const file of served) {
    const module = `/${join("build", file)}`;
    expect([file, textOf(module)]).not.toEqual([
      file,
      expect.stringMatching(/^import.*exports=\{\}\}\);export\{.*$/),
    ]);
    const imported = closureOf(importsOf(module));
    expect([file, imported.has(module)]).toEqual([file, false]);
  }
});

test("the stylesheet stays within its size", () => {
  const [file] = readFileSync("build/index.js", "utf8").match(/\/build\/_assets\/app-[A-Z\d]+\.css/) ?? [];
  const styles = textOf(file ?? "");
  expect(gzipSync(styles).length).toBeLessThanOrEqual(STYLES_BYTES);
});

test("the browser bundle contains no server code", () => {
  // Source maps contain the loaders and actions of the routes.
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  expect(served.length).toBeGreaterThan(20);
  for (const file of served) {
    const text = readFileSync(join("public/build", file), "utf8");
    expect([
      file,
      text.match(/libsql|drizzle|argon2|oidc-provider|SESSION_SECRET|better-sqlite|pino/)?.[0],
    ]).toEqual([file, undefined]);
    // The question bank would reveal every answer of a game.
    expect([file, questionBank.some(({ question }) => text.includes(question))]).toEqual([file, false]);
  }
});

test("the pages test for every feature that the scripts use", () => {
  const scripts = served.filter((file) => !file.startsWith("manifest-"));
  const features = featuresOf(scripts.map((file) => textOf(join("/build", file))));
  expect(features).toContain("URL.canParse");
  const [names = ""] = testOf(features).match(/^"[^"]+"/) ?? [];
  expect(readFileSync("build/index.js", "utf8").includes(names)).toBe(true);
});
