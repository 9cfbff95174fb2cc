import { parseWithZod } from "@conform-to/zod/v3";
import { expect, test } from "vitest";
import { completeness, validateArtist } from "~/models/music/preferences";
import { preferencesInput } from "~/models/music/preferences-schema";

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
