// Sets text for sleeves: as large as fits a box, in the best number of lines.
import { cleanText, removeDirections } from "~/clean-text";
import {
  drawLine,
  isDrawn,
  RIGHT_TO_LEFT,
  SPACE,
  type Weight,
  WIDE,
  weightFor,
  widthOf,
} from "./sleeve-letters";

/** x, y, width and height. */
export type Box = [number, number, number, number];

export type TextOptions = {
  box: Box;
  fill: string;
  weight?: Weight;
  align?: "left" | "center" | "right";
  /** Where the lines stand in a box that they don't fill. */
  valign?: "top" | "middle" | "bottom";
  /** The largest size of the letters. */
  max?: number;
  /** The smallest size: longer texts are cut. */
  min?: number;
  isCaps?: boolean;
  lines?: number;
  /** For words that only some sizes of a sleeve have. */
  className?: string;
};

/** Drawn text, with the place it takes and the size of its letters. */
type SetText = { svg: string; top: number; bottom: number; size: number };

/** How many characters of an artist or title are drawn. */
export const SLEEVE_TEXT_MAX = 80;
/** The height of a capital letter, in ems. */
export const CAP = 0.8;
/** The height of a capital letter with an accent. */
const ACCENTED = 1.01;
const DESCENT = 0.2;
const LEADING = { caps: 0.93, accents: 1.08, mixed: 0.98 };
/** The least heights of capitals, of 400, that can be read on sleeves of 40 and 120 px. */
const READABLE = { small: 66, medium: 19 };

/** Where right-to-left text is aligned. */
const OPPOSITE = { left: "right", right: "left" } as const;

/**
 * Sets a text as large as fits the box, in the best number of lines. Letters too small for a small sleeve are left out there.
 */
export function setText(text: string, options: TextOptions): SetText {
  const {
    box,
    align = "left",
    valign = "top",
    weight = "heavy",
    isCaps = true,
    min = 34,
    max = 400,
  } = options;
  const [x, y, width, height] = box;
  const words = toCase(text, isCaps);
  if (!words) return { svg: "", top: y, bottom: y, size: 0 };
  const known = weightFor(words, weight);
  const rise = !known ? 0.9 : isCaps && hasAccent(words) ? ACCENTED : CAP;
  const leading = !known ? 1.2 : !isCaps ? LEADING.mixed : hasAccent(words) ? LEADING.accents : LEADING.caps;
  const descent = known && (isCaps || !/[gjpqy,;]/.test(words)) ? 0 : DESCENT;
  const heightOf = (lines: number) => rise + (lines - 1) * leading + descent;
  let best: { lines: string[]; size: number } | undefined;
  for (let count = 1; count <= Math.min(options.lines ?? 5, 5); count++) {
    const lines = breakLines(words, count, weight);
    if (!lines) break;
    const widest = Math.max(...lines.map((line) => widthOf(line, weight)));
    const size = Math.min(max, width / widest, height / heightOf(lines.length));
    if (!best || size > best.size * 1.001) best = { lines, size };
  }
  if (!best || best.size < Math.min(min, max)) {
    const size = Math.min(min, max, height / heightOf(1));
    const rows = Math.max(1, Math.floor((height / size - rise - descent) / leading) + 1);
    best = { size, lines: cutLines(words, width / size, Math.min(rows, options.lines ?? rows), weight) };
  }
  const { lines, size } = best;
  const taken = heightOf(lines.length) * size;
  const top = y + (valign === "top" ? 0 : valign === "middle" ? (height - taken) / 2 : height - taken);
  const side = align !== "center" && RIGHT_TO_LEFT.test(words) ? OPPOSITE[align] : align;
  const start = { left: x, center: x + width / 2, right: x + width }[side];
  const svg = lines
    .map((line, index) =>
      drawLine(line, {
        x: start,
        y: top + (rise + index * leading) * size,
        size,
        fill: options.fill,
        weight,
        className: options.className ?? visibility(size),
        align: side,
      }),
    )
    .join("");
  return { svg, top, bottom: top + taken, size };
}

