import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import { readdirSync } from "node:fs";
import { GENRES } from "db/column-types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { runsOf } from "../sampled";

const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
  (file) => /^(models|matching)\/.*\.ts$/.test(file) && !file.endsWith(".server.ts"),
);
const schemas = (
  await Promise.all(
    files.map(async (file) =>
      Object.entries(await import(/* @vite-ignore */ `~/${file.slice(0, -3)}`)).flatMap(([name, schema]) =>
        schema instanceof z.ZodType ? [[`${file} ${name}`, schema] as const] : [],
      ),
    ),
  )
).flat();

/** zod's default messages, which are meant for programmers. */
const UNWORDED =
  /^(Required|Expected |Unrecognized|String must|Number must|Array must|Not a finite|Invalid (input|enum|literal|union|discriminator|date|datetime|uuid|email|url|string|format|$))/i;

function fieldsOf(schema: z.ZodTypeAny): string[] {
  if (schema instanceof z.ZodEffects) return fieldsOf(schema.innerType());
  if (schema instanceof z.ZodIntersection)
    return [schema._def.left, schema._def.right].flatMap((side) => fieldsOf(side));
  if (schema instanceof z.ZodDiscriminatedUnion)
    return [...new Set(schema.options.flatMap(fieldsOf))] as string[];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const anyOdd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 2500, minLength: 0, size: "max" }),
  fc.constantFrom<unknown>(
    "",
    " ",
    "\u0000",
    "\ud800",
    "\u202e",
    "💿".repeat(300),
    "true",
    "on",
    "-0",
    "1e3",
    "0x10",
    "９",
    "9".repeat(16),
    "9".repeat(400),
    "1-1",
    "Rock,Pop",
    "Rock,Polka",
    "a@b.c",
    "ada@example.org",
    "00000000-0000-4000-8000-000000000000",
    "music_share",
    "youtube_link",
    "youtube_video",
    "song",
    "spotify",
    "https://youtu.be/dQw4w9WgXcQ",
    "https://open.spotify.com/track/1",
  ),
  fc.constantFrom<unknown>(0, -0, -1, 0.5, 17, 18, 65, 66, 100, 101, 2 ** 53, 1e308, Infinity, Number.NaN),
  fc.constantFrom<unknown>(null, undefined, true, false, [], {}, [[]], [null], ["Rock", "Rock"], {
    length: 3,
  }),
  fc.dictionary(
    fc.constantFrom(
      "type",
      "artist",
      "title",
      "url",
      "youtubeUrl",
      "videoTitle",
      "videoThumbnail",
      "__proto__",
    ),
    fc.constantFrom<unknown>(
      "Can",
      "\ud800",
      "https://youtu.be/dQw4w9WgXcQ",
      5,
      null,
      {},
      { polluted: true },
    ),
    { noNullPrototype: true },
  ),
  fc.array(fc.constantFrom<unknown>(...GENRES.slice(0, 12), "Polka", "", 5), { maxLength: 12 }),
  fc.array(fc.string({ unit: "binary", maxLength: 120 }), { maxLength: 60 }),
  fc.jsonValue(),
);

// Made once, since making them takes longer than reading them.
const odd = fc.constantFrom(...fc.sample(anyOdd, 3_000));

describe.each(schemas)("%s", (_, schema) => {
  test("any input is accepted or gets messages for members, the same each time", () => {
    const fields = fieldsOf(schema);
    const shaped = fc.dictionary(fc.constantFrom(...fields, "__proto__", "constructor", "length"), odd, {
      maxKeys: fields.length + 1,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.oneof({ arbitrary: shaped, weight: 5 }, odd), (value) => {
        // Node.js asserts, since `expect` takes longer than the schemas.
        const parsed = schema.safeParse(value);
        const again = schema.safeParse(structuredClone(value));
        deepEqual(again.data ?? again.error?.issues, parsed.data ?? parsed.error?.issues);
        if (parsed.success) {
          doesNotMatch(JSON.stringify(parsed.data) ?? "", /\\u0000|\\ud8/);
          equal(Reflect.get(Object(parsed.data), "polluted"), undefined);
        } else {
          const shown = parsed.error.issues.filter(({ path }) => fields.length === 0 || path.length > 0);
          deepEqual(
            shown.filter(({ message }) => UNWORDED.test(message)),
            [],
          );
        }
      }),
      { numRuns: runsOf(400, 60) },
    );
  });
});

// Queries come from URLs, which are limited to 8,000 characters.
const fromBodies = schemas.filter(
  ([name]) => !/ (caseQuery|discoverFilters|recordQuery|logFilters)$/.test(name),
);

test.each(fromBodies)("%s reads few items of a list that is too long", (_, schema) => {
  for (const field of fieldsOf(schema)) {
    let reads = 0;
    const items = new Proxy(Array(20_000).fill(""), {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) reads++;
        return Reflect.get(target, key);
      },
    });
    schema.safeParse({ [field]: items });
    expect(reads, field).toBeLessThan(1_000);
  }
});

/** The shortest of three times in ms that a schema takes to read a field. */
function timeToRead(schema: z.ZodTypeAny, field: string, typed: string): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    schema.safeParse({ [field]: typed });
    return performance.now() - begun;
  });
  return Math.min(...times);
}

test.each(schemas)("%s reads a long text of spaces, zeros or dots as fast as one of letters", (_, schema) => {
  for (const field of fieldsOf(schema)) {
    const most = 20 + 20 * timeToRead(schema, field, "x".repeat(10_000));
    for (const filling of [" ", "0", ".", "("])
      for (const first of ["", "x"])
        expect(timeToRead(schema, field, `${first}${filling.repeat(10_000)}x`), field).toBeLessThan(most);
  }
});

test("every schema of the models is tested", () => {
  expect(schemas.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "models/match/match-schema.ts decisionInput",
      "models/conversation/message-schema.ts messageInput",
      "models/account/account-schema.ts signUpInput",
    ]),
  );
});
