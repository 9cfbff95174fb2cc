// What the browser is given: nothing of the server's, and not too much.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bank } from "db/trivia";
import { expect, test } from "vitest";

const BUDGET_BYTES = 130_000;

type Chunk = { module: string; imports?: string[] };
type Manifest = { entry: Chunk; routes: Record<string, Chunk & { id: string; parentId?: string }> };

const served = readdirSync("public/build", { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".js"),
);
const textOf = (module: string) => readFileSync(join("public", module), "utf8");

/** The manifest of the build that is there now: the browser's entry is named in it, and older ones lie beside it. */
function readManifest(): Manifest {
  const now = readFileSync("build/index.js", "utf8").match(/\/build\/manifest-[A-Z\d]+\.js/)?.[0] ?? "";
  return JSON.parse(
    textOf(now)
      .replace(/^window\.__remixManifest=/, "")
      .replace(/;\s*$/, ""),
  );
}

const manifest = readManifest();

/** These modules and all that they import, whether they want it or not. */
function closureOf(modules: string[]): Set<string> {
  const all = new Set<string>();
  const next = [...modules];
  for (let module = next.pop(); module; module = next.pop()) {
    if (all.has(module)) continue;
    all.add(module);
    for (const [, imported = ""] of textOf(module).matchAll(/(?:from|import)\s*"([^"]+\.js)"/g)) {
      next.push(new URL(imported, `http://x${module}`).pathname);
    }
  }
  return all;
}

/** What modules fetch later. */
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

function modulesOf(id: string): string[] {
  const { module, imports = [], parentId } = manifest.routes[id] ?? { module: "" };
  return [module, ...imports, ...(parentId ? modulesOf(parentId) : [])];
}

const screens = Object.keys(manifest.routes).filter((id) =>
  readFileSync(sourceOf(id), "utf8").includes("export default"),
);

function sourceOf(id: string) {
  const folder = join("app", id, "..");
  const name = id.split("/").pop() ?? "";
  const file = readdirSync(folder).find((each) => each === `${name}.tsx` || each === `${name}.ts`);
  return join(folder, file ?? "");
}

test.each(screens)("%s loads at most 130 kB of browser code", (id) => {
  const frame = [manifest.entry.module, ...(manifest.entry.imports ?? []), ...modulesOf("root")];
  const atOnce = closureOf([...frame, ...modulesOf(id)]);
  expect(weightOf(atOnce)).toBeLessThanOrEqual(BUDGET_BYTES);
  // A form that the screen fetches for itself belongs to it; of several (tabs) one is there at a time.
  for (const form of laterImportsOf(modulesOf(id)).filter((module) => /-form-[A-Z\d]+\.js$/.test(module))) {
    expect(weightOf(closureOf([...atOnce, form]))).toBeLessThanOrEqual(BUDGET_BYTES);
  }
});

test("nothing of the server's is in it", () => {
  expect(served.length).toBeGreaterThan(20);
  for (const file of served) {
    const text = readFileSync(join("public/build", file), "utf8");
    expect([
      file,
      text.match(/libsql|drizzle|argon2|oidc-provider|SESSION_SECRET|better-sqlite|pino/)?.[0],
    ]).toEqual([file, undefined]);
    // Whoever has the bank has every answer of a game.
    expect([file, bank.some(({ question }) => text.includes(question))]).toEqual([file, false]);
  }
});
