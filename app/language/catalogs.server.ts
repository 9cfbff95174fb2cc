// The catalogs in app/languages: the source texts in each language.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "db/column-types";
import PO from "pofile";
import { PSEUDO } from "./language";
import { toPseudo } from "./pseudo";
import { parseText, textKey } from "./text-parts";

const FOLDER = join(process.cwd(), "app/languages");

type Catalog = Map<string, string>;

const catalogs = new Map<string, Catalog>();

/** The path of a language's catalog. */
export function catalogPath(language: string): string {
  return join(FOLDER, `${language}.po`);
}

/** A text in a language; undefined if its catalog lacks it. */
export function translateTo(language: string, text: string, as?: string): string | undefined {
  const catalog = catalogs.get(language) ?? readCatalog(language);
  catalogs.set(language, catalog);
  const key = textKey(text, as);
  const translated = catalog.get(key);
  if (translated !== undefined || language !== PSEUDO) return translated;
  const pseudo = toPseudo(text);
  catalog.set(key, pseudo);
  return pseudo;
}

/** All translations of a language by the keys of their texts; empty for a language without a catalog. */
export function readCatalog(language: Language | string): Catalog {
  const translated = readItems(readSource(language)).filter(isTranslated);
  return new Map(
    translated.map(({ msgid, msgctxt, msgstr: [text = ""] }) => [textKey(msgid, msgctxt ?? undefined), text]),
  );
}

/** The text of a catalog's file; empty if there is none. */
export function readSource(language: string): string {
  const path = catalogPath(language);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** How many of a catalog's texts have a translation; `source` is the file's text. */
export function countTranslated(source: string): { translated: number; total: number } {
  const items = readItems(source);
  return { translated: items.filter(isTranslated).length, total: items.length };
}

type Item = InstanceType<typeof PO.Item>;

function readItems(source: string): Item[] {
  return PO.parse(source).items.filter(({ obsolete }) => !obsolete);
}

/** Translations that are marked as fuzzy don't count, nor do broken ones. */
function isTranslated({ flags, msgstr: [text] }: Item): boolean {
  return text !== undefined && text !== "" && !flags.fuzzy && isWhole(text);
}

function isWhole(text: string): boolean {
  try {
    return parseText(text).length > 0;
  } catch {
    return false;
  }
}
