// The languages that B-Side has, and choosing one for a reader.
import type { Language } from "db/column-types";

/** The language of the sources, and of everything that isn't translated. */
export const ENGLISH: Language = "en";

/** English with accents, a third longer: it shows texts of a screen that can't be translated or lack room. */
export const PSEUDO: Language = "en-XA";

/** Languages whose catalog is complete; `npm run check` fails if one of them lacks a text. */
export const COMPLETE_LANGUAGES: readonly Language[] = [ENGLISH, "de", "es", "fr"];

/** The path that a chosen language is posted to. */
export const LANGUAGE_PATH = "/language";

/** The module with a language's texts by key, for development. */
export function catalogModule(language: string): string {
  return `/@catalogs/${language}`;
}

/** Each language's name for itself. Not translated. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  "en-XA": "[Þšéûðö]",
};

/** The known language of a setting, cookie or variable; undefined for anything else. */
export function toLanguage(value: string | null | undefined): Language | undefined {
  return value && Object.hasOwn(languageNames, value) ? (value as Language) : undefined;
}

/**
 * The language among those `offered` that a browser prefers: the one with the highest q value in its Accept-Language, the first
 * of several. The region doesn't matter ("de-AT" counts as "de"); undefined if there is none.
 */
export function preferredLanguage(
  acceptLanguage: string | undefined,
  offered: readonly Language[],
): Language | undefined {
  let best: { language: Language | undefined; quality: number } = { language: undefined, quality: 0 };
  for (const range of (acceptLanguage ?? "").split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = weight ? Number(weight.slice(2)) : 1;
    const language =
      offered.find((each) => each.toLowerCase() === tag) ??
      offered.find((each) => each === tag.split("-")[0]);
    if (language && quality > best.quality && quality <= 1) best = { language, quality };
  }
  return best.language;
}
