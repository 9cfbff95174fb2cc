// Cleans names before they are stored.

/** Control characters and lone surrogates, which no database returns unchanged, and those that set the direction of text. */
const UNSTORABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Trims a name and removes the characters that a database can't store, or that would turn the words around it. */
export function cleanText(name: string): string {
  return name.replace(UNSTORABLE, "").trim();
}
