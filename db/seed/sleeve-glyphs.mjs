// Draws app/models/music/sleeve-glyphs.ts: the outlines of the display face, for text in pictures. Run it with
// `npm install --no-save fontkit@2.0.4 wawoff2@2.0.1 && node db/seed/sleeve-glyphs.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import * as fontkit from "fontkit";
import { decompress } from "wawoff2";

const FOLDER = "node_modules/@fontsource-variable/big-shoulders-display/files";
const WEIGHTS = { heavy: 900, light: 500 };
/** Units of an em; the font has twice as many, which nobody sees. */
const EM = 1000;
/** Kerning below this many units is left out. */
const LEAST_KERN = 15;
const LETTERS = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** Other characters are left to the browser's own fonts. */
const USED = /[\p{Lu}\p{Ll}\p{Nd}!"#$%&'()*+,\-./:;<=>?@[\]_{|}~¡¿«»‘’“”„–—…•·€£°×]/u;
/** How many of a weight's subsets are drawn: small print is rarely in the second. */
const SUBSETS = { heavy: ["latin", "latin-ext"], light: ["latin"] };

const parts = [];
for (const [name, weight] of Object.entries(WEIGHTS)) {
  const glyphs = new Map();
  const kerns = [];
  for (const subset of SUBSETS[name]) {
    const file = readFileSync(`${FOLDER}/big-shoulders-display-${subset}-wght-normal.woff2`);
    const font = fontkit.create(Buffer.from(await decompress(file))).getVariation({ wght: weight });
    for (const code of font.characterSet) {
      const letter = String.fromCodePoint(code);
      if (code <= 32 || glyphs.has(letter) || !USED.test(letter)) continue;
      glyphs.set(letter, outline(font.glyphForCodePoint(code)));
    }
    if (subset === "latin") kerns.push(...kerningOf(font));
  }
  const lines = [...glyphs].map(([letter, path]) => `${letter}${path}`);
  parts.push(`export const ${name}Glyphs = \`\n${lines.map(escapeTemplate).join("\n")}\n\`;`);
  parts.push(`export const ${name}Kerning =\n  "${kerns.join(" ")}";`);
}
writeFileSync(
  "app/models/music/sleeve-glyphs.ts",
  `// Outlines of Big Shoulders Display (SIL Open Font License 1.1), made by db/seed/sleeve-glyphs.mjs. A line is a character, its\n// advance and a path that begins at its origin.\n${parts.join("\n\n")}\n`,
);

/** The advance, then the outline in relative commands, y down. */
function outline(glyph) {
  const scale = EM / glyph._font.unitsPerEm;
  let path = "";
  let [x, y] = [0, 0];
  let start = [0, 0];
  let last = "";
  for (const { command, args } of glyph.path.commands) {
    const points = [];
    for (let at = 0; at < args.length; at += 2)
      points.push([Math.round(args[at] * scale), Math.round(-args[at + 1] * scale)]);
    const from = [x, y];
    const end = points.at(-1);
    if (command === "closePath") {
      path += "z";
      last = "z";
      [x, y] = start;
      continue;
    }
    const moved = points.map(([px, py]) => [px - from[0], py - from[1]]);
    if (command === "moveTo") start = end;
    let letter = { moveTo: "m", lineTo: "l", quadraticCurveTo: "q" }[command];
    let numbers = moved.flat();
    if (letter === "l" && numbers[1] === 0) [letter, numbers] = ["h", [numbers[0]]];
    else if (letter === "l" && numbers[0] === 0) [letter, numbers] = ["v", [numbers[1]]];
    const text = numbers
      .map((number, index) => (index > 0 && number >= 0 ? ` ${number}` : `${number}`))
      .join("");
    const isRepeated = letter === last && letter !== "m";
    path += isRepeated ? (text.startsWith("-") ? text : ` ${text}`) : letter + text;
    last = letter;
    [x, y] = end;
  }
  return `${Math.round(glyph.advanceWidth * scale)}${path}`;
}

function kerningOf(font) {
  const scale = EM / font.unitsPerEm;
  return LETTERS.flatMap((one) =>
    LETTERS.flatMap((other) => {
      const { positions, glyphs } = font.layout(one + other);
      const kern = Math.round((positions[0].xAdvance - glyphs[0].advanceWidth) * scale);
      return Math.abs(kern) >= LEAST_KERN ? `${one}${other}${kern}` : [];
    }),
  );
}

function escapeTemplate(text) {
  return text.replace(/[`\\$]/g, (character) => `\${"${character === "\\" ? "\\\\" : character}"}`);
}
