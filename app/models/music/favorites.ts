// Choosing favorite artists from suggestions, without the schema of what is saved.
import { cleanText } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { validateArtist } from "./preferences";

/** Rows beyond this are dropped before names are compared, which takes long for many. */
const MAX_ROWS = 100;
const MAX_NAME = 1_000;

/** Cleaned names in their order, without blank ones, placeholders and other spellings of the same artist. */
export function distinctArtists(names: string[]): string[] {
  const distinct = new Map<string, string>();
  for (const name of names.slice(0, MAX_ROWS)) {
    const cleaned = cleanText(name.slice(0, MAX_NAME));
    const key = artistKey(cleaned);
    if (!/[^\s\p{C}]/u.test(cleaned) || isPlaceholderArtist(cleaned)) continue;
    if (!distinct.has(key)) distinct.set(key, cleaned);
  }
  return [...distinct.values()];
}

/** The list after a button: "up 3", "down 3" or "remove 3"; unchanged by anything else. */
export function moveArtist(names: string[], button: string): string[] {
  const [verb, position] = button.split(" ");
  const index = Number(position);
  const name = names[index];
  if (name === undefined) return names;
  if (verb === "remove") return names.filter((_, other) => other !== index);
  return placeArtist(names, index, verb === "up" ? index - 1 : verb === "down" ? index + 1 : index);
}

/** The list with the artist at index `from` moved to index `to`. */
export function placeArtist(names: string[], from: number, to: number): string[] {
  const others = names.filter((_, other) => other !== from);
  others.splice(Math.max(0, to), 0, ...names.slice(from, from + 1));
  return others;
}

/**
 * What a button of the first run's form does: the list afterwards, why the typed name can't be on it, and whether the form
 * is to be saved. Every button adds the ticked suggestions. Only "add", "save" and "enter" add the typed name, which may
 * be half typed when another one is pressed.
 */
export function pressFavoritesButton(
  { listed, ticked, typed }: { listed: string[]; ticked: string[]; typed: string },
  button: string,
): { artists: string[]; message?: string; hasAdded: boolean; saves: boolean } {
  const artists = distinctArtists([...moveArtist(distinctArtists(listed), button), ...ticked]);
  const isTyped = typed.trim() !== "";
  const adds = button === "add" || (isTyped && (button === "save" || button === "enter"));
  const message = adds ? validateArtist(artists, typed) : undefined;
  const hasAdded = adds && !message;
  if (hasAdded) artists.push(...distinctArtists([typed]));
  // Enter adds what was typed, and without that it saves.
  const saves = !message && (button === "save" || (button === "enter" && !isTyped && artists.length > 0));
  return { artists, message, hasAdded, saves };
}
