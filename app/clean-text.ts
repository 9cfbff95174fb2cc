// Cleans names before they are stored.

/** Control characters and lone surrogates, which no database returns unchanged. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** Trims a name and removes the characters a database can't store. */
export function cleanText(name: string): string {
  return name.replace(UNSTORABLE, "").trim();
}
