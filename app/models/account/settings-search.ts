// The search in the settings.

/** The longest text that the search takes. */
export const MAX_SETTINGS_QUERY = 100;

/** Whether each word of a query begins a word of a text, in any order; the empty query finds everything. */
export function matchesSearch(query: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((asked) => words.some((word) => word.startsWith(asked)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
