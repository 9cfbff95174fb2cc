// The current language, and the source of translations.
import type { Language } from "db/column-types";
import { ENGLISH, toLanguage } from "./language";

type Source = {
  /** The current language. */
  language: () => Language;
  /**
   * A text in a language, with its placeholders; undefined if the catalog lacks it. `as` is the context of an ambiguous one.
   */
  translate: (language: Language, text: string, as?: string) => string | undefined;
};

/** A browser's scripts are in the language of their page; a program without catalogs speaks English. */
let source: Source = {
  language: () =>
    typeof document === "undefined" ? ENGLISH : (toLanguage(document.documentElement.lang) ?? ENGLISH),
  translate: () => undefined,
};

/** Connects the server's catalogs. */
export function setLanguageSource(given: Source) {
  source = given;
}

/** The current language: of the request, of a mail's recipient, or of the browser's page. */
export function currentLanguage(): Language {
  return source.language();
}

/** An English text in the current language. */
export function translate(text: string, as?: string): string {
  const language = source.language();
  return language === ENGLISH ? text : (source.translate(language, text, as) ?? text);
}

/** The result of `make` in the current language, made once per language. */
export function perLanguage<Made>(make: () => Made): () => Made {
  const made = new Map<Language, Made>();
  return () => {
    const language = currentLanguage();
    const found = made.get(language) ?? make();
    made.set(language, found);
    return found;
  };
}
