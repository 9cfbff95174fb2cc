// The pseudo language: English with accents and a third longer.
import { type Part, parseText } from "./text-parts";

const PLAIN = "AaCcDdEeGgIiLlNnOoSsTtUuYyZz";
const ACCENTED = "ÅåÇçÐðÉéĞğÎîŁłÑñÖöŠšŢţÛûÝýŽž";

const accent = (words: string) =>
  words.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);

/** "[Šîğñ Îñ ~~~~]": brackets show where a text begins and ends, and whether it is cut. */
export function toPseudo(text: string): string {
  const words = text.replace(/\{[^}]*\}|<[^>]*>/g, "").split(/\s+/);
  // In the words' own lengths, so that it breaks as they do.
  const more = words.slice(0, Math.ceil(words.length / 3)).map(({ length }) => "~".repeat(length));
  return `[${[write(parseText(text)), ...more].join(words.length > 1 ? " " : "")}]`;
}

function write(parts: Part[]): string {
  return parts.map(writePart).join("");
}

function writePart(part: Part): string {
  if (typeof part === "string") return accent(part);
  if ("tag" in part) return `<${part.tag}>${write(part.inside)}</${part.tag}>`;
  if (!("placeholder" in part)) return "#";
  if (!part.forms) return `{${[part.placeholder, ...(part.kind ? [part.kind] : [])].join(", ")}}`;
  const forms = Object.entries(part.forms).map(([name, inside]) => `${name} {${write(inside)}}`);
  return `{${part.placeholder}, ${part.kind}, ${forms.join(" ")}}`;
}
