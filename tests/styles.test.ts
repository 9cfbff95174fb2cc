// The look keeps its word: contrasts of the tokens, and styles that the oldest browsers can read.
import { readdirSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import doiuse from "doiuse/stream";
import { expect, test } from "vitest";

const source = readFileSync("app/styles.css", "utf8");

test.each([
  ["light", tokensAfter(":root {")],
  ["dark by the system", tokensAfter(':root:not([data-theme="light"]) {')],
  ["dark by choice", tokensAfter(':root[data-theme="dark"] {')],
])("text has a contrast of 4.5 and controls of 3, %s", (_, tokens) => {
  for (const ground of ["paper", "sleeve", "inset"]) {
    for (const text of ["ink", "soft", "red", "green"])
      expect(contrast(tokens, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens, "edge", ground), `edge on ${ground}`).toBeGreaterThanOrEqual(3);
  }
  for (const ground of ["red", "red-press", "green"])
    expect(contrast(tokens, `on-${ground.replace("-press", "")}`, ground), ground).toBeGreaterThanOrEqual(
      4.5,
    );
});

test("the two dark themes are one", () => {
  expect(tokensAfter(':root[data-theme="dark"] {')).toEqual(tokensAfter(':root:not([data-theme="light"]) {'));
});

/** What the oldest browsers miss and why nobody is hurt. */
const missedWithoutHarm = {
  "css-appearance": "the prefix stands beside it",
  "css-env-function": "a notched phone's browser is newer",
  "css-focus-visible": "without it the ring also shows after a click",
  "css-line-clamp": "a long bio is cut without an ellipsis, or stands in full",
  "css-math-functions": "minmax() in a grid, which is not the minmax they miss",
  "css-matches-pseudo": "tailwind's reset, said again in plain words where it matters",
  "css-not-sel-list":
    ":not() with one simple selector, which they read; tailwind's reset of [hidden] is the browser's own",
  "css-media-scripting": "a dialog that came with its page is a part of it until scripts run",
  "css-overflow": "hidden and auto, which they read",
  "css-overflow-anchor": "who does not know it moves nothing by itself",
  "css-snappoints": "scroll-padding: the bar may cover what is jumped to",
  "css-sticky": "the words on top scroll away with the page",
  "css-text-indent": "tailwind's reset of tables",
  "css-touch-action": "only where scripts made a slider",
  "css3-tabsize": "tailwind's reset",
  "extended-system-fonts": "the next family of the list stands in",
  "font-family-system-ui": "the next family of the list stands in",
  "prefers-color-scheme": "light, and the switch for dark",
  "prefers-reduced-motion": "nothing moves longer than 150 ms",
  "text-decoration": "tailwind's reset of abbr",
  "variable-fonts": "the fallback face stands in",
  "css-gradients": "two colours in a row, without hints",
  pointer: "touch-action again",
} as const;

test("what the oldest browsers cannot read harms nobody", async () => {
  const missed = await featuresMissed(builtStyles(), ["chrome 64", "firefox 60", "safari 12"]);
  expect(missed.filter((feature) => !(feature in missedWithoutHarm))).toEqual([]);
});

test("nothing in the built styles drops a whole rule in the oldest browsers", () => {
  expect(builtStyles()).not.toMatch(
    /[;{]inset(-block|-inline)?:|@layer|@container|:has\(|:is\(|oklch\(|clamp\(|aspect-ratio:/,
  );
});

function tokensAfter(opening: string): Map<string, string> {
  const from = source.indexOf(opening) + opening.length;
  const block = source.slice(from, source.indexOf("}", from));
  return new Map(
    Array.from(block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g), ([, name = "", hex = ""]) => [name, hex]),
  );
}

/** WCAG 2.2, "contrast ratio". */
function contrast(tokens: Map<string, string>, one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((name) => luminance(tokens.get(name) ?? ""))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = Number.NaN, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function builtStyles(): string {
  const folder = "public/build/_assets";
  const file = readdirSync(folder).find((name) => /^styles-.*\.css$/.test(name));
  if (!file) throw new Error("Build first: npm run build");
  return readFileSync(`${folder}/${file}`, "utf8");
}

function featuresMissed(css: string, browsers: string[]): Promise<string[]> {
  return new Promise((done, failed) => {
    const features = new Set<string>();
    Readable.from([css])
      .pipe(doiuse({ browsers }, "styles.css"))
      .on("data", (usage: { feature: string }) => features.add(usage.feature))
      .on("end", () => done([...features]))
      .on("error", failed);
  });
}
