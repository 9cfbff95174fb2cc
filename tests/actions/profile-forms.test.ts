// The actions of the profile's two forms, with posts by browsers without scripts, programs and attackers.
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { submitPreferences, submitProfile } from "~/actions/profile/profile-forms.server";
import { startSession } from "~/auth/session.server";
import type { Member } from "~/models/member/member.server";
import { getPreferences } from "~/models/music/preferences.server";
import { addNewcomer } from "../cast";

type Fields = [name: string, value: string | File][];
type Answer = { data: Record<string, never>; init: { status?: number } };

let ada: Member;
let cookie: string;

beforeEach(async () => {
  ada = await addNewcomer("Ada");
  cookie = await startSession(new Request("http://localhost/"), ada.id, {});
});

function post(fields: Fields): Request {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const headers = { Cookie: cookie, Accept: "text/html" };
  return new Request("http://localhost/profile", { method: "POST", body, headers });
}

/** Posts the Music Preferences form; returns the status, and the form's data or the redirect. */
async function music(...fields: Fields) {
  const answer = await submitPreferences(post([...fields, ["end", "here"]]));
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("Location") };
  const { data, init } = answer as unknown as Answer;
  const { initialValue, error } = data as Record<string, Record<string, unknown>>;
  return { status: init.status, shown: initialValue, error };
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

