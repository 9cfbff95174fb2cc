// The errors of refused forms without scripts: each once in the summary, which links to its field, and once at the field, beside
// what was typed.
import { afterAll, expect, test } from "vitest";
import { makeConversation } from "../api/people";
import { shareApp } from "../app";
import { startLastfm } from "../fakes/lastfm";
import { photo } from "../fakes/picture-files";
import { webm } from "../fakes/recordings";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const lastfm = await startLastfm("a fake key");
afterAll(() => lastfm.close());

const { visitor, signUp, addMember } = shareApp({
  LASTFM_API_KEY: "a fake key",
});

type Form = {
  path: string;
  button: string;
  wrong?: (page: Page) => unknown;
  errors: string[];
  title?: string;
  right: (page: Page) => unknown;
};

/** The prefix of an error for API clients, which members should not see. */
const STATUS = /\b[45]\d\d: /;
const NOT_A_PICTURE = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
const IMAGE_URL = "Use a full image URL that starts with https://";

/** The form with this button, apart from the composer below a dialog. */
function formOf(page: Page, button: string): Page {
  const found = page.main
    .all("form")
    .find(({ buttons, element }) => buttons.includes(button) && !element.matches(".composer"));
  if (!found) throw new Error(`${page.address} has no form with a button “${button}”.`);
  return found;
}

function fill(fields: Record<string, string>) {
  return (page: Page) => {
    for (const [label, text] of Object.entries(fields)) page.fill(label, text);
  };
}

/** Fills fields beyond their length, which browsers cut what is typed to. */
function overfill(fields: Record<string, string>) {
  return (page: Page) => {
    for (const field of page.element.querySelectorAll("[maxlength]")) field.removeAttribute("maxlength");
    fill(fields)(page);
  };
}

const attach = (field: string, name: string, type: string, content: BlobPart) => (page: Page) =>
  page.attach(field, new File([content], name, { type }));

/** How often a sentence is to be read in the main content. */
const count = (page: Page, sentence: string) => page.text.split(sentence).length - 1;

function expectErrors(page: Page, errors: string[], title?: string) {
  const [summary, ...others] = page.main.element.querySelectorAll("[role=alert]");
  expect(others).toEqual([]);
  if (title) expect(summary?.querySelector("p")?.textContent).toBe(title);
  const links = [...(summary?.querySelectorAll("a") ?? [])];
  const texts = links.map((link) => link.textContent ?? "");
  expect(texts).toEqual(errors.map((error) => expect.stringContaining(error)));
  expect([...page.errors].sort()).toEqual([...texts].sort());
  for (const text of texts) expect(count(page, text), text).toBe(2);
  for (const link of links) {
    const field = page.element.ownerDocument.getElementById(link.hash.slice(1));
    expect(field, link.hash).not.toBeNull();
  }
  expect(page.text).not.toMatch(STATUS);
}

/** What is typed or chosen in a form; browsers keep no files and show no passwords again. */
function valuesIn({ element }: Page) {
  const controls = element.querySelectorAll<HTMLInputElement>(
    "textarea, select, input:not([type=hidden], [type=file], [type=password])",
  );
  return [...controls].map(({ name, type, value, checked }) =>
    type === "checkbox" || type === "radio" ? [name, value, checked] : [name, value],
  );
}

/** Submits a form with invalid and then with valid input. */
async function check(visit: (path: string) => Promise<Page>, form: Form) {
  const { path, button, wrong, right, errors, title } = form;
  const page = await visit(path);
  await wrong?.(page);
  const typed = valuesIn(formOf(page, button));
  const refused = await formOf(page, button).press(button);
  expectErrors(refused, errors, title);
  expect(valuesIn(formOf(refused, button)), path).toEqual(typed);
  await right(refused);
  const accepted = await formOf(refused, button).press(button);
  expect(accepted.errors, path).toEqual([]);
  expect(accepted.main.element.querySelector("[role=alert]"), path).toBeNull();
}

let settled: ReturnType<typeof addAda> | undefined;
/** Ada, who has a conversation with Ben, a record and a playlist, which all tests share. */
function settle() {
  settled ??= addAda();
  return settled;
}

