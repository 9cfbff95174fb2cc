// Cleans names before they are stored.

/** Control characters and lone surrogates, which no database returns unchanged. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** Trims a name and removes the characters a database can't store. */
export function cleanText(name: string): string {
  return name.replace(UNSTORABLE, "").trim();
}

const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** False for a text of nothing but spaces and characters that nobody can see. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** The artist's name in the name of a channel that YouTube has generated. */
export function removeTopic(channel: string): string {
  return channel.replace(/ - Topic$/, "");
}

/** Removes characters that set the direction of text: in a name they would reorder the words around it. */
export function removeDirections(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Characters before a name or in its place: people type "." or "-" where a form insists on a last name. */
const BEFORE_NAME = /^[\p{P}\p{Z}\p{C}\p{Sc}\p{Sk}\p{Sm}]+/u;

/** A person's name as it is stored; "" for punctuation alone. */
export function cleanPersonName(name: string): string {
  const cleaned = cleanText(removeDirections(name));
  return cleaned.replace(BEFORE_NAME, "") && cleaned;
}

/** The initial of a name, "T" of "'t Hooft"; "" for punctuation alone. */
export function initialOf(name: string): string {
  return Array.from(name.replace(BEFORE_NAME, ""))[0]?.toUpperCase() ?? "";
}
