// Choosing favorite artists from suggestions, without the schema of what is saved.
import { cleanText } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";

/** Rows beyond this are dropped before names are compared, which takes long for many. */
const MAX_ROWS = 100;
const MAX_NAME = 1_000;

/** Cleaned names in their order, without blank ones and other spellings of the same artist. */
export function distinctArtists(names: string[]): string[] {
  const distinct = new Map<string, string>();
  for (const name of names.slice(0, MAX_ROWS)) {
    const cleaned = cleanText(name.slice(0, MAX_NAME));
    const key = artistKey(cleaned);
    if (/[^\s\p{C}]/u.test(cleaned) && !distinct.has(key)) distinct.set(key, cleaned);
  }
  return [...distinct.values()];
}

/** The list after a button: "up 3", "down 3" or "remove 3"; unchanged by anything else. */
export function moveArtist(names: string[], button: string): string[] {
  const [verb, position] = button.split(" ");
  const index = Number(position);
  const name = names[index];
  if (name === undefined) return names;
  const others = names.filter((_, other) => other !== index);
  if (verb === "remove") return others;
  const to = verb === "up" ? index - 1 : verb === "down" ? index + 1 : index;
  others.splice(Math.max(0, to), 0, name);
  return others;
}
