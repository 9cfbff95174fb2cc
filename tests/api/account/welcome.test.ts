// The first run over HTTP: where a sign-up leads, and what its forms save.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { goToSignIn, type Person, signIn } from "../people";

const { visitor, signUp } = shareApp();

const typed = { firstName: "Ada", lastName: "L", password: "a long enough password", adult: "on" };
const music = (person: Person, fields: string[][]) =>
  person.form("/welcome/music", new URLSearchParams([...fields, ["end", "here"]]));
const saved = async (person: Person) => (await person.get("/api/music-preferences")).json();

test("a sign-up leads to the first run; a deep link is kept", async () => {
  for (const [to, next] of [
    ["/", "/welcome/music"],
    ["/records", "/records"],
  ] as const) {
    const browser = visitor();
    const page = await goToSignIn(browser, to);
    const email = `new${to.length}@example.org`;
    const opened = await browser.follow(await browser.form(`${page}/sign-up`, { ...typed, email }));
    expect(new URL(opened.url).pathname).toBe(next);
    const again = visitor();
    expect(new URL((await signIn(again, email, typed.password)).url).pathname).toBe("/");
  }
});

test("nothing is filled in beforehand, and the first open step comes first", async () => {
  const ada = await signUp("Ada");
  const step = async () => (await ada.get("/welcome")).headers.get("Location");
  expect(await step()).toBe("/welcome/music");
  const [about, profile] = [await ada.get("/welcome/about"), await ada.get("/profile")];
  for (const page of [about, profile])
    expect(await page.text()).toMatch(/<input[^>]*(name="age"[^>]*value=""|value=""[^>]*name="age")/);
  await music(ada, [
    ["picked-topArtists", "Can"],
    ["favoriteGenres", "Rock"],
  ]);
  expect(await step()).toBe("/welcome/about");
  const sent = await ada.form("/welcome/about", {
    age: "30",
    location: "Portland, Oregon",
    gender: "woman",
    consents: "on",
  });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/welcome/people"]);
  expect(await step()).toBe("/welcome/people");
});

test("a newcomer whose town is unknown is told on the next page", async () => {
  const ada = await signUp("Ada");
  const tell = async (location: string) => {
    const sent = await ada.form("/welcome/about", { age: "30", location, gender: "woman", consents: "on" });
    return (await ada.follow(sent)).text();
  };
  expect(await tell("Portland, Oregon")).not.toContain("We couldn&#x27;t find your town");
  expect(await tell("Xyzzyville")).toContain("We couldn&#x27;t find your town");
});

test("only saving saves: the list in its order, then what was ticked, then what was typed", async () => {
  const ada = await signUp("Ada");
  const fields = [
    ["favoriteGenres", "Jazz"],
    ["topArtists", "Low"],
    ["topArtists", "Can"],
    ["picked-topArtists", "Pram"],
    ["picked-topArtists", "low"],
    ["next-topArtists", "Abba"],
  ];
  const button = (type: string, payload: object) => ["__intent__", JSON.stringify({ type, payload })];
  for (const pressed of [
    button("reorder", { name: "topArtists", from: 1, to: 0 }),
    button("validate", { name: "favoriteGenres" }),
    button("validate", { name: "topArtists" }),
    button("insert", { name: "topArtists" }),
    ["enter", "topArtists"],
  ]) {
    const page = await music(ada, [...fields, pressed]);
    expect([pressed, page.status, await saved(ada)]).toEqual([pressed, 200, null]);
  }
  expect((await music(ada, [...fields, ["__intent__", "nothing"]])).status).toBe(400);
  const done = await music(ada, fields);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/welcome/photo"]);
  expect(await saved(ada)).toEqual({
    topArtists: ["Low", "Can", "Pram", "Abba"],
    favoriteGenres: ["Jazz"],
    totalScrobbles: 0,
    concertsAttended: 0,
  });
});

test.each([
  ["no artist", [["favoriteGenres", "Jazz"]], "Add at least one artist"],
  [
    "no genre, of an artist whom nobody knows",
    [["topArtists", "Nobody At All"]],
    "Select at least one genre",
  ],
  [
    "an unknown genre alone",
    [
      ["topArtists", "Low"],
      ["favoriteGenres", "Polka"],
    ],
    "Choose genres from the list",
  ],
  [
    "a name twice",
    [
      ["topArtists", "Low"],
      ["next-topArtists", "low"],
    ],
    "Low is already on your list",
  ],
  [
    "too many artists",
    [
      ["favoriteGenres", "Jazz"],
      ...Array.from({ length: 60 }, (_, index) => ["topArtists", `Band ${index}`]),
    ],
    "Maximum 50 artists",
  ],
])("%s is refused with a sentence at its field", async (_, fields, message) => {
  const ada = await signUp("Ada");
  const page = await music(ada, fields);
  expect(page.status).toBe(400);
  expect(await page.text()).toContain(message);
  expect(await saved(ada)).toBeNull();
});

test("more names than a list can have, and longer ones, are refused", async () => {
  const ada = await signUp("Ada");
  const many = Array.from({ length: 120 }, (_, index) => ["topArtists", `${index} ${"x".repeat(300)}`]);
  const page = await music(ada, [...many, ["favoriteGenres", "Jazz"]]);
  expect(page.status).toBe(400);
});

test("the step about the member keeps what it does not ask for", async () => {
  const ada = await signUp("Ada");
  const profile = { bio: "Crate digger.", age: 29, location: "Oslo" };
  await ada.json("PATCH", "/api/profile", profile);
  await ada.json("PUT", "/api/profile/wishes", { meetAgeMin: 30, meetAgeMax: 40, showsWishes: true });
  await ada.form("/welcome/about", {
    age: "31",
    location: "Bergen",
    purpose: "friends",
    "meets-woman": "on",
    consents: "on",
  });
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({
    bio: "Crate digger.",
    age: 31,
    location: "Bergen",
  });
  expect(await (await ada.get("/api/profile/wishes")).json()).toMatchObject({
    meetAgeMin: 30,
    meetAgeMax: 40,
    showsWishes: true,
    purpose: "friends",
  });
  const refused = await ada.form("/welcome/about", { age: "17", location: "" });
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect([text.includes("Must be at least 18"), text.includes("Location is required")]).toEqual([true, true]);
});
