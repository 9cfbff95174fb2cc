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

test.each([
  ["PATCH", "/api/profile", { ...profile, age: 17 }, "Must be at least 18"],
  ["PATCH", "/api/profile", { ...profile, location: ["Portland"] }, "Must be text"],
  ["POST", "/api/music-preferences", { ...preferences, topArtists: [" "] }, "Add at least one artist"],
  [
    "POST",
    "/api/music-preferences",
    { ...preferences, favoriteGenres: ["Polka"] },
    "Choose genres from the list",
  ],
])("what %s %s refuses is said, and nothing is saved", async (method, path, body, message) => {
  const ada = await sharedMember("Zoe");
  const read = async () => [
    await (await ada.get("/api/auth/user")).json(),
    await (await ada.get("/api/music-preferences")).json(),
  ];
  const before = await read();
  const answer = await ada.json(method, path, body);
  expect([answer.status, await answer.text()]).toEqual([400, message]);
  expect(await read()).toEqual(before);
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
