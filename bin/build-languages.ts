// Writes the scripts of each language: copies of those in build/client/assets, with the language's texts in place of their
// marks. build/languages.json names the folder of each; English has none.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { translateTo } from "../app/language/catalogs.server";
import { ENGLISH } from "../app/language/language";
import { LANGUAGES } from "../db/column-types";
import type { MarkedText } from "./mark-texts";

const ASSETS = "build/client/assets";

const texts: Record<string, MarkedText> = JSON.parse(readFileSync("build/texts.json", "utf8"));
const scripts = readdirSync(ASSETS)
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, code: readFileSync(`${ASSETS}/${name}`, "utf8") }));

const folders: Record<string, string> = {};
for (const language of LANGUAGES) {
  if (language === ENGLISH) continue;
  const translate = ({ text, as }: MarkedText) => translateTo(language, text, as);
  const worded = JSON.stringify(Object.values(texts).map(translate));
  if (!/"/.test(worded)) continue;
  // The name changes with the content, because browsers keep scripts for a year.
  const folder = `${language}-${createHash("sha256").update(worded).digest("hex").slice(0, 8)}`;
  folders[language] = folder;
  rmSync(`${ASSETS}/${folder}`, { recursive: true, force: true });
  mkdirSync(`${ASSETS}/${folder}`);
  for (const { name, code } of scripts)
    writeFileSync(`${ASSETS}/${folder}/${name}`, moveImports(putIn(code, translate), folder));
}
for (const { name, code } of scripts)
  writeFileSync(
    `${ASSETS}/${name}`,
    putIn(code, () => undefined),
  );
writeFileSync("build/languages.json", JSON.stringify(folders));

/** A script with its texts filled in. A text without a translation stays English. */
function putIn(code: string, translate: (text: MarkedText) => string | undefined): string {
  return code.replace(/"(text:[\da-f]{12})"/g, (quoted, mark: string) => {
    const found = texts[mark];
    return found ? JSON.stringify(translate(found) ?? found.text) : quoted;
  });
}

/** Makes a script load others of its language; the manifest is known by its version, as in app/language/language.server.ts. */
function moveImports(code: string, folder: string): string {
  return code
    .replace(/(["'`]\/?assets\/)([^"'`/]+\.js["'`])/g, `$1${folder}/$2`)
    .replace(/^(window\.__remixManifest=.*"version":"[^"]+)"/, `$1-${folder}"`);
}
