// Whatever members type fits the screen: the longest values that are taken, each one unbroken word, on every screen.
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { GameDetail } from "../../app/models/trivia";
import { bank } from "../../db/trivia";
import { openBrowser, openPage, test, visit } from "./pages";
import { like, matchUp, type Person, send, signUp, startTalk, write } from "./people";

const long = (length: number, end = "") => "W".repeat(length - end.length) + end;
const VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const RECORD = { artist: long(200), album: long(200), genre: long(60), notes: long(1000), year: 1999 };
const TASTE = {
  topArtists: [long(100), long(100, "2"), long(100, "3")],
  favoriteGenres: ["Singer-Songwriter", "Electronic", "Alternative"],
  totalScrobbles: 1_000_000_000,
  concertsAttended: 1_000_000_000,
};

/** Somebody of whom everything is as long as it may be. */
async function settle(browser: Browser, hasScripts: boolean): Promise<Person> {
  const person = await signUp(browser, long(60), hasScripts, long(60));
  await send(person, "PATCH", "/api/profile", { bio: long(500), age: 100, location: long(100) });
  await send(person, "POST", "/api/music-preferences", TASTE);
  return person;
}

/** Begins a game, of which so many rounds are played; the other has all the points. */
async function begin(one: Person, other: Person, answers: number): Promise<string> {
  const game: GameDetail = await send(one, "POST", "/api/trivia-games", { player2Id: other.id });
  for (const { id, question, options } of game.questions.slice(0, answers)) {
    const right = bank.find((each) => each.question === question)?.correctAnswer;
    const wrong = options.find((option) => option !== right);
    for (const [who, answer] of [
      [other, right],
      [one, wrong],
    ] as const)
      await send(who, "POST", `/api/trivia-games/${game.id}/answer`, { questionId: id, answer });
  }
  return `/trivia/${game.id}`;
}

