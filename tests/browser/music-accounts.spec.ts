// What scripts add to music services: Enter while the screen reloads, and a count that fills a field.
import { expect } from "@playwright/test";
import { setPreferences, signUp } from "./members";
import { collectErrors } from "./page-checks";
import { holdRequests, test, visit } from "./pages";

test("a service is connected while the screen reloads, and its count fills a form that is open", {
  tag: "@all",
}, async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const errors = collectErrors(page);
  await setPreferences(ada, ["Broadcast"], ["Electronic"]);
  await visit(page, "/music-connections");
  const card = (name: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });

  // Enter works while the screen is still reloading after the previous response.
  const username = page.getByLabel("Last.fm username");
  const reload = await holdRequests(page, "**/music-connections.data*", "GET");
  for (const [typed, message] of [
    ["  ", "Please enter your Last.fm username."],
    ["nobody-has-this", "User not found"],
  ] as const) {
    await username.fill(typed);
    await username.press("Enter");
    await expect(card("Last.fm").locator(".field-error")).toHaveText(message);
    await expect(username).toHaveValue(typed);
  }
  await username.fill("solo");
  await username.press("Enter");
  reload.release();
  await expect(card("Last.fm")).toContainText("Connected as solo");
  await expect(card("Connected Services")).toContainText("1 of 4");

  // The count fills the field of the form that is open, whose other input stays.
  await visit(page, "/profile?tab=music");
  await page.getByLabel("Concerts Attended").fill("31");
  await page.getByRole("button", { name: "use 12 from Last.fm" }).click();
  await expect(page.getByLabel("Total Scrobbles")).toHaveValue("12");
  await expect(page.getByLabel("Concerts Attended")).toHaveValue("31");
  expect(errors).toEqual([]);
});
