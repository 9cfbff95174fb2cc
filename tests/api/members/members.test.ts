import { expect, test } from "vitest";
import { shareApp } from "../../app";

const { visitor, signUp, sharedMember } = shareApp();

const profile = { bio: "Likes records.", age: 30, location: "Portland, Oregon" };
const preferences = {
  topArtists: ["Radiohead", "Stereolab"],
  favoriteGenres: ["Indie", "Electronic"],
  totalScrobbles: 54_189,
  concertsAttended: 12,
};

test("GET /api/auth/user returns the member's own data, and only what the screens need", async () => {
  const ada = await signUp("Ada");
  const user = await (await ada.get("/api/auth/user")).json();
  expect(user).toEqual({
    id: expect.stringMatching(/^\d{1,16}$/),
    firstName: "Ada",
    lastName: "Lovelace",
    email: ada.email,
    bio: "",
    age: null,
    location: "",
    profileImageUrl: null,
    profileImageFocus: null,
    coverImageUrl: null,
  });
});

test("PATCH /api/profile updates the member's own profile and returns it", async () => {
  const ada = await signUp("Ada");
  const changed = await ada.json("PATCH", "/api/profile", {
    ...profile,
    id: "1",
    firstName: "Eve",
    email: "x@y.z",
  });
  expect(changed.status).toBe(200);
  const user = await changed.json();
  expect(user).toMatchObject({ ...profile, id: ada.id, firstName: "Ada", email: ada.email });
  expect(await (await ada.get("/api/auth/user")).json()).toEqual(user);
});

test("a profile accepts line breaks, accents, right-to-left text and emoji, but no control characters", async () => {
  const ada = await signUp("Ada");
  const bio = "Zażółć\r\nגם אני \u{1F4BF}\u0000\u0007";
  const answer = await ada.json("PATCH", "/api/profile", { ...profile, bio, location: " Nowhere at all " });
  expect(await answer.json()).toMatchObject({ bio: "Zażółć\nגם אני \u{1F4BF}", location: "Nowhere at all" });
});

test.each([
  ["bio", "x".repeat(501), "Bio must be less than 500 characters"],
  ["bio", 5, "Must be text"],
  ["age", 17, "Must be at least 18"],
  ["age", 101, "Invalid age"],
  ["age", 30.5, "Invalid age"],
  ["age", "thirty", "Invalid age"],
  ["age", null, "Invalid age"],
  ["age", undefined, "Invalid age"],
  ["location", "", "Location is required"],
  ["location", "  ", "Location is required"],
  ["location", undefined, "Location is required"],
  ["location", ["Portland"], "Must be text"],
])("a profile with the %s %j is refused: %s", async (field, value, message) => {
  const ada = await sharedMember("Zoe");
  const before = await (await ada.get("/api/auth/user")).json();
  const answer = await ada.json("PATCH", "/api/profile", { ...profile, [field]: value });
  expect([answer.status, await answer.text()]).toEqual([400, message]);
  expect(await (await ada.get("/api/auth/user")).json()).toEqual(before);
});

test("a profile accepts values at its limits", async () => {
  const ada = await signUp("Ada");
  for (const bounds of [{ bio: "x".repeat(500), age: 18 }, { bio: "", age: 100 }, { age: "44" }]) {
    expect((await ada.json("PATCH", "/api/profile", { ...profile, ...bounds })).status).toBe(200);
  }
});

test("preferences are null until they are saved", async () => {
  const ada = await signUp("Ada");
  const none = await ada.get("/api/music-preferences");
  expect([none.status, await none.json()]).toEqual([200, null]);
});

test("preferences are saved, returned unchanged and replaced", async () => {
  const ada = await signUp("Ada");
  const saved = await ada.json("POST", "/api/music-preferences", preferences);
  expect([saved.status, await saved.json()]).toEqual([200, preferences]);
  expect(await (await ada.get("/api/music-preferences")).json()).toEqual(preferences);
  const other = { ...preferences, topArtists: ["Nina Simone"], totalScrobbles: 0 };
  await ada.json("POST", "/api/music-preferences", other);
  expect(await (await ada.get("/api/music-preferences")).json()).toEqual(other);
});

test("the first of several spellings of an artist is kept, and blank names are dropped", async () => {
  const ada = await signUp("Ada");
  const typed = { ...preferences, topArtists: ["The Beatles", " ", "beatles", "BEATLES", "Björk", "Bjork"] };
  const saved = await ada.json("POST", "/api/music-preferences", typed);
  expect(await saved.json()).toMatchObject({ topArtists: ["The Beatles", "Björk"] });
});

test.each([
  ["topArtists", [], "Add at least one artist"],
  ["topArtists", undefined, "Add at least one artist"],
  ["topArtists", [" "], "Add at least one artist"],
  ["topArtists", Array.from({ length: 51 }, (_, i) => `Artist ${i}`), "Maximum 50 artists"],
  ["topArtists", "Radiohead", "Artists must be a list"],
  ["topArtists", [5], "Must be text"],
  ["favoriteGenres", [], "Select at least one genre"],
  ["favoriteGenres", undefined, "Select at least one genre"],
  [
    "favoriteGenres",
    ["Rock", "Pop", "Jazz", "Electronic", "Hip-Hop", "R&B", "Country", "Folk", "Soul"],
    "Maximum 8 genres",
  ],
  ["favoriteGenres", ["Polka"], "Choose genres from the list"],
  ["totalScrobbles", -1, "Must be a positive number"],
  ["totalScrobbles", "many", "Must be a positive number"],
  ["concertsAttended", -1, "Must be a positive number"],
  ["concertsAttended", {}, "Must be a positive number"],
])("preferences with %s %j are refused: %s", async (field, value, message) => {
  const ada = await sharedMember("Zoe");
  const before = await (await ada.get("/api/music-preferences")).json();
  const answer = await ada.json("POST", "/api/music-preferences", { ...preferences, [field]: value });
  expect([answer.status, await answer.text()]).toEqual([400, message]);
  expect(await (await ada.get("/api/music-preferences")).json()).toEqual(before);
});

test("8,000 artists are refused", async () => {
  const ada = await signUp("Ada");
  const topArtists = Array.from({ length: 8_000 }, (_, i) => `A${i}`);
  const answer = await ada.json("POST", "/api/music-preferences", { ...preferences, topArtists });
  expect([answer.status, await answer.text()]).toEqual([400, "Maximum 50 artists"]);
});

test("saving a profile and preferences changes no other member's", async () => {
  const [ada, eve] = [await signUp("Ada"), await signUp("Eve")];
  await ada.json("PATCH", "/api/profile", profile);
  await ada.json("POST", "/api/music-preferences", preferences);
  expect(await (await eve.get("/api/auth/user")).json()).toMatchObject({
    id: eve.id,
    bio: "",
    email: eve.email,
  });
  expect(await (await eve.get("/api/music-preferences")).json()).toBeNull();
  expect((await visitor().get("/api/music-preferences")).status).toBe(401);
});

test("concurrent identical saves are saved once", async () => {
  const ada = await signUp("Ada");
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ada.json("POST", "/api/music-preferences", preferences)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await (await ada.get("/api/music-preferences")).json()).toEqual(preferences);
});