async function addAda() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const chat = `/messages/${await makeConversation(ada, ben)}`;
  const add = async (path: string, value: object): Promise<string> =>
    (await (await ada.json("POST", path, value)).json()).id;
  const record = await add("/api/record-collections", { artist: "Can", album: "Ege Bamyasi" });
  const playlist = await add("/api/playlists", { name: "Sunday" });
  return { ada, ben, chat, record, playlist };
}

/** The page to like the answer of a member whom nobody has liked yet. */
async function addLikeable() {
  const cleo = await addMember("Cleo");
  const prompts = [{ prompt: "best_show", answer: "Low, in a church" }];
  await cleo.json("PUT", "/api/profile/prompts", { prompts });
  return `/members/${cleo.id}/like?prompt=best_show`;
}

test("every field of a profile, a collection, a playlist or a game says what is wrong with it", async () => {
  const { ada, ben, record, playlist } = await settle();
  const album = {
    wrong: fill({ Artist: "", Album: "", Year: "1700", "Or image URL": "http://example.org/a.jpg" }),
    errors: ["Artist is required", "Album is required", "Enter a year, 1900 or later", IMAGE_URL],
    right: fill({ Artist: "Can", Album: "Future Days", Year: "1973", "Or image URL": "" }),
  };
  const list = {
    wrong: fill({ Name: "", "Or image URL": "example.org/a.jpg" }),
    errors: ["Name is required", IMAGE_URL],
    right: fill({ Name: "Sunday", "Or image URL": "" }),
  };
  const table = { path: "/records/import", button: "Preview" };
  const game = (opponent: { id: string }) => ({
    path: "/trivia/new",
    button: "Create Game",
    right: fill({ "Opponent's user ID": opponent.id }),
  });
  // It is open once it is refused.
  const typeId = (id: string) => (page: Page) =>
    fill({ "Opponent's user ID": id })(page.open("Enter a user ID instead"));
  const [cleo, eve] = [await signUp("Cleo"), await signUp("Eve")];
  const forms: Form[] = [
    {
      path: "/profile?tab=profile",
      button: "Save Profile",
      wrong: overfill({ Bio: "x".repeat(501), Age: "17", Location: " " }),
      errors: ["Bio must be less than 500 characters", "Must be at least 18", "Location is required"],
      right: fill({ Bio: "", Age: "18", Location: "Reykjavík" }),
    },
    {
      path: "/profile?tab=meet",
      button: "Save",
      wrong: (page) => fill({ "Your own words": "", From: "40", To: "30" })(page.check("In my own words")),
      errors: ["Add your own words", "Must be the same as or higher than “From”"],
      right: (page) =>
        fill({ "Your own words": "Agender", From: "30", To: "40" })(page.check(/^I agree: B-Side uses/)),
    },
    {
      path: "/profile/anthem",
      button: "Save Anthem",
      errors: ["Artist is required", "Title is required"],
      right: fill({ Artist: "Can", Title: "Vitamin C" }),
    },
    {
      path: "/question",
      button: "Answer",
      errors: ["Write a line or add a song"],
      right: fill({ "Your answer": "Low, in a church" }),
    },
    { path: "/records/new", button: "Add Record", ...album },
    { path: `/records/${record}/edit`, button: "Save Record", ...album },
    { path: "/playlists/new", button: "Create Playlist", ...list },
    { path: `/playlists/${playlist}/edit`, button: "Save Playlist", ...list },
    {
      path: `/playlists/${playlist}/add`,
      button: "Add Song",
      wrong: fill({ Duration: "soon" }),
      errors: ["Title is required", "Artist is required", "Use minutes and seconds, such as 3:45"],
      right: fill({ Title: "Vitamin C", Artist: "Can", Duration: "3:34" }),
    },
    {
      ...table,
      errors: ["Choose a file first."],
      right: attach("File", "a.csv", "text/csv", "Artist,Album\nCan,Tago Mago"),
    },
    {
      ...table,
      wrong: attach("File", "a.csv", "text/csv", "Color,Album\nBlack,Tago Mago"),
      errors: ["We couldn't find the column names in the first lines. They must include"],
      right: attach("File", "a.csv", "text/csv", "Artist,Album\nCan,Tago Mago"),
    },
    { ...game(ben), errors: ["Opponent user ID is required"] },
    { ...game(cleo), wrong: typeId("Ben"), errors: ["A user ID is a number"] },
    { ...game(await signUp("Dan")), wrong: typeId(ada.id), errors: ["You can't challenge yourself"] },
    {
      ...game(eve),
      wrong: typeId("987654"),
      errors: ["You can't challenge anyone with this user ID"],
    },
  ];
  for (const form of forms) await check(openVisitor(ada).visit, form);

  // Preferences are checked together, by a newcomer who has none.
  await check(openVisitor(await signUp("Dan")).visit, {
    path: "/profile?tab=music",
    button: "Save Music Preferences",
    wrong: fill({ "Total Scrobbles": "-1" }),
    errors: ["Add at least one artist", "Select at least one genre", "Must be a positive number"],
    right: (page) => page.fill("Total Scrobbles", "1").check("Jazz").fill("Artist", "Can"),
  });
});

