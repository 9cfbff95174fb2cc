// Texts that people read, in the reader's language. The English text is in the source and is its key in the catalogs of
// app/languages. A browser's scripts are built for each language, with these texts replaced.
import { translate } from "./current";
import { formatNumber, pluralForm } from "./intl";
import { NUMBER_SIGN, type Part, parseText } from "./text-parts";

/** The value of a placeholder: a number, a text in its own language such as a name, or another message. */
export type Value = string | number | Message;

/**
 * The values of a text's placeholders by name. `as` is none of them: it is the context of a text that is ambiguous only in
 * English.
 */
export type Values = { readonly [placeholder: string]: Value };

/** A text that is worded where it is shown: in a table, a schema or a refusal. */
export type Message = { readonly text: string; readonly values?: Values };

/** Something to tell somebody: a message, or a text that is already worded or not translated yet. */
export type Wording = string | Message;

/** A literal text. A text assembled at runtime has no translation. */
type Literal<Given> = string extends Given ? never : Given;

/** A message in a template string is worded there. Loaders can't send one, because it is no plain object. */
const wordedAsString = {
  toString(this: Message) {
    return t(this);
  },
};

const parsed = new Map<string, Part[]>();

/**
 * Describes a text for `t()` to word later: for values made when a module loads, and for refusals, which are worded in the
 * language of their reader.
 */
/* @__NO_SIDE_EFFECTS__ */
export function msg<Given extends string>(text: Literal<Given>, values?: Values): Message {
  return Object.assign(Object.create(wordedAsString), values ? { text, values } : { text });
}

/**
 * Words a text or message in the current language. Placeholders are ICU's: `{name}`, `{count, number}`, `{count, plural, one {#
 * song} other {# songs}}`, `{kind, select, artist {…} other {…}}`. Call it when something is shown, never when a module loads.
 */
export function t<Given extends Wording>(text: Literal<Given>, values?: Values): string {
  const message: Message = typeof text === "string" ? { text, values } : text;
  const worded = translate(message.text, message.values?.as as string | undefined);
  if (!/[{<]/.test(worded)) return worded;
  const join = (parts: string[]) => parts.join("");
  return join(fillParts<string>(partsOf(worded), message.values ?? {}, (_, inside) => join(inside)));
}

/** Words a message; a text stays as it is. */
export function toText(text: Wording): string {
  return typeof text === "string" ? text : t(text);
}

/** The parts of a worded text, parsed once per text. */
export function partsOf(worded: string): Part[] {
  const parts = parsed.get(worded) ?? parseText(worded);
  parsed.set(worded, parts);
  return parts;
}

/** Fills the placeholders of parts with values, and passes the content of tags to `wrap`. Adjacent words are joined. */
export function fillParts<Node>(
  parts: Part[],
  values: Readonly<Record<string, Node | Value | undefined>>,
  wrap: (tag: string, inside: (Node | string)[]) => Node | string,
  number = 0,
): (Node | string)[] {
  const filled: (Node | string)[] = [];
  const add = (piece: Node | string) => {
    const last = filled.length - 1;
    if (typeof piece === "string" && typeof filled[last] === "string") filled[last] += piece;
    else filled.push(piece);
  };
  for (const part of parts) {
    if (typeof part === "string") add(part);
    else if (part === NUMBER_SIGN) add(formatNumber(number));
    else if ("tag" in part) add(wrap(part.tag, fillParts(part.inside, values, wrap, number)));
    else if ("placeholder" in part) {
      const given = values[part.placeholder];
      const value = isMessage(given) ? t(given) : (given ?? "");
      const { kind, forms } = part;
      if (forms) fillParts(formOf(forms, kind, value), values, wrap, Number(value)).forEach(add);
      else if (kind === "number") add(formatNumber(Number(value)));
      else add(typeof value === "number" ? `${value}` : value);
    }
  }
  return filled;
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "text" in value;
}

function formOf(forms: Record<string, Part[]>, kind: string | undefined, value: unknown): Part[] {
  const form = kind === "select" ? String(value) : pluralForm(Number(value), kind === "selectordinal");
  return (
    (kind !== "select" && forms[`=${value}`]) ||
    (Object.hasOwn(forms, form) && forms[form]) ||
    forms.other ||
    []
  );
}
