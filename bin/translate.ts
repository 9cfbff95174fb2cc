// Updates a language's catalog from the sources: adds new texts without a translation, and removes texts that are gone. npm run
// translate -- --language de
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import PO from "pofile";
import { catalogPath } from "../app/language/catalogs.server";
import { ENGLISH, languageNames, PSEUDO, toLanguage } from "../app/language/language";
import { textKey } from "../app/language/text-parts";
import { parseSource, readTexts, textSources } from "./texts";

const { values } = parseArgs({ options: { language: { type: "string" } } });
const language = toLanguage(values.language);
if (!language || language === ENGLISH || language === PSEUDO) {
  console.error(
    `Name a language, such as --language de. B-Side knows ${Object.keys(languageNames).join(", ")}.`,
  );
  process.exit(1);
}

const path = catalogPath(language);
const catalog = existsSync(path) ? PO.parse(readFileSync(path, "utf8")) : new PO();
catalog.headers = { ...catalog.headers, Language: language, "Content-Type": "text/plain; charset=UTF-8" };
const before = new Map(catalog.items.map((item) => [textKey(item.msgid, item.msgctxt ?? undefined), item]));
const items = new Map<string, InstanceType<typeof PO.Item>>();
for (const source of textSources()) {
  for (const { text, as } of readTexts(parseSource(source)).translatable) {
    const key = textKey(text, as);
    const item = items.get(key) ?? before.get(key) ?? new PO.Item();
    if (!items.has(key)) item.references = [];
    Object.assign(item, { msgid: text, msgctxt: as ?? null, obsolete: false });
    if (!item.references.includes(source)) item.references.push(source);
    items.set(key, item);
  }
}
catalog.items = [...items.values()];
writeFileSync(path, `${catalog.toString().trimEnd()}\n`);
const open = catalog.items.filter(({ msgstr: [translated] }) => !translated).length;
console.info(`${languageNames[language]}: ${catalog.items.length} texts, ${open} without a translation.`);
