// A form that another tab has overtaken saves nothing, keeps what was typed, and says what is saved now.
import { expect, test } from "vitest";
import { shareApp } from "../app";
import type { Person } from "./people";

const { addMember, sharedMember } = shareApp();

type Form = {
  name: string;
  /** Creates what is edited, and returns the address of its form. */
  prepare: (person: Person) => Promise<string>;
  /** The form's fields with this text in the one that changes. */
  fields: (text: string) => [string, string][];
  /** The field that changes, as it stands in the form. */
  field: string;
  read: (person: Person, path: string) => Promise<string>;
};

const textOf = (page: string, id: string) =>
  new RegExp(`id="${id}"[^>]*? value="([^"]*)"|id="${id}"[^>]*>([^<]*)`).exec(page)?.slice(1).join("") ?? "";
const fieldOf = (id: string) => async (person: Person, path: string) =>
  textOf(await (await person.get(path)).text(), id).trim();

const forms: Form[] = [
  {
    name: "profile",
    prepare: async () => "/profile?tab=profile",
    fields: (text) => [
      ["bio", text],
      ["age", "30"],
      ["location", "Portland, Oregon"],
    ],
    field: "bio",
    read: fieldOf("bio"),
  },
  {
    name: "preferences",
    prepare: async () => "/profile?tab=music",
    fields: (text) => [
      ["topArtists[0]", text],
      ["favoriteGenres", "Jazz"],
      ["totalScrobbles", "0"],
      ["concertsAttended", "0"],
      ["end", "here"],
    ],
    field: "topArtists",
    read: async (person) => {
      const { topArtists } = await (await person.get("/api/music-preferences")).json();
      return topArtists.join();
    },
  },
  {
    name: "record",
    prepare: async (person) => {
      const added = await person.json("POST", "/api/record-collections", {
        artist: "Low",
        album: "Hey What",
      });
      return `/records/${(await added.json()).id}/edit`;
    },
    fields: (text) => [
      ["artist", "Low"],
      ["album", text],
      ["format", "vinyl"],
      ["condition", "very_good"],
    ],
    field: "album",
    read: fieldOf("album"),
  },
  {
    name: "playlist",
    prepare: async (person) => {
      const added = await person.json("POST", "/api/playlists", { name: "Sundays" });
      return `/playlists/${(await added.json()).id}/edit`;
    },
    fields: (text) => [["name", text]],
    field: "name",
    read: fieldOf("name"),
  },
  {
    name: "wishes",
    prepare: async () => "/profile?tab=meet",
    fields: (text) => [
      ["gender", "own"],
      ["consents", "on"],
      ["genderWords", text],
    ],
    field: "genderWords",
    read: fieldOf("genderWords"),
  },
  {
    name: "prompts",
    prepare: async () => "/profile/prompts",
    fields: (text) => [
      ["prompt1", "best_show"],
      ["answer1", text],
    ],
    field: "answer1",
    read: fieldOf("answer1"),
  },
];

const versionIn = (page: string) => /name="version" value="([^"]+)"/.exec(page)?.[1] ?? "";

test.each(forms)("$name: the second of two tabs is told what the first has saved", async (form) => {
  const ada = await sharedMember("Ada");
  const path = await form.prepare(ada);
  const version = versionIn(await (await ada.get(path)).text());
  expect(version).not.toBe("");
  const send = (text: string, version: string) =>
    ada.form(path, [...form.fields(text), ["version", version]]);

  expect((await send("From the first tab", version)).status).toBe(303);
  // The answer was lost and the form is sent again.
  expect((await send("From the first tab", version)).status).toBe(303);

  const refused = await send("From the second tab", version);
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain("This changed meanwhile. Saved now: From the first tab");
  expect(page).toContain("From the second tab");
  expect(await form.read(ada, path)).toBe("From the first tab");

  const next = versionIn(page);
  expect(next).not.toBe(version);
  expect((await send("From the second tab", next)).status).toBe(303);
  expect(await form.read(ada, path)).toBe("From the second tab");
});

test("a refused form keeps the version that it was opened with", async () => {
  const ada = await addMember("Ada");
  const [form] = forms;
  const path = "/profile?tab=profile";
  const version = versionIn(await (await ada.get(path)).text());
  await ada.form(path, form?.fields("From the first tab") ?? []);
  const invalid = await ada.form(path, { bio: "From the second tab", age: "7", location: "", version });
  expect(invalid.status).toBe(400);
  expect(versionIn(await invalid.text())).toBe(version);

  // Without scripts every row of the list of artists comes with another page.
  const music = "/profile?tab=music";
  const opened = versionIn(await (await ada.get(music)).text());
  await ada.json("POST", "/api/music-preferences", { topArtists: ["Low"], favoriteGenres: ["Jazz"] });
  const added = await ada.form(music, [
    ["next-topArtists", "Can"],
    ["enter", "topArtists"],
    ["version", opened],
    ["end", "here"],
  ]);
  expect(versionIn(await added.text())).toBe(opened);
});

test("a field that only one tab has changed isn't asked about", async () => {
  const ada = await addMember("Ada");
  const added = await ada.json("POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  const path = `/records/${(await added.json()).id}/edit`;
  const version = versionIn(await (await ada.get(path)).text());
  const fields = { artist: "Low", album: "Hey What", format: "vinyl", condition: "very_good" };
  await ada.form(path, { ...fields, notes: "A gift" });
  const page = await (await ada.form(path, { ...fields, album: "Double Negative", version })).text();
  const messages = new Set(page.match(/This changed meanwhile\. Saved now: [\w ]*/g));
  expect(messages).toEqual(new Set(["This changed meanwhile. Saved now: A gift"]));
});

test("through the API the last change wins, unless it names the version that it changes", async () => {
  const ada = await addMember("Ada");
  const added = await ada.json("POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  const record = `/api/record-collections/${(await added.json()).id}`;
  const taste = (artist: string) => ({ topArtists: [artist], favoriteGenres: ["Jazz"] });
  const changes: [string, string, (text: string) => object][] = [
    ["PUT", record, (album) => ({ artist: "Low", album })],
    ["POST", "/api/music-preferences", taste],
    ["PATCH", "/api/profile", (bio) => ({ bio, age: 30, location: "Portland, Oregon" })],
    ["PUT", "/api/profile/wishes", (genderWords) => ({ gender: "own", genderWords, consents: true })],
    ["PUT", "/api/profile/prompts", (answer) => ({ prompts: [{ prompt: "best_show", answer }] })],
  ];
  for (const [method, path, body] of changes) {
    const first = await ada.json(method, path, body("One"));
    const headers = { "If-Match": first.headers.get("ETag") ?? "" };
    expect(headers["If-Match"]).toMatch(/^"[\w.-]+"$/);
    expect((await ada.json(method, path, body("Two"))).ok).toBe(true);
    const refused = await ada.json(method, path, body("Three"), headers);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      "This changed meanwhile. Nothing was saved.",
    ]);
    expect((await ada.json(method, path, body("Four"), { "If-Match": "*" })).ok).toBe(true);
  }
  const read = await ada.get("/api/music-preferences");
  const fresh = { "If-Match": read.headers.get("ETag") ?? "" };
  expect((await ada.json("POST", "/api/music-preferences", taste("Five"), fresh)).ok).toBe(true);
});
