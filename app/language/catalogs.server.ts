// The catalogs: what the texts of the sources say in each language, in app/languages.
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

/** All texts of a language by their keys. A language without one has no texts. Translations marked as fuzzy don't count, nor do broken ones. */
export function readCatalog(language: Language | string): Catalog {
  const path = catalogPath(language);
  if (!existsSync(path)) return new Map();
  const items = PO.parse(readFileSync(path, "utf8")).items;
  return new Map(
    items.flatMap(({ msgid, msgctxt, msgstr: [translated], flags, obsolete }) =>
      translated && !flags.fuzzy && !obsolete && isWhole(translated)
        ? [[textKey(msgid, msgctxt ?? undefined), translated] as const]
        : [],
    ),
  );
}

function isWhole(text: string): boolean {
  try {
    return parseText(text).length > 0;
  } catch {
    return false;
  }
}
