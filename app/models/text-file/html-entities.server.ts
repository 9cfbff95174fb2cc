// HTML entities in files: programs that copy from web pages write them for some characters.
import { decodeHTMLStrict } from "entities";

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/i;
/** An ampersand that begins neither an entity nor a parameter of an address. */
const AMPERSAND = /&(?!#?\w{1,31};)(?![\w.-]{1,40}=)/;

/** How much of a text is judged, which takes a few milliseconds. */
const JUDGED_CHARACTERS = 500_000;

/**
 * Returns a function that decodes the entities in parts of a file's `text` once, if it has any and no literal ampersand;
 * otherwise the function changes nothing.
 */
export function entityDecoder(text: string): (part: string) => string {
  const judged = text.slice(0, JUDGED_CHARACTERS);
  return ENTITY.test(judged) && !AMPERSAND.test(judged) ? decodeHTMLStrict : (part) => part;
}
