// A member's own data as JSON: account, profile, preferences, prompts and wishes.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeMatch, type Person } from "../people";

const { visitor, signUp, sharedMember, addMember } = shareApp();

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

const B_SIDE = { prompt: "b_side", answer: "Yes It Is" };
const savePrompts = (one: Person, prompts: unknown) => one.json("PUT", "/api/profile/prompts", { prompts });
const own = async (one: Person) => (await (await one.get("/api/profile/prompts")).json()).prompts;
const pageOf = async (viewer: Person, { id }: Person) => (await viewer.get(`/members/${id}`)).text();

test("others read a member's answers in their order, until they are taken back", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await own(ada)).toEqual([]);
  const saved = await savePrompts(ada, [{ prompt: "best_show", answer: " Low <3 " }, B_SIDE]);
  const prompts = [
    { prompt: "best_show", question: "Best show I ever saw", answer: "Low <3" },
    { ...B_SIDE, question: "The B-side I defend" },
  ];
  expect(await saved.json()).toEqual({ prompts });
  expect(await own(ada)).toEqual(prompts);
  const page = await pageOf(ben, ada);
  expect(page).toContain("Low &lt;3");
  expect(page.indexOf("Best show I ever saw")).toBeLessThan(page.indexOf("The B-side I defend"));

  const form = { prompt1: "", answer1: "", prompt2: "", answer2: " ", prompt3: "", answer3: "" };
  expect((await ada.form("/profile/prompts", form)).status).toBe(303);
  expect(await own(ada)).toEqual([]);
  expect(await pageOf(ben, ada)).not.toContain("Yes It Is");
});

test("a member who has blocked another shows them no answers", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await savePrompts(ada, [B_SIDE]);
  expect(await pageOf(ben, ada)).toContain("Yes It Is");
  await ada.json("POST", "/api/blocks", { targetUserId: ben.id });
  expect(await pageOf(ben, ada)).not.toContain("Yes It Is");
});

test("more than three answers, long ones and unknown prompts are refused", async () => {
  const ada = await addMember("Ada");
  const answers = ["b_side", "karaoke", "lyric", "parents"].map((prompt) => ({ prompt, answer: "Low" }));
  for (const [prompts, message] of [
    [answers, "Answer at most 3 prompts"],
    ["b_side", "Answer at most 3 prompts"],
    [[{ prompt: "tape", answer: "Low" }], "Choose a prompt from the list"],
    [[{ prompt: "b_side", answer: " " }], "Write an answer"],
    [[{ prompt: "b_side", answer: "x".repeat(151) }], "Use at most 150 characters"],
    [[B_SIDE, { ...B_SIDE, answer: "Rain" }], "Choose each prompt once"],
  ] as const) {
    const refused = await savePrompts(ada, prompts);
    expect([refused.status, await refused.text()]).toEqual([400, message]);
  }
  expect(await own(ada)).toEqual([]);
});

test("a card in Discover shows the first answer of a member without a bio", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await savePrompts(ben, [B_SIDE, { prompt: "lyric", answer: "The second answer" }]);
  await ben.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" });
  const discover = async () => (await ada.get("/discover")).text();
  const card = await discover();
  expect(card).not.toContain("The second answer");
  expect(card).toContain("Yes It Is");
  await ben.json("PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Portland, Oregon" });
  expect(await discover()).not.toContain("Yes It Is");
});

const nothing = {
  gender: null,
  genderWords: null,
  meets: [],
  meetAgeMin: null,
  meetAgeMax: null,
  purpose: null,
  showsWishes: false,
};

async function saveWishes(person: Person, wishes: object) {
  const answer = await person.json("PUT", "/api/profile/wishes", { ...wishes, consents: true });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("GET and PUT /api/profile/wishes read and replace the member's own wishes", async () => {
  const ada = await addMember("Ada");
  expect(await (await ada.get("/api/profile/wishes")).json()).toEqual(nothing);
  const wishes = { ...nothing, gender: "nonbinary", meets: ["woman", "own"], meetAgeMin: 25, meetAgeMax: 40 };
  expect(await saveWishes(ada, wishes)).toEqual(wishes);
  expect(await (await ada.get("/api/profile/wishes")).json()).toEqual(wishes);
  expect(await saveWishes(ada, {})).toEqual(nothing);
});

test("PUT refuses what is invalid with a message", async () => {
  const ada = await sharedMember("Ada");
  const answer = await ada.json("PUT", "/api/profile/wishes", { gender: "own" });
  expect([answer.status, await answer.text()]).toEqual([400, "Add your own words"]);
});

test("nothing that others get tells about hidden wishes, or whether the two fit", async () => {
  const [viewer, other] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(viewer, other);
  const paths = [
    `/members/${other.id}`,
    `/members/${other.id}/why`,
    "/matches",
    "/api/matches",
    "/api/matches/mutual",
    "/api/conversations",
  ];
  const read = async () => {
    const texts = [];
    for (const path of paths) {
      const answer = await viewer.get(path, path.startsWith("/api") ? {} : { Accept: "text/html" });
      texts.push((await answer.text()).replace(/nonce="[^"]*"|lastEventId\W+[\w-]+/g, ""));
    }
    return texts;
  };
  // The first visit marks the match as seen, which the bell shows.
  await read();
  const before = await read();
  const wishes = { gender: "own", genderWords: "Zyxgender", meets: ["own"], meetAgeMin: 51, meetAgeMax: 52 };
  await saveWishes(other, { ...wishes, purpose: "friends" });
  expect(await read()).toEqual(before);

  await saveWishes(other, { ...wishes, purpose: "friends", showsWishes: true });
  const page = await (await viewer.get(`/members/${other.id}`, { Accept: "text/html" })).text();
  expect(page).toContain("Zyxgender");
  expect(page).toContain("Friends · People who describe their gender in their own words · Ages 51–52");
});
