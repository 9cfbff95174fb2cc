// The longest accepted input, each value one unbroken word, fits every screen.
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail } from "~/models/trivia/trivia";
import {
  like,
  makeMatch,
  type Person,
  sendJson,
  sendMessage,
  sendPhoto,
  sendVoice,
  signUp,
  startConversation,
} from "../members";
import { openContext, openPage, test, visit } from "../pages";

const long = (length: number, end = "") => "W".repeat(length - end.length) + end;
const VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const RECORD = { artist: long(200), album: long(200), genre: long(60), notes: long(1000), year: 1999 };
const TASTE = {
  topArtists: [long(100), long(100, "2"), long(100, "3")],
  favoriteGenres: ["Singer-Songwriter", "Electronic", "Alternative"],
  totalScrobbles: 1_000_000_000,
  concertsAttended: 1_000_000_000,
};

/** A member with the longest possible values. */
async function settle(browser: Browser, hasScripts: boolean): Promise<Person> {
  const person = await signUp(browser, long(40), hasScripts, long(60), "w".repeat(50));
  await sendJson(person, "PATCH", "/api/profile", { bio: long(500), age: 100, location: long(100) });
  await sendJson(person, "POST", "/api/music-preferences", TASTE);
  return person;
}

/** Starts a game and plays this many rounds; the opponent gets all points. */
async function begin(one: Person, other: Person, answers: number): Promise<string> {
  const game: GameDetail = await sendJson(one, "POST", "/api/trivia-games", { player2Id: other.id });
  for (let round = 1; round <= answers; round++) {
    // A game shows the questions of the rounds it has reached.
    const { questions }: GameDetail = await sendJson(one, "GET", `/api/trivia-games/${game.id}`, undefined);
    const asked = questions.find(({ roundNumber }) => roundNumber === round);
    if (!asked) throw new Error(`No question in round ${round}`);
    const { id, question, options } = asked;
    const right = questionBank.find((each) => each.question === question)?.correctAnswer;
    const wrong = options.find((option) => option !== right);
    for (const [who, answer] of [
      [other, right],
      [one, wrong],
    ] as const)
      await sendJson(who, "POST", `/api/trivia-games/${game.id}/answer`, { questionId: id, answer });
  }
  return `/trivia/${game.id}`;
}