test("every field that is sent in a conversation says what is wrong with it", async () => {
  const { ada, chat } = await settle();
  const like = await addLikeable();
  const picture = new Uint8Array(await photo("jpeg", 40, 30));
  const note = new Uint8Array(await webm(1));
  const share = { path: `${chat}/share`, button: "Share" };
  const chooseYoutube = (url: string) => (page: Page) => page.check("YouTube").fill("URL", url);
  const video = {
    path: `${chat}/video`,
    button: "Share Video",
    right: fill({ "YouTube URL": "https://youtu.be/abcdefghijk" }),
  };
  const rightPhoto = attach("Photo", "me.jpg", "image/jpeg", picture);
  const pictures = [
    ["/profile/photo", "Upload"],
    ["/profile/cover", "Upload"],
    [`${chat}/photo`, "Send"],
  ] as const;
  const forms: Form[] = [
    ...pictures.flatMap(([path, button]) => [
      { path, button, right: rightPhoto, errors: ["Choose a picture first."] },
      {
        ...{ path, button, right: rightPhoto, errors: [NOT_A_PICTURE] },
        wrong: attach("Photo", "me.jpg", "image/jpeg", "No picture"),
      },
    ]),
    ...[
      { errors: ["Record or choose a voice note first."] },
      {
        errors: ["We can't play this file. Choose a recording."],
        wrong: attach("Recording", "note.webm", "audio/webm", "No sound"),
      },
    ].map((form) => ({
      ...{ path: `${chat}/voice`, button: "Send" },
      right: attach("Recording", "note.webm", "audio/webm", note),
      ...form,
    })),
    {
      path: like,
      button: "Send Like",
      wrong: fill({ "Your note": "  " }),
      errors: ["Write a sentence"],
      right: fill({ "Your note": "I was there, too" }),
    },
    { ...video, errors: ["Please enter a YouTube URL to share."], title: "URL required" },
    {
      ...{ ...video, errors: ["Please enter a valid YouTube URL."], title: "Invalid URL" },
      wrong: fill({ "YouTube URL": "https://example.org/" }),
    },
    {
      ...share,
      errors: ["Artist is required", "Title is required"],
      right: fill({ Artist: "Can", Title: "Vitamin C" }),
    },
    {
      ...share,
      wrong: overfill({ Artist: "Can", Title: "Vitamin C", Note: "x".repeat(2001) }),
      errors: ["Use at most 2,000 characters"],
      right: fill({ Note: "Listen" }),
    },
    {
      ...share,
      wrong: chooseYoutube("https://www.youtube.com.evil.example/watch?v=x"),
      errors: ["Please enter a valid youtube URL"],
      right: chooseYoutube("https://youtu.be/abcdefghijk"),
    },
  ];
  for (const form of forms) await check(openVisitor(ada).visit, form);
});

test("a connection says what is wrong with its username, and an import what is missing", async () => {
  for (const [typed, title, error] of [
    [" ", "Username required", "Please enter your Last.fm username."],
    ["nobody-has-this", "Last.fm connection failed", "User not found"],
  ] as const) {
    const { visit } = openVisitor(await signUp("Ada"));
    await check(visit, {
      path: "/music-connections",
      button: "Connect Last.fm",
      wrong: fill({ "Last.fm username": typed }),
      errors: [error],
      title,
      right: fill({ "Last.fm username": "rj" }),
    });
    const choice = await (await visit("/music-connections")).follow("Import from Last.fm");
    await check(visit, {
      path: choice.address,
      button: "Import selected",
      errors: ["Select at least one genre"],
      right: (page) => page.check("Jazz"),
    });
  }
});

