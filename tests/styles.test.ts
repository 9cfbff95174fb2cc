// Checks of the styles: contrasts of the tokens, and support by the oldest browsers.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import doiuse from "doiuse/stream";
import { expect, test } from "vitest";
import { paperColors } from "~/components/layout/theme-colors";
import { accentsOf } from "~/models/community/palette";
import { sourcesIn } from "./sources";

const tokens = readFileSync("app/styles/tokens.css", "utf8");

test.each([
  ["light", ":root {"],
  ["dark", ".dark {"],
  ["printed", ":root:root {"],
])("text has a contrast of 4.5 and controls of 3 in the %s theme", (_, opening) => {
  const theme = tokensAfter(opening);
  for (const ground of ["paper", "card", "inset"]) {
    for (const text of ["ink", "soft", "red", "green"])
      expect(contrast(theme, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme, "edge", ground), `edge on ${ground}`).toBeGreaterThanOrEqual(3);
  }
  for (const ground of ["red", "red-press", "green"])
    expect(contrast(theme, `on-${ground.replace("-press", "")}`, ground), ground).toBeGreaterThanOrEqual(4.5);
});

const COLORS =
  "#1f7a4d #ffd400 #6a3fd0 #2b6cb0 #ff0000 #00ff00 #0000ff #ffffff #000000 #808080 #f3ecdd #b3261b #ff69b4";

