// HTML entities in texts that a program has escaped once too often.

/** The names of Latin-1's characters from 160 on, in their order. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute " +
  "Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute " +
  "THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde " +
  "ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const named = new Map<string, string>([
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", hellip: "…", euro: "€", trade: "™" }),
  ...Object.entries({ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", bull: "•" }),
  ...Object.entries({
    OElig: "Œ",
    oelig: "œ",
    Scaron: "Š",
    scaron: "š",
    Zcaron: "Ž",
    zcaron: "ž",
    Yuml: "Ÿ",
  }),
  ...LATIN_1.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
]);

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi;
/** An ampersand that begins no entity, and no parameter of an address. */
const AMPERSAND = /&(?!#?\w{1,31};)(?![\w.-]{1,40}=)/;
/** How much of a text is judged by. */
const JUDGED_CHARACTERS = 500_000;

/**
 * Returns a function that decodes the entities in parts of a file's `text` once, if it has any and no ampersand that is meant
 * as one; otherwise the function changes nothing.
 */
export function entityDecoder(text: string): (part: string) => string {
  const judged = text.slice(0, JUDGED_CHARACTERS);
  return !AMPERSAND.test(judged) && decodeEntities(judged) !== judged ? decodeEntities : (part) => part;
}

/** Decodes the entities of a text once; what is none stays. */
export function decodeEntities(text: string): string {
  return text.replace(
    ENTITY,
    (entity, decimal?: string, hexadecimal?: string, name?: string) =>
      (name === undefined ? toCharacter(decimal, hexadecimal) : named.get(name)) ?? entity,
  );
}

function toCharacter(decimal?: string, hexadecimal = ""): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  // No character has such a number, or only half of one.
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
}
