// The display face as outlines, because a sleeve can't load the page's fonts: the widths of lines, and drawing them.
import { heavyGlyphs, heavyKerning, lightGlyphs, lightKerning } from "./sleeve-glyphs";

export type Weight = "heavy" | "light";

type Face = { glyphs: Map<string, { advance: number; path: string }>; kerning: Map<string, number> };
/** The outlines' units of an em. */
const EM = 1000;
/** The width of a space, in ems. */
export const SPACE = 0.2;
/** The widths assumed for the browser's own fonts, in ems: of a wide character, and any other. */
const OTHER_WIDTHS = { wide: 1.04, narrow: 0.78 };
/** East Asian characters, and pictographs. */
export const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uffef]/u;
const UNSEEN = /[\p{M}\u200d]/u;
/** Letters of right-to-left scripts. */
export const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

const faces: Record<Weight, Face> = {
  heavy: readFace(heavyGlyphs, heavyKerning),
  light: readFace(lightGlyphs, lightKerning),
};

function readFace(glyphs: string, kerning: string): Face {
  const face: Face = { glyphs: new Map([[" ", { advance: SPACE * EM, path: "" }]]), kerning: new Map() };
  for (const line of glyphs.trim().split("\n")) {
    const [, letter = "", advance, path = ""] = /^(.)(\d+)(.*)$/u.exec(line) ?? [];
    face.glyphs.set(letter, { advance: Number(advance), path });
  }
  for (const pair of kerning.split(" ")) face.kerning.set(pair.slice(0, 2), Number(pair.slice(2)));
  return face;
}

/** Whether the display face has every character of a text. */
export function isDrawn(text: string): boolean {
  return weightFor(text, "heavy") !== undefined;
}

/** The weight that has every character of a text: the one asked for, else the heavy one; undefined if neither has. */
export function weightFor(text: string, weight: Weight): Weight | undefined {
  if (hasAll(faces[weight], text)) return weight;
  return weight !== "heavy" && hasAll(faces.heavy, text) ? "heavy" : undefined;
}

function hasAll({ glyphs }: Face, text: string): boolean {
  for (const one of text) if (!glyphs.has(one)) return false;
  return true;
}

/** The width of a line in ems; for other scripts an upper limit. */
export function widthOf(line: string, weight: Weight = "heavy"): number {
  const known = weightFor(line, weight);
  let width = 0;
  if (known) {
    eachGlyph(line, faces[known], (_, advance) => {
      width += advance;
    });
    return width / EM;
  }
  for (const one of line) {
    if (!UNSEEN.test(one)) width += WIDE.test(one) ? OTHER_WIDTHS.wide : OTHER_WIDTHS.narrow;
  }
  return width;
}

function eachGlyph(line: string, { glyphs, kerning }: Face, visit: (path: string, advance: number) => void) {
  let last = "";
  for (const one of line) {
    const glyph = glyphs.get(one);
    const kern = kerning.get(last + one);
    if (kern) visit("", kern);
    if (glyph) visit(glyph.path, glyph.advance);
    last = one;
  }
}

/** Draws one line from `x` on the baseline `y`. */
export function drawLine(
  line: string,
  { x, y, size, fill, weight = "heavy", className, align = "left" }: LineOptions,
): string {
  const known = weightFor(line, weight);
  const shown = className ? ` class="${className}"` : "";
  if (!known) {
    const isReversed = RIGHT_TO_LEFT.test(line);
    const anchor = {
      left: isReversed ? "end" : "start",
      center: "middle",
      right: isReversed ? "start" : "end",
    }[align];
    const direction = isReversed ? ' direction="rtl"' : "";
    return `<text${shown} x="${round(x)}" y="${round(y)}" font-size="${round(size)}" fill="${fill}" text-anchor="${anchor}"${direction}>${escapeXml(line)}</text>`;
  }
  let pen = 0;
  let outline = "";
  eachGlyph(line, faces[known], (path, advance) => {
    if (path) outline += `M${pen} 0${path}`;
    pen += advance;
  });
  const scale = size / EM;
  const left = x - (align === "left" ? 0 : align === "center" ? (pen * scale) / 2 : pen * scale);
  return `<path${shown} fill="${fill}" transform="translate(${round(left)} ${round(y)})scale(${round(scale, 4)})" d="${outline}"/>`;
}

type LineOptions = {
  /** The left, middle or right end of the line, as `align` says. */
  x: number;
  y: number;
  size: number;
  fill: string;
  weight?: Weight;
  className?: string;
  align?: "left" | "center" | "right";
};

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** A number for an SVG, with this many decimals. */
export function round(number: number, digits = 1): number {
  return Number(number.toFixed(digits));
}

/** The least and the most ems that a line of a poster holds: the shortest names grow no further, and the longest break. */
const POSTER_EMS = { min: 3.4, max: 13 };

/** The width of a poster in ems that holds the longest word of a name in capitals. */
export function posterWidth(name: string): number {
  const widest = Math.max(
    ...name
      .toUpperCase()
      .split(/\s+/)
      .map((word) => widthOf(word)),
  );
  return Math.min(Math.max(1.03 * widest, POSTER_EMS.min), POSTER_EMS.max);
}
