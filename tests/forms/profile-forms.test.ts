// The doors of the profile's two forms, as a browser without scripts, a program or a mischief-maker posts to them.
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { submitPreferences, submitProfile } from "~/forms/profile-forms.server";
import type { Member } from "~/models/member.server";
import { getPreferences } from "~/models/preferences.server";
import { Refusal } from "~/models/refusal";
import { newcomer } from "../cast";

type Fields = [name: string, value: string | File][];
type Answer = { data: Record<string, never>; init: { status?: number } };

let ada: Member;

beforeEach(async () => {
  ada = await newcomer("Ada");
});

function post(fields: Fields): Request {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request("http://localhost/profile", { method: "POST", body });
}

/** What the Music Preferences form answers: a status, and the form's answer or where to go on. */
async function music(...fields: Fields) {
  const answer = await submitPreferences(post([...fields, ["end", "here"]]), ada.id, "/on");
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("Location") };
  const { data, init } = answer as unknown as Answer;
  const { initialValue, error, notice } = data as Record<string, Record<string, unknown>>;
  return { status: init.status, shown: initialValue, error, notice };
}

const rock: Fields = [
  ["favoriteGenres", "Rock"],
  ["totalScrobbles", "5"],
  ["concertsAttended", ""],
];
const add = '{"type":"insert","payload":{"name":"topArtists"}}';

function take(index: unknown) {
  return JSON.stringify({ type: "remove", payload: { name: "topArtists", index } });
}

test("the button adds what was typed, saves nothing and loses nothing", async () => {
  const answer = await music(
    ...rock,
    ["topArtists[0]", "Can"],
    ["next-topArtists", " Neu! "],
    ["__intent__", add],
  );
  expect(answer).toMatchObject({
    status: 200,
    shown: { topArtists: ["Can", "Neu!"], favoriteGenres: "Rock", totalScrobbles: "5" },
  });
  expect(answer.shown).not.toHaveProperty("next-topArtists");
  expect(await getPreferences(ada.id)).toBeNull();
});

test("a row's button takes it away and leaves what is being typed", async () => {
  const typed: Fields = [
    ...rock,
    ["topArtists[0]", "Can"],
    ["topArtists[1]", "Neu!"],
    ["next-topArtists", "Fa"],
  ];
  expect(await music(...typed, ["__intent__", take(0)])).toMatchObject({
    status: 200,
    shown: { topArtists: ["Neu!"], "next-topArtists": "Fa" },
  });
});

test("Enter adds what was typed, and saves when nothing was", async () => {
  const entered: Fields = [["enter", "topArtists"], ...rock, ["topArtists[0]", "Can"]];
  expect(await music(...entered, ["next-topArtists", "Neu!"])).toMatchObject({
    status: 200,
    shown: { topArtists: ["Can", "Neu!"] },
  });
  expect(await getPreferences(ada.id)).toBeNull();
  expect(await music(...entered, ["next-topArtists", " "])).toEqual({ status: 303, to: "/on" });
  expect(await getPreferences(ada.id)).toMatchObject({ topArtists: ["Can"], totalScrobbles: 5 });
});

test.each([
  ["nothing", "  ", "Type an artist's name first"],
  ["an artist who is there", "CAN", "Can is on your list already"],
  ["a novel", "a".repeat(101), "An artist's name has at most 100 characters"],
])("not added, with a sentence and with what was typed kept: %s", async (_, typed, says) => {
  const answer = await music(
    ...rock,
    ["topArtists[0]", "Can"],
    ["next-topArtists", typed],
    ["__intent__", add],
  );
  expect(answer).toMatchObject({ status: 400, error: { "next-topArtists": [says] } });
  expect(answer.shown).toMatchObject({ topArtists: ["Can"], favoriteGenres: "Rock" });
});

test("the fifty-first is not added, nor saved", async () => {
  const fifty: Fields = Array.from({ length: 50 }, (_, place) => [`topArtists[${place}]`, `Artist ${place}`]);
  const typed: Fields = [...rock, ...fifty, ["next-topArtists", "One more"]];
  expect(await music(...typed, ["__intent__", add])).toMatchObject({
    status: 400,
    error: { "next-topArtists": ["Maximum 50 artists"] },
  });
  expect(await music(...typed)).toMatchObject({ status: 400, error: { topArtists: ["Maximum 50 artists"] } });
});