test("a new account says what is missing, and a sign-in only that it is refused", async () => {
  const { visit } = openVisitor(visitor());
  const signIn = await visit("/api/login");
  await check(visit, {
    path: `${signIn.address}/sign-up`,
    button: "Create Account",
    errors: [
      "First name is required",
      "Email is required",
      "Use at least 8 characters",
      "You must be 18 or older",
    ],
    right: (page) => {
      fill({ "First name": "Cleo", "Last name": "Byron", Email: "cleo@example.net" })(page);
      return page.fill("Password", "a long enough password").check("I'm 18 or older");
    },
  });

  const page = await openVisitor(visitor()).visit("/api/login");
  fill({ Email: "nobody@example.org", Password: "a long enough password" })(page);
  const refused = await page.press("Sign In");
  expect(count(refused, "The email or password is wrong.")).toBe(1);
  expect(refused.main.element.querySelectorAll("[role=alert] a")).toHaveLength(0);
  expect(refused.text).not.toMatch(STATUS);
});

test("filters out of range in an address are reported once at the top and once at the filter", async () => {
  const { visit } = openVisitor(await addMember("Ada"));
  const page = await visit("/discover?ageMin=3&ageMax=4&maxDistance=1000&minCompatibility=1&genres=Polka");
  expect([page.status, page.value("Minimum age"), page.value("Maximum age")]).toEqual([400, "3", "4"]);
  expectErrors(page, [
    "Age must be from 18 to 65",
    "Distance must be from 5 to 100 miles",
    "Choose genres from the list",
    "Compatibility must be from 50 to 100",
  ]);
});

test("a refused message stays in the composer, with its error once", async () => {
  const { ada, chat } = await settle();
  const page = await (await openVisitor(ada).visit(chat)).fill("Message", "   ").press("Send");
  expect(page.errors).toEqual(["Write a message first"]);
  const long = "x".repeat(2001);
  overfill({ Message: long })(page);
  const refused = await page.press("Send");
  expect(refused.errors).toEqual(["Use at most 2,000 characters"]);
  expect(count(refused, "Use at most 2,000 characters")).toBe(1);
  expect(refused.text).not.toMatch(STATUS);
  expect(refused.value("Message")).toBe(long);
  const sent = await refused.fill("Message", "Short").press("Send");
  expect(sent.errors).toEqual([]);
  expect(sent.value("Message")).toBe("");
});

test("every field that is refused when blank is required, and the others to write in are marked as optional", async () => {
  const { ada, chat, playlist } = await settle();
  const like = await addLikeable();
  const guest = await openVisitor(visitor()).visit("/api/login");
  const forms = [
    ["/records/new", "Add Record"],
    ["/playlists/new", "Create Playlist"],
    [`/playlists/${playlist}/add`, "Add Song"],
    ["/profile?tab=profile", "Save Profile"],
    ["/profile/photo", "Upload"],
    [`${chat}/video`, "Share Video"],
    [`${chat}/photo`, "Send"],
    [`${chat}/voice`, "Send"],
    [like, "Send Like"],
    ["/music-connections", "Connect Last.fm"],
  ] as const;
  const blank = async (page: Page, button: string) => {
    const form = formOf(page, button);
    const marked = [...form.element.querySelectorAll("[required], [aria-required=true]")];
    expect(form.has("Required"), page.address).toBe(false);
    for (const field of form.element.querySelectorAll<HTMLInputElement>(
      "textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=file])",
    )) {
      const name = field.labels?.[0]?.textContent ?? "";
      // A second way to fill another field needs no mark of its own.
      if (!name.startsWith("Or "))
        expect([
          name,
          field.getAttribute("aria-describedby")?.includes(`${field.id}-optional`) ?? false,
        ]).toEqual([name, !marked.includes(field)]);
      field.value = "";
    }
    const refused = formOf(await form.press(button), button);
    const ids = (fields: Iterable<Element>) => [...fields].map(({ id }) => id).sort();
    const invalid = refused.element.querySelectorAll(":is(input, select, textarea)[aria-invalid=true]");
    expect(ids(marked), page.address).toEqual(ids(invalid));
    expect(invalid.length, page.address).toBeGreaterThan(0);
  };
  for (const [path, button] of forms) await blank(await openVisitor(ada).visit(path), button);
  await blank(guest, "Sign In");
  await blank(await guest.follow("Create Account"), "Create Account");
});