/** Talks, a collection, playlists and games of two who match, and of who asks and who is asked; Ada's screens. */
async function makeScreens(ada: Person, ben: Person, asker: Person, asked: Person): Promise<string[]> {
  await matchUp(ada, ben);
  const talk = await startTalk(ada, ben);
  await write(ben, talk, long(2000));
  for (const [messageType, metadata] of Object.entries({
    music_share: { artist: long(200), title: long(200), album: long(200) },
    youtube_link: { url: `${VIDEO}&x=${long(1900)}` },
    spotify_link: { url: `https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT?x=${long(1900)}` },
    youtube_video: { youtubeUrl: VIDEO, videoTitle: long(200) },
  }))
    await send(ben, "POST", `/api/conversations/${talk}/messages`, {
      content: long(2000),
      messageType,
      metadata,
    });
  await like(asker, ada);
  const request = await startTalk(asker, ada);
  await write(asker, request, long(2000));
  await like(ada, asked);
  const own = await startTalk(ada, asked);

  const record = await send(ada, "POST", "/api/record-collections", RECORD);
  await send(ben, "POST", "/api/record-collections", RECORD);
  const song = { title: long(200), artist: long(200), album: long(200), duration: 24 * 3600 };
  const lists = [];
  for (const [owner, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const list = { name: long(100), description: long(500), collaboratorId: other.id, isPublic: true };
    const { id } = await send(owner, "POST", "/api/playlists", list);
    for (const who of [owner, other]) await send(who, "POST", `/api/playlists/${id}/songs`, song);
    lists.push(`/playlists/${id}`);
  }
  const [list, shared] = lists;
  const [challenge, open, over] = [
    await begin(ben, ada, 0),
    await begin(ada, ben, 1),
    await begin(ben, ada, 5),
  ];
  const declined = await begin(ben, ada, 0);
  const headers = { "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  await ada.context.request.post(`${declined}/resign`, { headers, form: {} });

  return [
    "/",
    "/discover?ageMin=&ageMax=&maxDistance=&minCompatibility=",
    "/discover?ageMin=9",
    "/matches",
    `/members/${ben.id}`,
    `/members/${ben.id}/why`,
    "/messages",
    `/messages/${talk}`,
    `/messages/${talk}/frame?still`,
    `/messages/${talk}/share`,
    `/messages/${talk}/video`,
    `/messages/${request}`,
    `/messages/${request}/block`,
    `/messages/${own}`,
    "/records",
    `/records?q=${long(100)}x`,
    "/records/new",
    `/records/${record.id}/edit`,
    `/records/${record.id}/delete`,
    "/records/import",
    "/playlists",
    list as string,
    ...["add", "edit", "delete"].map((deed) => `${list}/${deed}`),
    shared as string,
    `${shared}/leave`,
    "/trivia",
    "/trivia/new",
    challenge,
    declined,
    open,
    `${open}/frame?still`,
    `${open}/resign`,
    over,
    "/profile?tab=profile",
    "/profile?tab=music",
    "/profile/photo",
    "/profile/cover",
    "/music-connections",
    "/settings",
    "/no-such-page",
  ];
}

/** Widths of the window, and how large letters are in it. */
const VIEWS = [
  { width: 320, letters: "100%" },
  { width: 360, letters: "100%" },
  { width: 640, letters: "200%" },
  { width: 1280, letters: "200%" },
];

/** What does not fit on the page that is shown: in which view, and what of it. */
async function misfits(page: Page): Promise<string[]> {
  const found: string[] = [];
  const { origin, pathname } = new URL(page.url());
  for (const { width, letters } of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    for (const frame of page.frames().filter((each) => each.url().startsWith(origin))) {
      const here = await frame.evaluate(lookAt, letters);
      found.push(...here.map((what) => `${pathname} at ${width}, ${letters}: ${what}`));
    }
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/${pathname.replace(/\W+/g, "-")}-${width}.png`,
        fullPage: true,
      });
  }
  return found;
}

/** Runs in the page. Tells of a page wider than its window, of text that is cut off and of text outside its box. */
function lookAt(letters: string): string[] {
  const root = document.documentElement;
  root.style.fontSize = letters;
  const found: string[] = [];
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility() || parent.closest("svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, bottom } = range.getBoundingClientRect();
    const trouble = new Set<string>();
    let isBlock = false;
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { display, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      const edges = box.getBoundingClientRect();
      const isBeside = right > edges.right + 1 || left < edges.left - 1;
      const isBelow = bottom > edges.bottom + 1 && webkitLineClamp === "none";
      // What is for ears alone, and what says by its dots that there is more.
      if (edges.width <= 1 || textOverflow === "ellipsis" || box.matches(".skip-link, .place-new")) {
        trouble.clear();
        break;
      }
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      if ((overflowX === "hidden" && isBeside) || (overflowY === "hidden" && isBelow)) trouble.add("cut off");
      if (!isBlock && display !== "inline" && isBeside) trouble.add("outside its box");
      isBlock ||= display !== "inline";
    }
    const place = `${parent.tagName.toLowerCase()}.${parent.className}`;
    for (const what of trouble) found.push(`${what}: ${place} "${text.textContent.slice(0, 30)}"`);
  }
  return found;
}

test("the longest words fit every screen", async ({ browser, javaScriptEnabled }) => {
  const [ada, ben, asker, asked] = [
    await settle(browser, javaScriptEnabled),
    await settle(browser, false),
    await settle(browser, false),
    await settle(browser, false),
  ];
  // Somebody to discover.
  await settle(browser, false);
  const { page } = ada;
  const found: string[] = [];
  for (const path of await makeScreens(ada, ben, asker, asked)) {
    await visit(page, path);
    if (
      javaScriptEnabled &&
      /(new|edit|add|delete|leave|resign|share|video|block|photo|cover|import)$/.test(path)
    )
      await expect(page.getByRole("dialog")).toBeVisible();
    found.push(...(await misfits(page)));
  }

  // What is said of what was typed.
  const say = async (path: string, act: () => Promise<unknown>, says: () => Locator) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, path);
    await act();
    await expect(says()).toBeVisible();
    found.push(...(await misfits(page)));
  };
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await say(
    "/profile?tab=music",
    async () => {
      await page.getByLabel("Artist", { exact: true }).fill(long(100));
      if (!javaScriptEnabled) await press("Add");
    },
    () => page.getByText("is on your list already").first(),
  );
  await say(
    "/records/import",
    async () => {
      const rows = ["Artist,Title,Released,Format", `${long(200)}2,${long(200)},1999,LP`];
      const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await press("Read file");
    },
    () => page.getByText("Nothing was added"),
  );
  await say(
    "/records/import",
    async () => {
      const rows = ["Artist,Title,Released,Format", `${long(200)},${long(200, "2")},1999,LP`];
      const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await press("Read file");
    },
    () => page.getByRole("button", { name: "Add 1 record" }),
  );
  await say(
    "/music-connections",
    async () => {
      await page.getByLabel("Last.fm username").fill(long(200));
      await press("Connect Last.fm");
    },
    () => page.getByText("User not found").first(),
  );
  await say(
    "/music-connections",
    async () => {
      await page.getByRole("link", { name: "Connect Spotify" }).click();
      await page.getByRole("radio", { name: "longest" }).check();
      await page.getByRole("button", { name: "Allow" }).click();
    },
    () => page.getByText(`Connected as ${long(200)}`),
  );
  const importer = page.getByRole("link", { name: "Import from Spotify" });
  await say(
    "/music-connections",
    () => importer.click(),
    () => page.getByRole("checkbox", { name: long(99), exact: true }),
  );
  if (javaScriptEnabled)
    await say(
      "/matches",
      () => page.getByRole("link", { name: /^Why/ }).first().click(),
      () => page.getByRole("dialog"),
    );
  expect(found).toEqual([]);
});

test("the landing page and the way in fit", async ({ browser, javaScriptEnabled }) => {
  const page = await openPage(await openBrowser(browser, javaScriptEnabled));
  await visit(page, "/");
  const found = await misfits(page);
  await visit(page, "/api/login");
  found.push(...(await misfits(page)));
  await page.getByLabel("E-mail").fill(`${long(240)}@example.org`);
  await page.getByLabel("Password").fill("listen closely");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  found.push(...(await misfits(page)));
  await page.getByRole("link", { name: "Make an account" }).click();
  for (const label of ["First name", "Last name", "E-mail", "Password"])
    await page.getByLabel(label).fill(long(300));
  await page.getByRole("button", { name: "Make an account" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  found.push(...(await misfits(page)));
  expect(found).toEqual([]);
});
