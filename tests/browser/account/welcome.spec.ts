// What scripts do on the way to the first like: a question answered in place, sleeves that fit what is typed, a list that keeps
// up with quick fingers, and dragging.
import { expect } from "@playwright/test";
import { genresOf } from "~/matching/known-artists.server";
import { MAX_GENRES } from "~/models/music/preferences";
import { photo } from "../../fakes/picture-files";
import { sendJson, signUp } from "../members";
import { collectErrors } from "../page-checks";
import {
  dragRow,
  favoriteNames,
  holdRequests,
  openContext,
  openPage,
  test,
  visit,
  waitForHydration,
} from "../pages";

test("a newcomer names artists, whose genres follow, and comes from the landing page to a like in at most 12 presses", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const errors = collectErrors(page);
  await page.setViewportSize({ width: 360, height: 740 });
  // A genre ticked before the scripts run brings its artists once they do.
  const { release } = await holdRequests(page, "**/assets/**/*.js", "GET");
  await page.goto("/welcome/music", { waitUntil: "commit" });
  const suggestions = page.getByRole("group", { name: "Choose the ones you love" }).getByRole("checkbox");
  const names = () =>
    suggestions.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
  const before = await names();
  release();
  await waitForHydration(page);
  await expect(page.getByRole("checkbox", { name: "Jazz", exact: true })).toBeChecked();
  await expect.poll(names).not.toEqual(before);

  // A tick is a choice, and the sleeve stays where it is.
  const shown = await names();
  const [one = "", two = ""] = shown;
  const list = favoriteNames(page, "Your artists, favorites first");
  for (const name of [one, two]) await page.getByRole("checkbox", { name, exact: true }).check();
  await expect(list).toHaveText([`1. ${one}`, `2. ${two}`]);
  expect(await names()).toEqual(shown);
  await page.getByRole("checkbox", { name: two, exact: true }).uncheck();
  await expect(page.getByRole("button", { name: "Continue (1 artist)" })).toBeInViewport();
  await page.getByRole("checkbox", { name: two, exact: true }).check();

  // While a name is typed the sleeves are those that fit it.
  const field = page.getByLabel("Artist", { exact: true });
  await field.fill("broadc");
  await page.getByRole("checkbox", { name: "Broadcast", exact: true }).click();
  await expect(list).toHaveText([`1. ${one}`, `2. ${two}`, "3. Broadcast"]);
  await expect(field).toHaveValue("");
  await expect.poll(async () => (await names()).length).toBe(shown.length);
  await field.fill("broadcast");
  await expect(page.getByText("Broadcast is already on your list").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeDisabled();

  // The buttons of the list leave a half typed name alone, and the page stays where they are.
  await field.fill("Neu");
  const up = page.getByRole("button", { name: "Move Broadcast up" });
  await up.click();
  await expect(list.nth(1)).toHaveText("2. Broadcast");
  await expect(up).toBeFocused();
  await expect(up).toBeInViewport();
  await page.getByRole("button", { name: `Remove ${one}` }).click();
  await expect(list).toHaveText(["1. Broadcast", `2. ${two}`]);
  await expect(field).toHaveValue("Neu");
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await field.fill("");

  const rows = page.getByRole("list", { name: "Your artists, favorites first" }).getByRole("listitem");
  // Near the window's edge the page would scroll along.
  await rows.nth(1).evaluate((row) => row.scrollIntoView({ block: "center" }));
  await dragRow(page, rows, 1, 0);
  await expect(list).toHaveText([`1. ${two}`, "2. Broadcast"]);
  await page.getByRole("button", { name: "Continue (2 artists)" }).click();

  await page.getByLabel("Photo", { exact: true }).setInputFiles({
    name: "me.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(),
  });
  await expect(page.getByRole("slider", { name: "Focal point" })).toBeVisible();
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  const saved = await sendJson(ada, "GET", "/api/music-preferences", undefined);
  expect(saved).toMatchObject({ topArtists: [two, "Broadcast"], favoriteGenres: ["Jazz"] });
  await waitForHydration(page);
  await page.getByRole("spinbutton", { name: "Age" }).fill("30");
  await page.getByLabel("Location").fill("Portland, Oregon");
  // Words that are hidden again are not sent.
  const words = page.getByLabel("Your own words");
  await expect(words).toBeHidden();
  await page.getByRole("radio", { name: "In my own words" }).check();
  await words.fill("Agender");
  await page.getByRole("group", { name: "I am" }).getByRole("radio", { name: "I'd rather not say" }).check();
  await expect(words).toBeHidden();
  await page.getByRole("button", { name: "Save and Continue" }).click();
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(5);
  expect(await sendJson(ada, "GET", "/api/profile/wishes", undefined)).toMatchObject({ gender: null });

  // The whole way: the question is answered without leaving the page, and its artist is in the list.
  const newcomer = await openPage(await openContext(browser, true));
  await newcomer.setViewportSize({ width: 360, height: 740 });
  await visit(newcomer, "/");
  let presses = 0;
  const press = async (name: string | RegExp, role: "button" | "link" | "checkbox") => {
    presses++;
    await newcomer.getByRole(role, { name }).first().click();
  };
  await expect(newcomer.getByRole("article", { name: "A sample of a member's card" })).toBeInViewport();
  const bar = await newcomer.getByRole("banner").elementHandle();
  await newcomer.getByLabel("Type an artist. Who here loves them?").fill("Radiohead");
  await press("Ask", "button");
  await expect(newcomer.getByRole("article", { name: "Who here loves them" })).toBeInViewport();
  expect(await bar?.evaluate((element) => element.isConnected)).toBe(true);
  await press(/^(Meet them|Be one of the first)$/, "link");
  await newcomer.getByLabel("First name").fill("Ben");
  await newcomer.getByLabel("Last name").fill("Lovelace");
  await newcomer.getByLabel("Email").fill(`newcomer-${test.info().workerIndex}@example.org`);
  await newcomer.getByLabel("Password").fill("a long enough password");
  await press("I'm 18 or older", "checkbox");
  await press("Create account", "button");
  await expect(favoriteNames(newcomer, "Your artists, favorites first")).toHaveText(["1. Radiohead"]);
  await waitForHydration(newcomer);
  const sleeves = newcomer.getByRole("group", { name: "Choose the ones you love" }).getByRole("checkbox");
  for (const at of [0, 1]) {
    presses++;
    await sleeves.nth(at).click();
  }
  // The genres follow, and only those of the artists.
  const listed = favoriteNames(newcomer, "Your artists, favorites first");
  await expect(listed).toHaveCount(3);
  const artists = (await listed.allTextContents()).map((text) => text.replace(/^\d\. /, ""));
  const chosen = newcomer.locator("[name=favoriteGenres]:checked");
  await expect
    .poll(() => chosen.evaluateAll((boxes) => boxes.map((box) => box.getAttribute("value"))))
    .toEqual(genresOf(artists, MAX_GENRES));
  await press("Continue (3 artists)", "button");
  for (const step of ["Step 2 of 4", "Step 3 of 4"]) {
    await expect(newcomer.getByText(step)).toBeVisible();
    await press("Skip for now", "link");
  }
  await press(/^Like /, "button");
  await expect(newcomer.getByText(/^Match recorded$|^It's mutual!/).first()).toBeVisible();
  expect(presses).toBeLessThanOrEqual(12);
  expect(errors).toEqual([]);
});

test("each artist asks for genres once, and those that follow ask for nothing @all", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const asked: string[][] = [];
  page.on("request", (request) => {
    const form = new URLSearchParams(request.postData() ?? "");
    if (!form.get("__intent__")?.includes("favoriteGenres")) return;
    asked.push([...form].filter(([name]) => name.startsWith("topArtists")).map(([, artist]) => artist));
  });
  await visit(page, "/welcome/music");
  for (const [artist, genre] of [
    ["Broadcast", "Experimental"],
    ["ABBA", "Dance"],
  ] as const) {
    await page.getByLabel("Artist", { exact: true }).fill(artist);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("checkbox", { name: genre, exact: true })).toBeChecked();
  }
  await page.getByRole("button", { name: "Continue (2 artists)" }).click();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  expect(asked).toEqual([["Broadcast"], ["Broadcast", "ABBA"]]);
  const saved = await sendJson(ada, "GET", "/api/music-preferences", undefined);
  expect(saved).toMatchObject({ favoriteGenres: ["Pop", "Electronic", "Dance", "Experimental"] });
});

