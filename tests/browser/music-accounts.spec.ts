// What scripts add to music services: Enter while the screen reloads, a count that fills a field, and a file that is sent.
import { expect } from "@playwright/test";
import { makeListenbrainzFile } from "../fakes/history-files";
import { setPreferences, signUp } from "./members";
import { collectErrors } from "./page-checks";
import { favoriteNames, holdRequests, test, visit } from "./pages";

test("a member connects services and imports from them without a page load", { tag: "@all" }, async ({
  browser,
}) => {
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

  await visit(page, "/music-connections");
  await page.getByRole("link", { name: "Connect Spotify" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText("Service connected")).toBeVisible();
  await expect(card("Spotify")).toContainText("Connected as Ada on Spotify");
  await page.getByRole("button", { name: "Disconnect Spotify" }).click();
  await expect(page.getByText("Service disconnected").first()).toBeVisible();

  await page.getByRole("link", { name: "Choose a File" }).click();
  const send = async (buffer: Buffer) => {
    await page.getByLabel("File", { exact: true }).setInputFiles({ name: "my.zip", mimeType: "", buffer });
    await page.getByRole("button", { name: "Send File" }).click();
  };
  await send(Buffer.from("Dear diary"));
  await expect(page.getByText("This isn't a listening history that we can read.")).toBeVisible();
  await send(await makeListenbrainzFile());
  await expect(page.getByText("We counted 10 plays.")).toBeVisible();
  await page.getByRole("link", { name: "Choose What to Import" }).click();
  await page.getByRole("checkbox", { name: "Nina Simone" }).uncheck();
  await page.getByRole("button", { name: "Import selected" }).click();
  await expect(favoriteNames(page, "Your artists, favorites first")).toHaveText([
    "1. Broadcast",
    "2. Stereolab",
  ]);
  expect(errors).toEqual([]);
});
