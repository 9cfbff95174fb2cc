// Drawn sleeves are harmless, whatever they are drawn from.
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { drawSleeve } from "~/models/music/sleeve";
import { SLEEVE_TEXT_MAX, toDrawable } from "~/models/music/sleeve-text";
import { sleeveUrl } from "~/models/music/sleeve-url";
import { runsOf } from "../../sampled";

const { window } = new JSDOM();

const hostile = [
  "",
  " ",
  "…",
  "🎉",
  "👩‍👩‍👧‍👦 Road trip",
  "<script>alert(1)</script>",
  "]]> <![CDATA[ & &amp; &#0; \"'",
  "</style></svg><svg onload=alert(1)>",
  "\u0000\u0007\u001b\u007f\u0085\ufffe\uffff",
  "\ud800 half \udc00",
  "\u202eturned\u2066",
  `Z${"\u0301\u0302\u0303".repeat(60)}algo`,
  "शांति और संगीत",
  "ไทย ภาษา",
  "שלום עולם",
  "x".repeat(200),
  "宇".repeat(200),
  "word ".repeat(60),
];

test("every sleeve is a well-formed picture without scripts, links or anything from elsewhere", () => {
  const anything = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(
      fc.oneof(anything, fc.constantFrom(...hostile)),
      fc.oneof(anything, fc.constantFrom(...hostile)),
      expectHarmless,
    ),
    { numRuns: runsOf(100, 20) },
  );
  for (const text of hostile)
    for (const [artist, title] of [
      [text, text],
      ["Can", text],
      [text, "Can"],
    ] as const)
      expectHarmless(artist, title);
});

function expectHarmless(artist: string, title: string) {
  const { svg } = drawSleeve({ artist, title });
  expect(svg.length).toBeLessThan(60_000);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  const elements = [...new window.DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("*")];
  const names = new Set(elements.map(({ localName }) => localName));
  for (const name of names)
    expect(["svg", "style", "path", "circle", "ellipse", "g", "text"]).toContain(name);
  for (const element of elements)
    for (const { name } of element.attributes)
      expect(name).toMatch(
        /^(xmlns|viewBox|class|d|fill|stroke(-[a-z]+)?|[cr]?[xy]|r|opacity|transform|font-size|text-anchor|direction)$/,
      );
  expect(() => new URL(sleeveUrl({ artist, title }), "https://b-side.example")).not.toThrow();
}

test("what is too long or can't be shown is left out, and no address is long", () => {
  for (const text of hostile) {
    const kept = toDrawable(text);
    expect(Array.from(kept).length).toBeLessThanOrEqual(SLEEVE_TEXT_MAX);
    expect(toDrawable(kept)).toBe(kept);
    expect(sleeveUrl({ artist: text, title: text }).length).toBeLessThan(3200);
  }
});

test("the address holds all that is drawn", () => {
  for (const text of [
    "Ágætis byrjun",
    "A & B = C?",
    "宇".repeat(200),
    "🎉".repeat(200),
    "word ".repeat(60),
  ]) {
    const { searchParams } = new URL(sleeveUrl({ artist: "Can", title: text }), "https://b-side.example");
    const sent = { artist: searchParams.get("artist") ?? "", title: searchParams.get("title") ?? "" };
    expect(drawSleeve(sent)).toEqual(drawSleeve({ artist: "Can", title: text }));
  }
});