test("the Add button adds the input without saving or losing anything", async () => {
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

test("a row's button moves the row, and one out of range changes nothing", async () => {
  const typed: Fields = [
    ...rock,
    ["topArtists[0]", "Can"],
    ["topArtists[1]", "Neu!"],
    ["topArtists[2]", "Faust"],
  ];
  const move = (from: unknown, to: unknown): [string, string] => [
    "__intent__",
    JSON.stringify({ type: "reorder", payload: { name: "topArtists", from, to } }),
  ];
  const shown = async (from: number, to: number) => (await music(...typed, move(from, to))).shown?.topArtists;
  expect(await shown(2, 0)).toEqual(["Faust", "Can", "Neu!"]);
  expect(await shown(0, 1)).toEqual(["Neu!", "Can", "Faust"]);
  expect(await shown(9, 0)).toEqual(["Can", "Neu!", "Faust"]);
  expect(await music(...typed, move("0", -1))).toMatchObject({ status: 400 });
  expect(await getPreferences(ada.id)).toBeNull();
});

test("a row's button removes the row and keeps other input", async () => {
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

test("Enter adds the input, or saves if there is none", async () => {
  const entered: Fields = [["enter", "topArtists"], ...rock, ["topArtists[0]", "Can"]];
  expect(await music(...entered, ["next-topArtists", "Neu!"])).toMatchObject({
    status: 200,
    shown: { topArtists: ["Can", "Neu!"] },
  });
  expect(await getPreferences(ada.id)).toBeNull();
  expect(await music(...entered, ["next-topArtists", " "])).toEqual({
    status: 303,
    to: "/profile?tab=music",
  });
  expect(await getPreferences(ada.id)).toMatchObject({ topArtists: ["Can"], totalScrobbles: 5 });
});

test.each([
  ["nothing", "  ", "Enter an artist's name first"],
  ["an artist who is there", "CAN", "Can is already on your list"],
  ["a novel", "a".repeat(101), "Artist names can have at most 100 characters"],
])("not added, with a message and with the input kept: %s", async (_, typed, message) => {
  const answer = await music(
    ...rock,
    ["topArtists[0]", "Can"],
    ["next-topArtists", typed],
    ["__intent__", add],
  );
  expect(answer).toMatchObject({ status: 400, error: { "next-topArtists": [message] } });
  expect(answer.shown).toMatchObject({ topArtists: ["Can"], favoriteGenres: "Rock" });
});

test("a fifty-first artist is neither added nor saved", async () => {
  const fifty: Fields = Array.from({ length: 50 }, (_, place) => [`topArtists[${place}]`, `Artist ${place}`]);
  const typed: Fields = [...rock, ...fifty, ["next-topArtists", "One more"]];
  expect(await music(...typed, ["__intent__", add])).toMatchObject({
    status: 400,
    error: { "next-topArtists": ["Maximum 50 artists"] },
  });
  expect(await music(...typed)).toMatchObject({
    status: 400,
    error: { "next-topArtists": ["Maximum 50 artists"] },
  });
});

test("a name typed but not added is saved too", async () => {
  expect(await music(...rock, ["next-topArtists", "Neu!"])).toEqual({
    status: 303,
    to: "/profile?tab=music",
  });
  expect(await getPreferences(ada.id)).toMatchObject({ topArtists: ["Neu!"] });
});

test("a duplicate artist typed but not added is reported next to other errors", async () => {
  const typed: Fields = [
    ["topArtists[0]", "Can"],
    ["next-topArtists", "CAN"],
  ];
  expect(await music(...rock, ...typed)).toMatchObject({
    status: 400,
    error: { "next-topArtists": ["Can is already on your list"] },
    shown: { topArtists: ["Can"], "next-topArtists": "CAN" },
  });
  expect((await music(...typed)).error).toEqual({
    "next-topArtists": ["Can is already on your list"],
    favoriteGenres: ["Select at least one genre"],
  });
  expect(await getPreferences(ada.id)).toBeNull();
});

test("a refused form returns with an error at each field", async () => {
  const answer = await music(["favoriteGenres", "Polka"], ["totalScrobbles", "many"]);
  expect(answer).toMatchObject({
    status: 400,
    shown: { favoriteGenres: "Polka", totalScrobbles: "many" },
    error: {
      topArtists: ["Add at least one artist"],
      "favoriteGenres[0]": ["Choose genres from the list"],
      totalScrobbles: ["Must be a positive number"],
    },
  });
});

test("a form submitted before its page had loaded does not count as emptied", async () => {
  const half = post([
    ["topArtists[0]", "Can"],
    ["favoriteGenres", "Rock"],
  ]);
  const answer = (await submitPreferences(half)) as unknown as Answer;
  expect(answer).toMatchObject({
    data: {
      unfinished: true,
      error: { "": ["This page was still loading. Please try again."] },
      initialValue: { topArtists: ["Can"] },
    },
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
])("an unknown button is refused: %s", async (pressed) => {
  expect(await music(...rock, ["__intent__", pressed])).toMatchObject({
    status: 400,
    error: { "": ["The form could not be read."] },
  });
});

test("rows may have any numbering, and unknown fields are dropped", async () => {
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
    [`${"a.".repeat(5_000)}a`, "no"],
  ];
  expect(await music(...strange, ...rock)).toEqual({ status: 303, to: "/profile?tab=music" });
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

test("for any input, both actions return the form or save it and redirect", async () => {
  await fc.assert(
    fc.asyncProperty(fields, fc.boolean(), async (posted, isWhole) => {
      // Without its end the form of the preferences counts as not fully arrived.
      const request = () => post(isWhole ? [...posted, ["end", "here"]] : posted);
      for (const [submit, form] of [
        [submitPreferences, /^initialValue$/],
        [submitProfile, /^(typed|repopulateFields)$/],
      ] as const) {
        const answer = (await submit(request())) as unknown as Answer | Response;
        if (answer instanceof Response) expect(answer.status).toBe(303);
        else {
          expect([200, 400]).toContain(answer.init.status);
          expect(Object.keys(answer.data ?? {})).toContainEqual(expect.stringMatching(form));
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("a picked town overrides the typed location, and refused input is kept", async () => {
  const typed: Fields = [
    ["bio", "Hi."],
    ["age", "30"],
    ["location", "Springfield"],
  ];
  const answer = await submitProfile(post([...typed, ["town", "Springfield, Illinois, US"]]));
  expect(answer).toBeInstanceOf(Response);
  const refused = (await submitProfile(
    post([
      ["bio", "Hi."],
      ["age", "17"],
      ["location", " "],
    ]),
  )) as unknown as Answer;
  expect(refused).toMatchObject({
    init: { status: 400 },
    data: {
      fields: { age: "Must be at least 18", location: "Location is required" },
      typed: { bio: "Hi.", age: "17", location: " " },
    },
  });
});

test("a form of the form library is refused as the library expects it", async () => {
  const refused = await submitProfile(
    post([
      ["__rvfInternalFormId", "edit-profile"],
      ["age", "17"],
      ["location", "Nuuk"],
    ]),
  );
  expect(refused).toMatchObject({
    init: { status: 400 },
    data: {
      formId: "edit-profile",
      fieldErrors: { age: "Must be at least 18" },
      repopulateFields: { age: "17", location: "Nuuk" },
    },
  });
});