/** The class of letters of this size; letters that small sleeves leave out have one. */
export function visibility(size: number): string | undefined {
  const cap = size * CAP;
  return cap < READABLE.medium ? "m" : cap < READABLE.small ? "s" : undefined;
}

/** Breaks words into at most this many lines, as evenly as possible; undefined if there are fewer words. */
export function breakLines(text: string, count: number, weight: Weight): string[] | undefined {
  const words = text.split(" ");
  if (words.length < count) return undefined;
  if (count === 1) return [text];
  const widths = words.map((word) => widthOf(word, weight));
  let [low, high] = [Math.max(...widths), widths.reduce((sum, each) => sum + each + SPACE, 0)];
  let lines = [text];
  for (let turn = 0; turn < 12; turn++) {
    const limit = (low + high) / 2;
    const tried: string[] = [];
    let used = Number.POSITIVE_INFINITY;
    for (const [index, word] of words.entries()) {
      const next = used + SPACE + (widths[index] ?? 0);
      if (next > limit + 1e-9) {
        tried.push(word);
        used = widths[index] ?? 0;
      } else {
        tried[tried.length - 1] += ` ${word}`;
        used = next;
      }
    }
    if (tried.length <= count) {
      lines = tried;
      high = limit;
    } else low = limit;
  }
  return lines;
}

/** Fills lines of a width in ems, breaks longer words, and ends with an ellipsis if lines are missing. */
function cutLines(text: string, width: number, count: number, weight: Weight): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1] ?? "";
    const joined = last ? `${last} ${word}` : word;
    if (widthOf(joined, weight) <= width) {
      lines[lines.length - 1] = joined;
      continue;
    }
    if (last) lines.push("");
    for (const one of word) {
      const grown = (lines[lines.length - 1] ?? "") + one;
      if (widthOf(grown, weight) <= width) lines[lines.length - 1] = grown;
      else lines.push(one);
    }
  }
  if (lines.length <= count) return lines;
  const kept = lines.slice(0, count);
  let end = Array.from(kept[count - 1] ?? "");
  const space = end.lastIndexOf(" ");
  if (space > end.length / 2) end = end.slice(0, space);
  while (end.length > 1 && widthOf(`${end.join("")}…`, weight) > width) end = end.slice(0, -1);
  kept[count - 1] = `${end.join("").trimEnd().replace(/…$/, "")}…`;
  return kept;
}

/** What a small sleeve shows in place of a long title: its short first word, else the initials of its words. */
export function abbreviate(title: string): string {
  const words = title
    .split(/[\s/–—:-]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}\p{Extended_Pictographic}\p{M}]/gu, ""))
    .filter(Boolean);
  const main = words.filter(
    (word, index) => index === words.length - 1 || !/^(the|a|an|of|and|in|on|to)$/i.test(word),
  );
  const [first = ""] = main;
  const letters = Array.from(first);
  if (!isDrawn(first.toUpperCase())) return letters.slice(0, WIDE.test(first) ? 2 : 4).join("");
  if (letters.length <= 4 && (main.length === 1 || letters.length > 1)) return first;
  if (main.length === 1) return letters.slice(0, 3).join("");
  return main
    .slice(0, 3)
    .map((word) => Array.from(word)[0] ?? "")
    .filter(isDrawn)
    .join("");
}

export function toCase(text: string, isCaps: boolean): string {
  return isCaps && isDrawn(text.toUpperCase()) ? text.toUpperCase() : text;
}

function hasAccent(text: string): boolean {
  return /[\p{L}]\p{M}/u.test(text.normalize("NFD"));
}

/** The start of a text, without characters that XML forbids and without heaps of accents on one letter. */
export function toDrawable(text: string): string {
  const line = removeDirections(cleanText(text.normalize().replace(/\s+/g, " ")))
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1");
  const characters = Array.from(line);
  return characters.length > SLEEVE_TEXT_MAX ? `${characters.slice(0, SLEEVE_TEXT_MAX - 1).join("")}…` : line;
}
