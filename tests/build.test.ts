// The browser bundle: without server code, and within what a first visit may load.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { PSEUDO } from "~/language/language";
import { questionBank } from "~/models/trivia/question-bank.server";

/** The scripts of a first visit, gzipped. */
const SCRIPT_BYTES = 170_000;
const SCRIPTS = 30;
const STYLES_BYTES = 16_500;
const FOLDER = "build/client";

type Chunk = { module: string; imports: string[] };
type Route = Chunk & { parentId?: string };
type Manifest = { url: string; entry: Chunk; routes: Record<string, Route> };

const files = readdirSync(join(FOLDER, "assets"));
const textOf = (address: string) => readFileSync(join(FOLDER, address), "utf8");
const named = (name: RegExp) => `/assets/${files.find((file) => name.test(file))}`;

const filesOf = ({ module, imports }: Chunk) => [module, ...imports];

/** The folders with the scripts of each language; those in English stand in /assets itself. */
const languages: [language: string, folder: string][] = [
  ["en", "/assets"],
  ...Object.entries<string>(JSON.parse(readFileSync("build/languages.json", "utf8")))
    .filter(([language]) => language !== PSEUDO)
    .map(([language, folder]): [string, string] => [language, `/assets/${folder}`]),
];

test.each(languages)("a first visit in %s stays within 170 kB of scripts in 30 requests", (_, folder) => {
  const scripts = readdirSync(join(FOLDER, folder)).filter((file) => file.endsWith(".js"));
  const scriptNamed = (name: RegExp) => `${folder}/${scripts.find((file) => name.test(file))}`;
  const { url, entry, routes } = JSON.parse(
    textOf(scriptNamed(/^manifest-/)).replace(/^window.__remixManifest=|;$/g, ""),
  ) as Manifest;
  /** The files of a route and those around it. */
  const filesOfScreen = (id: string): string[] => {
    const route = routes[id];
    return route ? [...filesOf(route), ...filesOfScreen(route.parentId ?? "")] : [];
  };
  // What every page fetches once it is there.
  const later = scriptNamed(/^later-/);
  const imported = [...textOf(later).matchAll(/from"\.\/([^"]+)"/g)].map(([, name]) => `${folder}/${name}`);
  const bytesOf = new Map(
    scripts.map((file) => [`${folder}/${file}`, gzipSync(textOf(`${folder}/${file}`)).length]),
  );
  for (const id of Object.keys(routes)) {
    const loaded = new Set([url, ...filesOf(entry), later, ...imported, ...filesOfScreen(id)]);
    const bytes = [...loaded].reduce((sum, file) => sum + (bytesOf.get(file) ?? Number.NaN), 0);
    const isWithin = bytes <= SCRIPT_BYTES && loaded.size <= SCRIPTS;
    expect({ id, bytes, requests: loaded.size, isWithin }).toMatchObject({ isWithin: true });
  }
});

test("the stylesheet stays within its size", () => {
  expect(gzipSync(textOf(named(/^app-.*\.css$/))).length).toBeLessThanOrEqual(STYLES_BYTES);
});

test("the check page is one file of at most 30 kB, which loads and sends nothing, with its own script and style alone", () => {
  const page = textOf("check.html");
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(30_000);
  expect(page).not.toMatch(/\b(src|href|action)=|https?:|url\(|@import|fetch\(|import\(/);
  const hashOf = (tag: string) => {
    const [, text = ""] = new RegExp(`<${tag}>(.*)</${tag}>`, "s").exec(page) ?? [];
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf("script")}; style-src ${hashOf("style")}; base-uri 'none'; form-action 'none'`,
  );
});

test("the browser bundle contains no server code", () => {
  // Source maps contain the loaders and actions of the routes.
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const scripts = files.filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  for (const file of scripts) {
    const text = textOf(join("assets", file));
    expect([
      file,
      text.match(/libsql|drizzle|argon2|oidc-provider|SESSION_SECRET|better-sqlite|pino/)?.[0],
    ]).toEqual([file, undefined]);
    // The question bank would reveal every answer of a game.
    expect([file, questionBank.some(({ question }) => text.includes(question))]).toEqual([file, false]);
  }
});