/** Conversations, records, playlists and games of a matched pair, and message requests; returns Ada's screens. */
async function makeScreens(
  ada: Person,
  ben: Person,
  { asker, asked, noted }: Record<"asker" | "asked" | "noted", Person>,
): Promise<string[]> {
  await makeMatch(ada, ben);
  const conversationId = await startConversation(ada, ben);
  await sendMessage(ben, conversationId, long(2000));
  for (const [messageType, metadata] of Object.entries({
    music_share: { artist: long(200), title: long(200), album: long(200) },
    youtube_link: { url: `${VIDEO}&x=${long(1900)}` },
    spotify_link: { url: `https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT?x=${long(1900)}` },
    youtube_video: { youtubeUrl: VIDEO, videoTitle: long(200) },
  }))
    await sendJson(ben, "POST", `/api/conversations/${conversationId}/messages`, {
      content: long(2000),
      messageType,
      metadata,
    });
  await sendPhoto(ben, conversationId, long(2000));
  await sendVoice(ben, conversationId);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id: quotedId } = await sendJson(ben, "POST", messages, { content: long(2000) });
  await sendJson(ada, "POST", messages, { content: long(2000), quotedId });
  await sendJson(noted, "PUT", "/api/profile/prompts", {
    prompts: [{ prompt: "best_show", answer: long(150) }],
  });
  await like(asker, ada);
  const request = await startConversation(asker, ada);
  await sendMessage(asker, request, long(2000));
  await like(ada, asked);
  const own = await startConversation(ada, asked);

  const record = await sendJson(ada, "POST", "/api/record-collections", RECORD);
  await sendJson(ben, "POST", "/api/record-collections", RECORD);
  const song = { title: long(200), artist: long(200), album: long(200), duration: 24 * 3600 };
  const lists = [];
  for (const [owner, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const list = { name: long(100), description: long(500), collaboratorId: other.id, isPublic: true };
    const { id } = await sendJson(owner, "POST", "/api/playlists", list);
    for (const who of [owner, other]) await sendJson(who, "POST", `/api/playlists/${id}/songs`, song);
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
    `/members/${ben.id}/mixtape`,
    "/messages",
    `/messages/${conversationId}`,
    `/messages/${conversationId}/frame?still`,
    `/messages/${conversationId}/share`,
    `/messages/${conversationId}/video`,
    `/messages/${conversationId}/photo`,
    `/messages/${conversationId}/voice`,
    `/members/${noted.id}/like?prompt=best_show`,
    `/messages/${request}`,
    `/members/${asker.id}/block`,
    `/members/${ben.id}/unmatch`,
    `/report?about=member:${ben.id}`,
    "/settings/reports",
    "/settings/blocked",
    "/settings/ended",
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

/** Page widths and text sizes: the smallest is 320 px minus a classic scrollbar. */
const VIEWS = [
  { width: 308, letters: "100%" },
  { width: 360, letters: "100%" },
  { width: 360, letters: "200%" },
  { width: 640, letters: "200%" },
  { width: 1280, letters: "200%" },
];

/** What does not fit on the current page, by view. */
async function misfits(page: Page): Promise<string[]> {
  const found: string[] = [];
  const { origin, pathname } = new URL(page.url());
  for (const { width, letters } of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    for (const frame of page.frames().filter((each) => each.url().startsWith(origin))) {
      let here: string[] = [];
      // A frame that loads itself anew may interrupt it.
      await expect(async () => {
        here = await frame.evaluate(lookAt, letters);
      }).toPass();
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

/** Runs in the page. Lists horizontal overflow, clipped text, and text outside its box. */
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
    const failure = new Set<string>();
    let isBlock = false;
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { display, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      const edges = box.getBoundingClientRect();
      const isBeside = right > edges.right + 1 || left < edges.left - 1;
      const isBelow = bottom > edges.bottom + 1 && webkitLineClamp === "none";
      // Skips text for screen readers, and text cut with an ellipsis.
      if (edges.width <= 1 || textOverflow === "ellipsis" || box.matches(".skip-link")) {
        failure.clear();
        break;
      }
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      if ((overflowX === "hidden" && isBeside) || (overflowY === "hidden" && isBelow)) failure.add("cut off");
      if (!isBlock && display !== "inline" && isBeside) failure.add("outside its box");
      isBlock ||= display !== "inline";
    }
    const place = `${parent.tagName.toLowerCase()}.${parent.className}`;
    for (const what of failure) found.push(`${what}: ${place} "${text.textContent.slice(0, 30)}"`);
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
  // A candidate, too.
  const noted = await settle(browser, false);
  const { page } = ada;
  const found: string[] = [];
  for (const path of await makeScreens(ada, ben, { asker, asked, noted })) {
    await visit(page, path);
    if (
      javaScriptEnabled &&
      /(new|edit|add|delete|leave|resign|share|video|photo|voice|cover|import)$/.test(path)
    )
      await expect(page.getByRole("dialog")).toBeVisible();
    found.push(...(await misfits(page)));
  }

  // Error messages that quote the input.
  const say = async (path: string, act: () => Promise<unknown>, message: () => Locator) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, path);
    await act();
    await expect(message()).toBeVisible();
    found.push(...(await misfits(page)));
  };
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await say(
    "/profile?tab=music",
    async () => {
      await page.getByLabel("Artist", { exact: true }).fill(long(100));
      if (!javaScriptEnabled) await press("Add");
    },
    () => page.getByText("is already on your list").first(),
  );
  await say(
    "/records/import",
    async () => {
      const rows = ["Artist,Title,Released,Format", `${long(200)}2,${long(200)},1999,LP`];
      const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
      if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await press("Preview");
    },
    () => page.getByRole("alert").getByText("Nothing was added"),
  );
  await say(
    "/records/import",
    async () => {
      const rows = ["Artist,Title,Released,Format", `${long(200)},${long(200, "2")},1999,LP`];
      const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
      if (javaScriptEnabled) await expect(page.getByRole("dialog")).toBeVisible();
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await press("Preview");
    },
    () => page.getByRole("button", { name: "Import 1 record" }),
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
  await say(
    "/profile?tab=music",
    async () => {},
    () => page.getByText(long(100), { exact: true }).first(),
  );
  await say(
    "/music-connections",
    async () => {
      await page.getByLabel("ListenBrainz username").fill("longest");
      await press("Connect ListenBrainz");
      await page.getByRole("link", { name: "Import from ListenBrainz" }).click();
    },
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

test("the landing and sign-in pages fit", async ({ browser, javaScriptEnabled }) => {
  const page = await openPage(await openContext(browser, javaScriptEnabled));
  await visit(page, "/");
  const found = await misfits(page);
  await visit(page, "/api/login");
  found.push(...(await misfits(page)));
  await page.getByLabel("Email").fill(`${long(240)}@example.org`);
  await page.getByLabel("Password").fill("listen closely");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  found.push(...(await misfits(page)));
  await page.getByRole("link", { name: "Create account" }).click();
  for (const label of ["First name", "Last name", "Email", "Password"])
    await page.getByLabel(label).fill(long(300));
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  found.push(...(await misfits(page)));
  expect(found).toEqual([]);
});
