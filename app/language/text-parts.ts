// The parts of a text: words, placeholders, plural and select forms, and tags. A subset of ICU's message format, without
// quoting.

/** The key of a text: the text itself and, if it is ambiguous in English, its context. */
export function textKey(text: string, as?: string): string {
  return as ? `${as}\u0004${text}` : text;
}

/** `#` in a form is its number. */
export const NUMBER_SIGN = { isNumber: true } as const;

export type Part =
  | string
  | typeof NUMBER_SIGN
  | {
      placeholder: string;
      kind?: "number" | "plural" | "selectordinal" | "select";
      forms?: Record<string, Part[]>;
    }
  | { tag: string; inside: Part[] };

const SIGN = /[{}#]|<(\/?)(\w+)(\/?)>/g;
const PLACEHOLDER = /\s*(\w+)\s*(?:,\s*(number|plural|selectordinal|select)\s*)?([,}])/y;
const FORM = /\s*(?:(=?\w+)\s*\{|(\}))/y;

/** Parses a text. Throws if its braces or tags don't match. */
export function parseText(text: string): Part[] {
  let at = 0;
  const fail = () => new Error(`Braces or tags don't match in “${text}”`);

  function read(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) throw fail();
    at = pattern.lastIndex;
    return found;
  }

  function readUntil(end: string | undefined, isForm: boolean): Part[] {
    const parts: Part[] = [];
    for (;;) {
      SIGN.lastIndex = at;
      const found = SIGN.exec(text);
      const words = text.slice(at, found?.index);
      if (words) parts.push(words);
      at += words.length + (found?.[0].length ?? 0);
      const [sign, isClosing, tag = "", isEmpty] = found ?? [];
      if (sign === end) return parts;
      if (sign === undefined || sign === "}" || isClosing) throw fail();
      if (sign === "#") parts.push(isForm ? NUMBER_SIGN : sign);
      else if (sign === "{") parts.push(readHole());
      else parts.push({ tag, inside: isEmpty ? [] : readUntil(`</${tag}>`, isForm) });
    }
  }

  function readHole(): Part {
    const [, placeholder = "", kind, next] = read(PLACEHOLDER);
    if (next === "}") return kind === "number" ? { placeholder, kind } : { placeholder };
    const forms: Record<string, Part[]> = {};
    for (;;) {
      const [, form, end] = read(FORM);
      if (end) break;
      if (form) forms[form] = readUntil("}", kind !== "select");
    }
    if (!forms.other) throw fail();
    return { placeholder, kind: kind as "plural", forms };
  }

  return readUntil(undefined, false);
}
