// Preferences, and the sleeves drawn for records.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseWithZod } from "@conform-to/zod/v3";
import { db } from "db/client.server";
import { artist } from "db/schema";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawAvatar } from "~/models/music/avatar";
import { completeness, validateArtist } from "~/models/music/preferences";
import { getPreferences, listTastes, savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";
import { drawSleeve } from "~/models/music/sleeve";
import { layouts, sleeveColors } from "~/models/music/sleeve-layouts";
import { SLEEVE_TEXT_MAX, toDrawable } from "~/models/music/sleeve-text";
import { SLEEVE_VERSION, sleeveUrl } from "~/models/music/sleeve-url";
import { addMember } from "../../matching/members";
import { runsOf, sampled } from "../../sampled";

const ANA = {
  topArtists: ["Radiohead", "Björk"],
  favoriteGenres: ["Rock", "Electronic"],
  totalScrobbles: 1200,
  concertsAttended: 7,
};

/** The messages by field. */
function refusals(input: unknown) {
  return preferencesInput.safeParse(input).error?.flatten().fieldErrors ?? {};
}

function names(count: number) {
  return Array.from({ length: count }, (_, i) => `Artist ${i}`);
}

test("valid preferences are accepted unchanged", () => {
  expect(preferencesInput.parse(ANA)).toEqual(ANA);
});

test.each([
  ["no artist", { topArtists: [] }, { topArtists: ["Add at least one artist"] }],
  ["blank artists only", { topArtists: ["", "  "] }, { topArtists: ["Add at least one artist"] }],
  [
    "placeholders only",
    { topArtists: ["Various Artists", "<Unknown>", "V.A."] },
    { topArtists: ["Add at least one artist"] },
  ],
  ["an invisible artist", { topArtists: ["\u0000\u200b"] }, { topArtists: ["Add at least one artist"] }],
  ["missing artists", { topArtists: undefined }, { topArtists: ["Add at least one artist"] }],
  ["51 artists", { topArtists: names(51) }, { topArtists: ["Maximum 50 artists"] }],
  [
    "a very long name",
    { topArtists: ["a".repeat(101)] },
    { topArtists: ["Artist names can have at most 100 characters"] },
  ],
  ["a number for a name", { topArtists: [7] }, { topArtists: ["Must be text"] }],
  ["null for a name", { topArtists: [null] }, { topArtists: ["Must be text"] }],
  ["text for a list", { topArtists: "Radiohead" }, { topArtists: ["Artists must be a list"] }],
  ["no genre", { favoriteGenres: [] }, { favoriteGenres: ["Select at least one genre"] }],
  ["missing genres", { favoriteGenres: undefined }, { favoriteGenres: ["Select at least one genre"] }],
  [
    "nine genres",
    { favoriteGenres: ["Rock", "Pop", "Jazz", "Folk", "Metal", "Punk", "Blues", "Indie", "Soul"] },
    { favoriteGenres: ["Maximum 8 genres"] },
  ],
  ["an unknown genre", { favoriteGenres: ["Polka"] }, { favoriteGenres: ["Choose genres from the list"] }],
  ["an object for a list", { favoriteGenres: {} }, { favoriteGenres: ["Genres must be a list"] }],
  ["fewer than no plays", { totalScrobbles: -1 }, { totalScrobbles: ["Must be a positive number"] }],
  ["no number of plays", { totalScrobbles: "many" }, { totalScrobbles: ["Must be a positive number"] }],
  ["fewer than no concerts", { concertsAttended: -1 }, { concertsAttended: ["Must be a positive number"] }],
  ["null concerts", { concertsAttended: [] }, { concertsAttended: ["Must be a positive number"] }],
])("refused with a message: %s", (_, wrong, messages) => {
  expect(refusals({ ...ANA, ...wrong })).toEqual(messages);
});

test("50 artists and 8 genres are accepted", () => {
  const genres = ["Rock", "Pop", "Jazz", "Folk", "Metal", "Punk", "Blues", "Indie"];
  expect(refusals({ ...ANA, topArtists: names(50), favoriteGenres: genres })).toEqual({});
});

test("names are trimmed, and of several spellings of an artist the first is kept", () => {
  const topArtists = [" The Beatles ", "", "beatles", "Björk", "BJORK", "Muse\u0007"];
  expect(preferencesInput.parse({ ...ANA, topArtists }).topArtists).toEqual(["The Beatles", "Björk", "Muse"]);
});

test("placeholders are dropped", () => {
  const { topArtists } = preferencesInput.parse({
    ...ANA,
    topArtists: ["Varios Artistas", "Can", "[unknown]", "Low", "[data]", "Data"],
  });
  expect(topArtists).toEqual(["Can", "Low", "Data"]);
});

test("a duplicate artist counts once towards the 50", () => {
  expect(refusals({ ...ANA, topArtists: [...names(50), "ARTIST 7"] })).toEqual({});
});

test("a form parses like JSON, including blank rows and single checkboxes", () => {
  const form = new FormData();
  form.append("topArtists[0]", " Radiohead ");
  form.append("topArtists[1]", "");
  form.append("topArtists[2]", "Björk");
  form.append("favoriteGenres", "Rock");
  form.append("totalScrobbles", "1200");
  form.append("concertsAttended", "");
  const submission = parseWithZod(form, { schema: preferencesInput });
  expect(submission.status === "success" && submission.value).toEqual({
    ...ANA,
    favoriteGenres: ["Rock"],
    concertsAttended: 0,
  });
});

test("an empty form gets the specified messages", () => {
  const submission = parseWithZod(new FormData(), { schema: preferencesInput });
  expect(submission.reply().error).toEqual({
    topArtists: ["Add at least one artist"],
    favoriteGenres: ["Select at least one genre"],
  });
});

test("completeness is ten percent per artist and genre, at most 100", () => {
  expect(completeness({ topArtists: ["Muse"], favoriteGenres: ["Rock", "Pop"] })).toBe(30);
  expect(completeness({ topArtists: names(9), favoriteGenres: ["Rock"] })).toBe(100);
  expect(completeness({ topArtists: names(50), favoriteGenres: ["Rock"] })).toBe(100);
});

test("an artist can be added if it is not blank, new, and at most the fiftieth", () => {
  expect(validateArtist([], " Can ")).toBeUndefined();
  expect(validateArtist(names(49), "Can")).toBeUndefined();
  expect(validateArtist([], " \u200b ")).toBe("Enter an artist's name first");
  expect(validateArtist(["The Beatles"], "beatles")).toBe("The Beatles is already on your list");
  expect(validateArtist([], "a".repeat(101))).toBe("Artist names can have at most 100 characters");
  expect(validateArtist([], "Various Artists")).toBe("Enter one artist's name");
  expect(validateArtist(names(50), "Can")).toBe("Maximum 50 artists");
});

const SAVED = {
  topArtists: ["Sigur Rós", "AC/DC", "Björk"],
  favoriteGenres: ["Rock" as const, "Electronic" as const],
  totalScrobbles: 12,
  concertsAttended: 3,
};

test("a new member has no preferences", async () => {
  const ana = await addMember(1);
  expect(await getPreferences(ana)).toBeNull();
  expect(await listTastes([ana])).toEqual(new Map());
});

test("preferences keep their order and spelling", async () => {
  const ana = await addMember(2);
  expect(await savePreferences(ana, SAVED)).toEqual(SAVED);
  expect(await getPreferences(ana)).toEqual(SAVED);
  const { topArtists, favoriteGenres } = SAVED;
  expect(await listTastes([ana, 999])).toEqual(new Map([[ana, { topArtists, favoriteGenres }]]));
});

test("saving again replaces everything", async () => {
  const ana = await addMember(3);
  await savePreferences(ana, SAVED);
  const later = {
    ...SAVED,
    topArtists: ["Muse", "AC/DC"],
    favoriteGenres: ["Jazz" as const],
    totalScrobbles: 0,
  };
  await savePreferences(ana, later);
  expect(await getPreferences(ana)).toEqual(later);
});

test("two spellings are one artist, and each member keeps theirs", async () => {
  const [ana, ben] = [await addMember(4), await addMember(5)];
  await savePreferences(ana, { ...SAVED, topArtists: ["The Strokes"] });
  await savePreferences(ben, { ...SAVED, topArtists: ["strokes"] });
  const keys = (await db.select().from(artist)).map(({ key }) => key);
  expect(keys.filter((key) => key.includes("strokes"))).toEqual(["strokes"]);
  expect((await getPreferences(ana))?.topArtists).toEqual(["The Strokes"]);
  expect((await getPreferences(ben))?.topArtists).toEqual(["strokes"]);
});

test("names that look like code are kept unchanged", async () => {
  const topArtists = ["'); drop table artist; --", '{"key":"x"}', "<script>", "100", "null", "!!!"];
  const ana = await addMember(6);
  await savePreferences(ana, { ...SAVED, topArtists });
  expect((await getPreferences(ana))?.topArtists).toEqual(topArtists);
});

test("saving in several tabs at once leaves one of them, complete", async () => {
  const ana = await addMember(7);
  const tabs = ["Muse", "Blur", "Pulp", "Suede"].map((name) => ({ ...SAVED, topArtists: [name, "Björk"] }));
  await Promise.all(tabs.map((tab) => savePreferences(ana, tab)));
  expect(tabs).toContainEqual(await getPreferences(ana));
});

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