test("a name that was typed and not added is saved with the rest", async () => {
  expect(await music(...rock, ["next-topArtists", "Neu!"])).toEqual({ status: 303, to: "/on" });
  expect(await getPreferences(ada.id)).toMatchObject({ topArtists: ["Neu!"] });
});

test("what is refused comes back with a notice that says the first", async () => {
  const answer = await music(["favoriteGenres", "Polka"], ["totalScrobbles", "many"]);
  expect(answer).toMatchObject({
    status: 400,
    shown: { favoriteGenres: "Polka", totalScrobbles: "many" },
    error: {
      "favoriteGenres[0]": ["Choose genres from the list"],
      totalScrobbles: ["Must be a positive number"],
    },
    notice: { kind: "error", title: "Error", description: "400: Add at least one artist" },
  });
});

test("a page that was sent before it had arrived is not taken for one that was emptied", async () => {
  const half = post([
    ["topArtists[0]", "Can"],
    ["favoriteGenres", "Rock"],
  ]);
  const answer = (await submitPreferences(half, ada.id, "/on")) as unknown as Answer;
  expect(answer).toMatchObject({
    data: { unfinished: true, initialValue: { topArtists: ["Can"] } },
    init: { status: 400 },
  });
  expect(await getPreferences(ada.id)).toBeNull();
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "7",
  '{"type":"insert"}',
  '{"type":"reset","payload":{}}',
  take(-1),
  take(1e9),
  take("0"),
  '{"type":"insert","payload":{"name":"totalScrobbles"}}',
  '{"type":"insert","payload":{"name":"__proto__"}}',
  '{"type":"update","payload":{"name":"topArtists","value":{"x":1}}}',
])("a button that no form has is refused: %s", async (pressed) => {
  await expect(music(...rock, ["__intent__", pressed])).rejects.toThrow(Refusal);
});

test("rows come in any numbering, and what no form sends is left out", async () => {
  const file = new File(["x"], "x.png");
  const strange: Fields = [
    ["topArtists[999999999]", "Can"],
    ["topArtists", "Neu!"],
    ["topArtists[]", "Faust"],
    ["topArtists.x", "no"],
    ["topArtists[0].x", "no"],
    ["__proto__", "no"],
    ["constructor", "no"],
    ["a[b", "no"],
    ["__state__", "{"],
    ["topArtists[1]", file],
    ["totalScrobbles", file],
    [`${"a.".repeat(50_000)}a`, "no"],
  ];
  expect(await music(...strange, ...rock)).toEqual({ status: 303, to: "/on" });
  expect(await getPreferences(ada.id)).toMatchObject({
    topArtists: ["Can", "Neu!", "Faust"],
    totalScrobbles: 5,
  });
});

const name = fc.oneof(
  fc.constantFrom(
    "topArtists",
    "topArtists[0]",
    "next-topArtists",
    "favoriteGenres",
    "totalScrobbles",
    "enter",
    "end",
    "__intent__",
    "__state__",
    "__rvfInternalFormId",
    "bio",
    "bio.x",
    "bio[0]",
    "age",
    "location",
    "town",
    "__proto__",
  ),
  fc.string(),
);
const value = fc.oneof(fc.string(), fc.constantFrom(add, take(0), "topArtists", "Rock", "18", "Can"));
const fields = fc.array(fc.tuple(name, value), { maxLength: 12 });

test("whatever is posted, both doors answer or refuse", async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (posted) => {
      for (const submit of [submitPreferences, submitProfile]) {
        try {
          await submit(post(posted), ada.id, "/on");
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("a picked namesake stands above what was typed, and what is refused is kept", async () => {
  const typed: Fields = [
    ["bio", "Hi."],
    ["age", "30"],
    ["location", "Springfield"],
  ];
  const answer = await submitProfile(post([...typed, ["town", "Springfield, Illinois, US"]]), ada.id, "/on");
  expect(answer).toBeInstanceOf(Response);
  const refused = (await submitProfile(
    post([
      ["bio", "Hi."],
      ["age", "17"],
      ["location", " "],
    ]),
    ada.id,
    "/on",
  )) as unknown as Answer;
  expect(refused).toMatchObject({
    init: { status: 400 },
    data: {
      fieldErrors: { age: "Must be at least 18", location: "Location is required" },
      repopulateFields: { bio: "Hi.", age: "17", location: " " },
      notice: { title: "Error", description: "400: Must be at least 18" },
    },
  });
});
