// What scripts do in the first run: artists that come with a genre, a list that keeps up with quick fingers, and dragging.
import { expect } from "@playwright/test";
import { photo } from "../../fakes/picture-files";
import { sendJson, signUp } from "../members";
import { collectErrors } from "../page-checks";
import { dragRow, favoriteNames, holdRequests, test, visit, waitForHydration } from "../pages";

test("a newcomer ticks genres and artists, puts them in order, and gets five people in at most 12 presses", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const errors = collectErrors(page);
  await page.setViewportSize({ width: 360, height: 740 });
  // A genre ticked before the scripts run brings its artists once they do.
  const { release } = await holdRequests(page, "**/assets/**/*.js", "GET");
  await page.goto("/welcome/music", { waitUntil: "commit" });
  await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
  release();
  await waitForHydration(page);
  await expect(page.getByRole("checkbox", { name: "Jazz", exact: true })).toBeChecked();
  const suggestions = page.getByRole("group", { name: "Choose the ones you love" }).getByRole("checkbox");
  await expect(suggestions).toHaveCount(24);

  // What is being typed is not added yet. A tick is a choice, and the sleeve stays where it is.
  const field = page.getByLabel("Another artist");
  await field.fill("Broad");
  const names = await suggestions.evaluateAll((inputs) =>
    inputs.slice(0, 2).map((input) => (input as HTMLInputElement).value),
  );
  const [one = "", two = ""] = names;
  const list = favoriteNames(page, "Your artists, favorites first");
  for (const name of names) await page.getByRole("checkbox", { name, exact: true }).check();
  await expect(list).toHaveText([`1. ${one}`, `2. ${two}`]);
  await expect(suggestions).toHaveCount(24);
  await expect(field).toHaveValue("Broad");
  await page.getByRole("checkbox", { name: two, exact: true }).uncheck();
  await expect(page.getByRole("button", { name: "Continue (1 artist)" })).toBeInViewport();
  await page.getByRole("checkbox", { name: two, exact: true }).check();

  await field.fill("Broadcast");
  await field.press("Enter");
  await expect(list).toHaveText([`1. ${one}`, `2. ${two}`, "3. Broadcast"]);
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
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
  await expect(page.getByRole("checkbox", { name: one, exact: true })).not.toBeChecked();
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
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  const saved = await sendJson(ada, "GET", "/api/music-preferences", undefined);
  expect(saved).toMatchObject({ topArtists: [two, "Broadcast"], favoriteGenres: ["Jazz"] });
  await waitForHydration(page);
  await page.getByRole("spinbutton", { name: "Age" }).fill("30");
  await page.getByLabel("Location").fill("Portland, Oregon");
  await page.getByRole("button", { name: "Save and Continue" }).click();
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(5);

  // From the first step to the first like with three artists: eight presses, and three of the sign-up's.
  const ben = await signUp(browser, "Ben", true);
  let presses = 3;
  await ben.page.setViewportSize({ width: 360, height: 740 });
  await visit(ben.page, "/welcome/music");
  const press = async (name: string | RegExp, role: "button" | "link" | "checkbox") => {
    presses++;
    await ben.page.getByRole(role, { name }).first().click();
  };
  await press(/^Jazz$/, "checkbox");
  const sleeves = ben.page.getByRole("group", { name: "Choose the ones you love" }).getByRole("checkbox");
  for (const at of [0, 1, 2]) {
    presses++;
    await sleeves.nth(at).click();
  }
  await press("Continue (3 artists)", "button");
  for (const step of ["Step 2 of 4", "Step 3 of 4"]) {
    await expect(ben.page.getByText(step)).toBeVisible();
    await press("Skip for now", "link");
  }
  await press(/^Like /, "button");
  await expect(ben.page.getByText(/^Match recorded$|^It's mutual!/).first()).toBeVisible();
  expect(presses).toBeLessThanOrEqual(12);
  expect(errors).toEqual([]);
});

test("buttons pressed faster than the server answers all count, and the list stays without a connection", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await visit(page, "/welcome/music");
  const { release } = await holdRequests(page, "**/welcome/music*", "POST");
  const field = page.getByLabel("Another artist");
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

test("the names of suggested artists break only between words", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/welcome/music");
  const sleeves = page.locator(".artist-sleeve-name");
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
