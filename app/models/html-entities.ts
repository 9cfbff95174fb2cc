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

const ONE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/i;
const ENTITY = new RegExp(ONE, "gi");

/** Whether all of a text was escaped for HTML: it has entities, and no "&" beside them. */
export function showsEntities(text: string): boolean {
  let isEscaped = false;
  const rest = text.replace(ENTITY, (entity) => {
    const isKnown = decodeEntity(entity) !== undefined;
    isEscaped ||= isKnown;
    return isKnown ? "" : entity;
  });
  return isEscaped && !rest.includes("&");
}

/** Decodes the entities of a text once; what is none stays. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(ENTITY, (entity) => decodeEntity(entity) ?? entity) : text;
}

/**
 * The character that an entity such as "&amp;" or "&#8217;" stands for: none if no character has its number. Undefined for another
 * text, and for another name.
 */
export function decodeEntity(entity: string): string | undefined {
  const found = ONE.exec(entity);
  if (!found) return undefined;
  const [, decimal, hexadecimal = "", name] = found;
  if (name) return named.get(name);
  const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "" : String.fromCodePoint(code);
}