test.each(COLORS.split(" "))(
  "an operator's %s has a contrast of 4.5 wherever red is read, in every theme",
  (color) => {
    const { light, dark } = accentsOf(color);
    for (const [opening, { accent, pressed, fill, fillPressed, onFill }] of [
      [":root {", light],
      [".dark {", dark],
      [":root:root {", light],
    ] as const) {
      const theme = new Map([
        ...tokensAfter(":root {"),
        ...tokensAfter(opening),
        ["red", accent],
        ["red-press", pressed],
        ["fill", fill],
        ["fill-press", fillPressed],
        ["on-fill", onFill],
      ]);
      for (const ground of ["paper", "card", "inset"])
        expect(contrast(theme, "red", ground), `${opening} ${ground}`).toBeGreaterThanOrEqual(4.5);
      for (const ground of ["red", "red-press"])
        expect(contrast(theme, "on-red", ground), `${opening} ${ground}`).toBeGreaterThanOrEqual(4.5);
      for (const ground of ["fill", "fill-press"])
        expect(contrast(theme, "on-fill", ground), `${opening} ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test("an operator's color stays as it is where it can be read", () => {
  expect([accentsOf("#b3261b").light.accent, accentsOf("#f25c48").dark.accent]).toEqual([
    "#b3261b",
    "#f25c48",
  ]);
});

test("a bright color stays bright on buttons, with dark letters", () => {
  expect(accentsOf("#ffd400").light).toMatchObject({ fill: "#ffd400", onFill: "#131110" });
  expect(accentsOf("#6a3fd0").light).toMatchObject({ fill: "#6a3fd0", onFill: "#fff8ee" });
});

test("a label's black is as light as text in the dark", () => {
  const { light, dark } = accentsOf("#111111");
  expect(light.accent).toBe("#111111");
  const theme = new Map([...tokensAfter(":root {"), ...tokensAfter(".dark {"), ["red", dark.accent]]);
  expect(contrast(theme, "red", "paper")).toBeGreaterThan(12);
});

test("the theme switch and the system preference use the same dark colors", () => {
  const [chosen] = builtStyles().match(/(?<=\.dark\{)[^}]+/) ?? [];
  expect(chosen).toContain("--paper:");
  expect(builtStyles()).toContain(`@media(prefers-color-scheme:dark){:root:not(.light){${chosen}}}`);
});

/** Features that the oldest browsers lack, and why that is harmless. */
const missedWithoutHarm = {
  "css-appearance": "the prefix stands beside it",
  "css-env-function": "a notched phone's browser is newer",
  "css-focus-visible": "without it the ring also shows after a click",
  "css-line-clamp": "a long bio is cut without an ellipsis, or stands in full",
  "css-matches-pseudo": "what Tailwind's reset says of buttons and hidden elements stands in base.css too",
  "css-math-functions":
    "minmax() in a grid, which is not the minmax they miss; without max() cards stand in one column",
  "css-media-interaction": "without it the button of a message's menu is always in sight",
  "css-media-scripting": "a dialog that came with its page is a part of it until scripts run",
  "css-page-break": "a card may stand on two printed pages",
  "css-not-sel-list": "the reset's line about hidden elements again",
  "css-overflow": "hidden and auto, which they read",
  "css-overflow-anchor": "who does not know it moves nothing by itself",
  "css-snappoints": "scroll-padding: the bar may cover what is jumped to",
  "css-sticky": "the words on top scroll away with the page",
  "css-text-indent": "0, which they read",
  "css-touch-action": "only where scripts made a slider",
  "css3-tabsize": "a tab in a text is wider",
  "extended-system-fonts": "the next font of the list is taken",
  "prefers-color-scheme": "light, and the switch for dark",
  "prefers-reduced-motion": "nothing moves longer than 150 ms",
  "text-decoration": "an abbreviation is underlined, not dotted",
  "variable-fonts": "normal, which is what they do",
  "intrinsic-width": "a tab is as wide as its label, and more of them take another row",
  pointer: "touch-action again",
  "viewport-unit-variants": "a phone's address bar may cover the end of a chat until the page is scrolled",
} as const;

test("a browser draws around the page in the color of its paper, in both themes", () => {
  const [light, dark] = [...tokens.matchAll(/--paper: (#\w+);/g)];
  expect(paperColors).toEqual({ light: light?.[1], dark: dark?.[1] });
  const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
  expect([manifest.theme_color, manifest.background_color]).toEqual([light?.[1], light?.[1]]);
});

test("every class of the stylesheets is used", () => {
  // The router adds it to the link of a pending navigation.
  const used = new Set(["pending", ...sourcesIn("app", /\.tsx?$/).flatMap(wordsOf)]);
  const unused = sourcesIn("app", /\.css$/).flatMap(({ path, text }) =>
    Array.from(
      text.replace(/\/\*.*?\*\//gs, "").matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g),
      ([, name = ""]) => name,
    )
      .filter((name) => !used.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test("every CSS part is imported by the stylesheet", () => {
  const entry = readFileSync("app/styles/app.css", "utf8");
  const parts = sourcesIn("app", /\.css$/).map(({ path }) => path);
  const imported = Array.from(entry.matchAll(/@import "(.+)"/g), ([, path = ""]) => join("app/styles", path));
  expect(["app/styles/app.css", ...imported].sort()).toEqual(parts.sort());
});

test("features that the oldest browsers lack degrade harmlessly", async () => {
  const missed = await featuresMissed(builtStyles(), ["chrome 64", "firefox 60", "safari 12"]);
  expect(missed.sort()).toEqual(Object.keys(missedWithoutHarm).sort());
});

test("no selector or property drops a whole rule in the oldest browsers", () => {
  expect(builtStyles()).not.toMatch(
    /[;{]inset(-block|-inline)?:|@layer|@container|:has\(|:is\(|oklch\(|clamp\(|aspect-ratio:/,
  );
});

test("no element that comes or goes makes a browser style the whole page anew", () => {
  // Unless a class comes before it, Chromium applies `+ *` to all siblings of what comes, and to all that they hold.
  const rules = builtStyles().match(/[^{},]*[+~]\*/g) ?? [];
  expect(rules.filter((rule) => !/\.[\w-]+(:first-child)?[+~]\*$/.test(rule))).toEqual([]);
});

function tokensAfter(opening: string): Map<string, string> {
  const from = tokens.indexOf(opening) + opening.length;
  const block = tokens.slice(from, tokens.indexOf("}", from));
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

/** The stylesheet of the build. */
function builtStyles(): string {
  const folder = "build/client/assets";
  const file = readdirSync(folder).find((name) => name.endsWith(".css"));
  if (!file) throw new Error("Build first: npm run build");
  return readFileSync(`${folder}/${file}`, "utf8");
}

/** The words of every string in the code. */
function wordsOf({ text }: { text: string }): string[] {
  return (text.match(/"[^"\n]*"|`[^`]*`/g) ?? []).flatMap((each) => each.split(/[^\w-]+/));
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
