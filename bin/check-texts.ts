// Checks that texts for people can be translated, and that complete languages translate them.
import { existsSync, readFileSync } from "node:fs";
import PO from "pofile";
import { catalogPath } from "../app/language/catalogs.server";
import { COMPLETE_LANGUAGES, ENGLISH, PSEUDO } from "../app/language/language";
import { type Part, parseText, textKey } from "../app/language/text-parts";
import { LANGUAGES } from "../db/column-types";
import { parseSource, readTexts, type Translatable, textSources } from "./texts";

const LIST = "bin/untranslated.json";

/** Files and folders without texts for people, with the reason. */
const names: Record<string, string> = JSON.parse(readFileSync(LIST, "utf8"));
const problems: string[] = [];
const texts: Translatable[] = [];

for (const path of textSources()) {
  const found = readTexts(parseSource(path));
  texts.push(...found.translatable);
  for (const { text, at } of found.wrong)
    problems.push(`${at} A text is put together, so that it can't be translated: ${text}`);
  if (Object.keys(names).some((place) => path === place || path.startsWith(`${place}/`))) continue;
  for (const { text, at } of found.plain) problems.push(`${at} Wrap it in t(), msg() or <Trans>: ${text}`);
}
for (const text of texts) checkSource(text);
for (const language of LANGUAGES) if (language !== ENGLISH && language !== PSEUDO) checkCatalog(language);

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}

type Shape = { placeholders: string[]; tags: string[]; forms: [kind: string, names: string[]][] };

/** The placeholders and tags of a text, and its forms by number or kind. */
function shapeOf(parts: Part[], shape: Shape = { placeholders: [], tags: [], forms: [] }): Shape {
  for (const part of parts) {
    if (typeof part === "string" || !("tag" in part || "placeholder" in part)) continue;
    if ("tag" in part) {
      shape.tags.push(part.tag);
      shapeOf(part.inside, shape);
    } else {
      shape.placeholders.push(part.placeholder);
      if (part.forms) shape.forms.push([part.kind ?? "", Object.keys(part.forms)]);
      for (const form of Object.values(part.forms ?? {})) shapeOf(form, shape);
    }
  }
  return shape;
}

function unique(names: string[]): string {
  return [...new Set(names)].sort().join(", ");
}

/** Checks that a source text gets a value for each placeholder and tag, and no others. */
function checkSource({ text, values, tags, at }: Translatable) {
  try {
    const shape = shapeOf(parseText(text));
    const given = values && unique(values.filter((name) => name !== "as"));
    if (given !== undefined && given !== unique(shape.placeholders))
      problems.push(
        `${at} is given ${given || "nothing"} for ${unique(shape.placeholders) || "no placeholder"}: ${text}`,
      );
    if (tags && unique(tags) !== unique(shape.tags))
      problems.push(
        `${at} is given ${unique(tags) || "nothing"} for ${unique(shape.tags) || "no tag"}: ${text}`,
      );
    checkForms(shape, ENGLISH, at);
  } catch (error) {
    problems.push(`${at} ${error instanceof Error ? error.message : error}`);
  }
}

/** Checks that each plural has the forms of its language. */
function checkForms({ forms }: Shape, language: string, where: string) {
  for (const [kind, names] of forms) {
    if (kind === "select") continue;
    const type = kind === "selectordinal" ? "ordinal" : "cardinal";
    const needed = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
    // "many" of French and Spanish is for millions.
    const missing = needed.filter((form) => form !== "many" && !names.includes(form));
    if (missing.length) problems.push(`${where} lacks a form for ${missing.join(", ")}`);
  }
}

/** Checks that a catalog's translations fit their texts, and that a complete language has exactly the texts of the sources. */
function checkCatalog(language: (typeof LANGUAGES)[number]) {
  const path = catalogPath(language);
  const isComplete = COMPLETE_LANGUAGES.includes(language);
  if (!existsSync(path)) {
    if (isComplete) problems.push(`${path} is missing`);
    return;
  }
  const items = new Map(
    PO.parse(readFileSync(path, "utf8"))
      .items.filter(({ obsolete, flags }) => !obsolete && !flags.fuzzy)
      .map((item) => [textKey(item.msgid, item.msgctxt ?? undefined), item.msgstr[0] ?? ""]),
  );
  for (const { text, as, at } of new Map(texts.map((each) => [textKey(each.text, each.as), each])).values()) {
    const translated = items.get(textKey(text, as));
    if (!translated) {
      if (isComplete) problems.push(`${language} lacks a text of ${at}: ${text}`);
      continue;
    }
    const where = `${language} “${translated}”`;
    try {
      const [shape, english] = [shapeOf(parseText(translated)), shapeOf(parseText(text))];
      if (
        unique(shape.placeholders) !== unique(english.placeholders) ||
        unique(shape.tags) !== unique(english.tags)
      )
        problems.push(`${where} has other placeholders or tags than “${text}”`);
      checkForms(shape, language, where);
    } catch (error) {
      problems.push(`${language} ${error instanceof Error ? error.message : error}`);
    }
  }
}