test("buttons pressed faster than the server answers all count, and the list stays without a connection @all", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await visit(page, "/welcome/music");
  const { release } = await holdRequests(page, "**/welcome/music*", "POST");
  const field = page.getByLabel("Artist", { exact: true });
  for (const artist of ["Can", "Faust", "Neu!", "Broadcast"]) {
    await field.fill(artist);
    await field.press("Enter");
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
  }
  // A genre asks the server for suggestions, and its answer comes last.
  await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
  await page.getByRole("button", { name: "Remove Can" }).click();
  await page.getByRole("button", { name: "Remove Faust" }).click();
  await page.getByRole("button", { name: "Move Broadcast up" }).click();
  const list = favoriteNames(page, "Your artists, favorites first");
  await expect(list).toHaveText(["1. Broadcast", "2. Neu!"]);
  release();
  await expect(page.getByRole("group", { name: "Choose the ones you love" })).toBeVisible();
  await expect(list).toHaveText(["1. Broadcast", "2. Neu!"]);

  // What is typed stays too when the server can't be reached.
  await page.context().setOffline(true);
  for (const artist of ["Can", "Faust"]) {
    await field.fill(artist);
    await field.press("Enter");
    await expect(page.getByText(`. ${artist}`)).toBeVisible();
  }
  await field.fill("Pram");
  await page.getByRole("button", { name: "Continue (4 artists)" }).click();
  await expect(page.getByText("We couldn't reach B-Side. Check your connection.")).toBeVisible();
  await expect(list).toHaveText(["1. Broadcast", "2. Neu!", "3. Can", "4. Faust"]);
  await expect(field).toHaveValue("Pram");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Continue (4 artists)" }).click();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  const saved = await sendJson(ada, "GET", "/api/music-preferences", undefined);
  expect(saved).toMatchObject({ topArtists: ["Broadcast", "Neu!", "Can", "Faust", "Pram"] });
});

test("the names of suggested artists break only between words", { tag: "@all" }, async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/welcome/music");
  const sleeves = page.locator("#suggested .control > :last-child");
  for (const genre of ["Rock", "Pop", "Metal", "Alternative", "Electronic"]) {
    const before = await sleeves.allTextContents();
    await page.getByRole("checkbox", { name: genre, exact: true }).check();
    await expect.poll(() => sleeves.allTextContents()).not.toEqual(before);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const broken = await sleeves.evaluateAll((names) =>
        names.flatMap((name) => {
          const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode() as Text;
          return Array.from(text.data.matchAll(/[^\s-]+/g)).flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1 ? [word] : [];
          });
        }),
      );
      expect(broken, `${genre} at ${width} px`).toEqual([]);
    }
    await page.getByRole("checkbox", { name: genre, exact: true }).uncheck();
  }
});
