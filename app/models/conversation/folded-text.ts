// Text as filters compare it: what looks the same to a reader is the same.

/** Two characters that stand for whole sentences, whose plain form would make a message up to 18 times as long. */
const SENTENCES = /[\ufdfa\ufdfb]/g;
const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const AT = /\s*[([{<]\s*(?:at|@)\s*[)\]}>]\s*/g;
const DOT = /\s*[([{<]\s*(?:dot|\.)\s*[)\]}>]\s*|\s+dot\s+|\s*\.\s*(?=(?:com|net|org)\b)/g;

/**
 * Lowercases a text, brings full-width and other variants to their plain characters, removes accents and invisible
 * characters, and reads "(at)", "[dot]" and dots between spaces as they are meant.
 */
export function foldText(text: string): string {
  return text
    .replace(SENTENCES, " ")
    .normalize("NFKD")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .replace(/[\u3002\uff61]/g, ".")
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/g, " ")
    .replace(AT, "@")
    .replace(DOT, ".");
}
