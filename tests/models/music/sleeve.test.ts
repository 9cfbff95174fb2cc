// Drawn sleeves: always the same, in every layout, and readable.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawAvatar } from "~/models/music/avatar";
import { drawSleeve } from "~/models/music/sleeve";
import { layouts, sleeveColors } from "~/models/music/sleeve-layouts";
import { SLEEVE_VERSION, sleeveUrl } from "~/models/music/sleeve-url";
import { sampled } from "../../sampled";

const records = [
  ["Can", "Tago Mago"],
  ["Miles Davis", "Kind of Blue"],
  ["Sigur Rós", "Ágætis byrjun"],
  ["David Bowie", "The Rise and Fall of Ziggy Stardust and the Spiders from Mars"],
  ["細野晴臣", "はらいそ"],
  ["Umm Kulthum", "إنت عمري"],
  ["", "Slow trains for rainy Sundays"],
] as const;

/** Sleeves of every layout: records of many artists. */
const many = Array.from({ length: 400 }, (_, index) => {
  const [artist, title] = records[index % records.length] ?? records[0];
  return { artist: `${artist} ${index}`.trim(), title };
});

test("the same artist and title always give the same sleeve, however they are written", () => {
  const first = drawSleeve({ artist: "Can", title: "Tago Mago" });
  expect(drawSleeve({ artist: "Can", title: "Tago Mago" })).toEqual(first);
  expect(drawSleeve({ artist: " Can", title: "Tago \n Mago " })).toEqual(first);
  expect(drawSleeve({ artist: "Can", title: "tago mago" }).layout).toBe(first.layout);
  expect(drawSleeve({ artist: "Can", title: "Ege Bamyasi" }).svg).not.toBe(first.svg);
  expect(drawSleeve({ artist: "Björk", title: "Post" })).toEqual(
    drawSleeve({ artist: "Bjo\u0308rk", title: "Post" }),
  );
});

test("a drawing changes only with its version, which is part of the address that browsers keep for a year", () => {
  const digest = createHash("sha256");
  for (const words of many) digest.update(drawSleeve(words).svg);
  expect([SLEEVE_VERSION, digest.digest("hex").slice(0, 16)]).toEqual([2, "83abc518ee98b4dc"]);
});

test("a compilation's sleeve has its title alone", () => {
  const url = (artist: string, title: string) => sleeveUrl({ artist, title });
  expect(url("Various Artists", "Pebbles")).toBe(url("", "Pebbles"));
  expect(url("Verschiedene Interpreten", "Pebbles")).toBe(url("", "Pebbles"));
  expect(url("Can", "Pebbles")).not.toBe(url("", "Pebbles"));
  expect(url("Various", "")).toContain("artist=Various");
});

test("there are at least 16 layouts, and all are drawn", () => {
  const drawn = new Set(many.map((words) => drawSleeve(words).layout));
  expect(drawn.size).toBeGreaterThanOrEqual(16);
  expect([...drawn].sort()).toEqual(Object.keys(layouts).sort());
});

test("sleeves have the app's paper, ink and red", () => {
  const tokens = readFileSync("app/styles/tokens.css", "utf8");
  for (const name of ["paper", "ink", "red"] as const)
    expect(tokens.match(new RegExp(`--${name}: (#[0-9a-f]{6})`))?.[1]).toBe(sleeveColors[name]);
});

test("a record without a title is drawn with its artist, and one without words as a pattern", () => {
  expect(drawSleeve({ artist: "Can", title: " " })).toEqual(drawSleeve({ artist: "", title: "Can" }));
  expect(drawSleeve({ artist: "", title: "" }).svg).toContain("<svg");
});

test("an avatar has the colors of its artist's sleeve, and without an artist those of the name", () => {
  const ground = (svg: string) => /<path fill="(#\w+)" d="M0 0h400/.exec(svg)?.[1];
  for (const artist of ["can", "stereolab", "pram", "low"]) {
    const ada = drawAvatar({ firstName: "Ada", artist });
    expect(ground(ada)).toBe(ground(drawSleeve({ artist: "", title: artist }).svg));
    expect(drawAvatar({ firstName: "Ada", artist: `The ${artist.toUpperCase()}` })).toBe(ada);
    expect(drawAvatar({ firstName: "Ben", artist })).not.toBe(ada);
  }
  expect(drawAvatar({ firstName: "Ada", artist: "" })).not.toBe(drawAvatar({ firstName: "Ann", artist: "" }));
});

test("an avatar has one letter, whatever the name begins with", () => {
  const text = (firstName: string) => />([^<>]+)<\/text>/.exec(drawAvatar({ firstName, artist: "can" }))?.[1];
  expect([text("дина"), text("美咲"), text("👩‍🎤 Kit")]).toEqual(["Д", "美", "👩‍🎤"]);
  expect(drawAvatar({ firstName: "ßeta", artist: "can" })).toBe(
    drawAvatar({ firstName: "Sam", artist: "can" }),
  );
  expect(drawAvatar({ firstName: "<b>", artist: "can" })).not.toContain("<b>");
});

test.each([
  ["large", ".i{display:none}"],
  ["small", ".s,.m{display:none}"],
])(
  "words have a contrast of 4.5 to what is behind them on a %s sleeve",
  async (_, styles) => {
    const sleeves = sampled(many.slice(0, 140), 28).map((words) => ({
      ...drawSleeve(words),
      text: `${words.artist}, ${words.title}`,
    }));
    const avatars = sampled(many.slice(0, 60), 12).map(({ artist }, index) => {
      const firstName = "ÅBCDWIMQ"[index % 8] ?? "";
      return { svg: drawAvatar({ firstName, artist }), layout: "avatar", text: artist };
    });
    for (const { svg, layout, text } of [...sleeves, ...avatars]) {
      const shown = svg.replace(/<style>.*<\/style>/, `<style>${styles}</style>`);
      const bare = shown.replace(/<g>(?!.*<g>).*<\/g><\/svg>$/, "</svg>");
      expect(bare).not.toBe(shown);
      const [front, behind] = await Promise.all([pixelsOf(shown), pixelsOf(bare)]);
      const fills = new Map(Object.values(sleeveColors).map((color) => [color, luminance(color)]));
      for (let at = 0; at < front.length; at += 3) {
        // Most pixels are no words, and telling so without making strings takes a tenth of the time.
        if (front.readUIntBE(at, 3) === behind.readUIntBE(at, 3)) continue;
        const [over, under] = [hexAt(front, at), hexAt(behind, at)];
        const light = fills.get(over);
        if (light === undefined) continue;
        const [low = 0, high = 0] = [light, luminance(under)].sort((a, b) => a - b);
        const contrast = (high + 0.05) / (low + 0.05);
        if (contrast < 4.5) expect.fail(`${layout}: ${text}: ${over} on ${under}`);
      }
    }
  },
  120_000,
);

async function pixelsOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize(160, 160).removeAlpha().raw().toBuffer();
}

function hexAt(pixels: Buffer, at: number): string {
  return `#${pixels.subarray(at, at + 3).toString("hex")}`;
}

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
