// A member connects music services, with and without scripts, at fakes of the real ones.
import { expect, type Page } from "@playwright/test";
import { makeLastfmFile, makeListenbrainzFile, makeSpotifyFile } from "../fakes/history-files";
import { listenbrainzListeners } from "../fakes/listenbrainz";
import { setPreferences, signUp } from "./members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll, expectUsable } from "./page-checks";
import { favoriteNames, holdRequests, test, visit } from "./pages";

async function expectFit(page: Page, hasScripts: boolean) {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  if (hasScripts) await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
}

function card(page: Page, name: string) {
  return page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
}

/** Approves access on a service's page, with one of its accounts. */
async function allow(page: Page, service: string, person = /./) {
  await page.getByRole("link", { name: `Connect ${service}` }).click();
  await page.getByRole("radio", { name: person }).first().check();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page).toHaveURL("/music-connections");
}

test("a member connects Last.fm and imports the selected artists", async ({ browser, javaScriptEnabled }) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  const failure = collectErrors(page);
  await visit(page, "/");
  await page.getByRole("link", { name: "Music Services" }).click();
  await expect(page).toHaveTitle("Music Connections · B-Side");
  await expectFit(page, javaScriptEnabled);

  const username = page.getByLabel("Last.fm username");
  // Enter works while the screen is still reloading after the previous response.
  const reload = await holdRequests(page, "**/music-connections.data*", "GET");
  for (const [typed, title, message] of [
    ["  ", "Username required", "Please enter your Last.fm username."],
    ["nobody-has-this", "Last.fm connection failed", "User not found"],
  ] as const) {
    await username.fill(typed);
    await username.press("Enter");
    await expect(page.getByRole("alert").getByText(title)).toBeVisible();
    await expect(card(page, "Last.fm").locator(".field-error")).toHaveText(message);
    await expect(username).toHaveValue(typed);
  }
  await username.fill("rj");
  await username.press("Enter");
  reload.release();
  await expect(card(page, "Last.fm")).toContainText("Connected as RJ");
  await expect(card(page, "Last.fm")).toContainText("54,189 plays · 50 top artists");
  await expect(card(page, "Connected Services")).toContainText("1 of 4");
  await expectFit(page, javaScriptEnabled);

  await page.getByRole("link", { name: "Import from Last.fm" }).click();
  await expect(page).toHaveTitle("Import · Music Connections · B-Side");
  await expectFit(page, javaScriptEnabled);
  await page.getByRole("checkbox", { name: "Radiohead" }).uncheck();
  await page.getByRole("button", { name: "Import selected" }).click();
  await expect(page.locator(".field-error")).toHaveText("Select at least one genre");
  await expect(page.getByRole("checkbox", { name: "Radiohead" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Electronic" }).check();
  await page.getByRole("button", { name: "Import selected" }).click();
  await expect(page).toHaveURL("/profile?tab=music");
  const listed = page.getByRole("list", { name: "Your top artists" });
  await expect(listed.getByRole("listitem")).toHaveCount(49);
  await expect(listed).toContainText("Nine Inch Nails");
  await expect(listed).not.toContainText("Radiohead");
  await expect(page.getByLabel("Total Scrobbles")).toHaveValue("54189");

  await visit(page, "/music-connections");
  await page.getByRole("button", { name: "Refresh Last.fm" }).click();
  await expect(page.getByText("Updated from Last.fm").first()).toBeVisible();
  await page.getByRole("button", { name: "Disconnect Last.fm" }).click();
  await expect(page.getByText("Service disconnected").first()).toBeVisible();
  await expect(username).toBeVisible();
  await expect(card(page, "Connected Services")).toContainText("0 of 4");
  expect(failure).toEqual([]);
});

test("a member connects ListenBrainz by name, imports, chooses all time and verifies the account", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  const failure = collectErrors(page);
  await setPreferences(ada, ["Broadcast"], ["Electronic"]);
  await visit(page, "/music-connections");
  const service = card(page, "ListenBrainz");
  await expect(page.locator("main h2").first()).toHaveText("ListenBrainz");
  await page.getByLabel("ListenBrainz username").fill("nobody-has-this");
  await page.getByRole("button", { name: "Connect ListenBrainz" }).click();
  await expect(page.getByRole("alert").getByText("ListenBrainz connection failed")).toBeVisible();
  await expect(service.locator(".field-error")).toHaveText("User not found");
  await page.getByLabel("ListenBrainz username").fill("ada l.");
  await page.getByRole("button", { name: "Connect ListenBrainz" }).click();
  await expect(service).toContainText("Connected as Ada L.");
  await expect(service).toContainText("not verified");
  await expectFit(page, javaScriptEnabled);

  await service.getByLabel("Most played").selectOption("All time");
  await page.getByRole("button", { name: "Refresh ListenBrainz" }).click();
  await expect(service).toContainText("50 top artists");
  await page.getByLabel("User token").fill("a-token-of-rob");
  await page.getByRole("button", { name: "Verify ListenBrainz" }).click();
  await expect(service.locator(".field-error")).toHaveText(
    "This token belongs to another ListenBrainz account.",
  );
  await page.getByLabel("User token").fill(listenbrainzListeners[0]?.token ?? "");
  await page.getByRole("button", { name: "Verify ListenBrainz" }).click();
  await expect(service).not.toContainText("not verified");
  await expect(service).toContainText("Connected as Ada L.");

  await service.getByLabel("Most played").selectOption("Last six months");
  await page.getByRole("button", { name: "Refresh ListenBrainz" }).click();
  await expect(service).toContainText("3 top artists");
  await page.getByRole("link", { name: "Import from ListenBrainz" }).click();
  await expect(page.getByText("1 is already on your list.")).toBeVisible();
  await page.getByRole("button", { name: "Import selected" }).click();
  await expect(favoriteNames(page, "Your top artists")).toHaveText([
    "1. Broadcast",
    "2. Stereolab",
    "3. Julia Holter",
  ]);
  expect(failure).toEqual([]);
});

test("Last.fm's count fills the profile's field, and other input stays", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  await setPreferences(ada, ["Can"], ["Rock"]);
  await visit(page, "/profile?tab=music");
  await expect(page.getByRole("button", { name: /from Last\.fm/ })).toBeHidden();
  await page.getByRole("link", { name: "Import from Last.fm" }).click();
  await page.getByLabel("Last.fm username").fill("solo");
  await page.getByRole("button", { name: "Connect Last.fm" }).click();
  await expect(page.getByText("Service connected").first()).toBeVisible();
  await expect(card(page, "Last.fm")).toContainText("Connected as solo");

  await visit(page, "/profile?tab=music");
  await page.getByLabel("Concerts Attended").fill("31");
  await page.getByRole("checkbox", { name: "Jazz" }).check();
  await page.getByRole("button", { name: "use 12 from Last.fm" }).click();
  await expect(page.getByLabel("Total Scrobbles")).toHaveValue("12");
  await expect(page.getByLabel("Concerts Attended")).toHaveValue("31");
  await expect(page.getByRole("checkbox", { name: "Jazz" })).toBeChecked();
  await page.getByRole("button", { name: "Save Music Preferences" }).click();
  await expect(page.getByText("Music preferences updated").first()).toBeVisible();
  await visit(page, "/");
  await expect(page.locator("main")).toContainText("12 Total Scrobbles");
});

test("a member connects Spotify and YouTube Music at those services", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const { page } = ada;
  const failure = collectErrors(page);
  await setPreferences(ada, ["Broadcast"], ["Electronic"]);
  await visit(page, "/music-connections");
  await page.getByRole("link", { name: "Connect Spotify" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Connection failed")).toBeVisible();
  await expect(page.getByText("Access was declined at Spotify.")).toBeVisible();

  await allow(page, "Spotify");
  await expect(page.getByText("Service connected")).toBeVisible();
  await expect(card(page, "Spotify")).toContainText("Connected as Ada on Spotify");
  await allow(page, "YouTube Music", /^without-a-channel/);
  await expect(page.getByText("This Google account has no YouTube channel.")).toBeVisible();
  await allow(page, "YouTube Music", /^hostile/);
  await expect(card(page, "YouTube Music")).toContainText("Connected as <script>alert(1)</script>");
  await expectFit(page, javaScriptEnabled);

  await expect(page.getByRole("link", { name: "Import from Spotify" })).toBeHidden();
  await visit(page, "/profile?tab=music");
  await expect(favoriteNames(page, "Your top artists")).toHaveText(["1. Broadcast"]);
  await expect(card(page, "On Spotify").getByRole("listitem")).toHaveText([
    "Broadcast",
    "Julia Holter",
    "Stereolab",
    "The Beatles",
  ]);
  const ben = await signUp(browser, "Ben", javaScriptEnabled);
  await visit(ben.page, `/members/${ada.id}`);
  await expect(card(ben.page, "On Spotify")).toContainText("What Ada L. plays most, from Spotify");
  await expectFit(ben.page, javaScriptEnabled);

  await visit(page, "/music-connections");
  await page.getByRole("button", { name: "Disconnect Spotify" }).click();
  await expect(page.getByText("Service disconnected").first()).toBeVisible();
  await allow(page, "Spotify", /^hostile/);
  await expect(card(page, "Spotify")).toContainText("Connected as <img src=x onerror=alert(1)>");
  await visit(ben.page, `/members/${ada.id}`);
  await expect(card(ben.page, "On Spotify").getByRole("listitem")).toHaveText(
    "</script><script>alert(2)</script>",
  );
  expect(failure).toEqual([]);
});

for (const [name, make] of [
  ["ListenBrainz", makeListenbrainzFile],
  ["Spotify", makeSpotifyFile],
  ["Last.fm", makeLastfmFile],
] as const)
  test(`a member imports a file from ${name}`, async ({ browser, javaScriptEnabled }) => {
    const ada = await signUp(browser, "Ada", javaScriptEnabled);
    const { page } = ada;
    const failure = collectErrors(page);
    await setPreferences(ada, ["Broadcast"], ["Electronic"]);
    await visit(page, "/music-connections");
    await page.getByRole("link", { name: "Choose a File" }).click();
    await expect(page).toHaveTitle("Your File · Music Connections · B-Side");
    await expectUsable(page, javaScriptEnabled);
    const send = async (buffer: Buffer) => {
      await page.getByLabel("File", { exact: true }).setInputFiles({ name: "my.zip", mimeType: "", buffer });
      await page.getByRole("button", { name: "Send File" }).click();
    };
    await send(Buffer.from("Dear diary"));
    await expect(page.getByText("We don't recognize this file.")).toBeVisible();
    await send(await make());
    await expect(page.getByText("We counted 10 plays.")).toBeVisible();
    await expectUsable(page, javaScriptEnabled);
    await page.getByRole("link", { name: "Choose What to Import" }).click();
    await expect(page.getByText("Order counts: once they're added")).toBeVisible();
    await page.getByRole("button", { name: "Import selected" }).click();
    await expect(favoriteNames(page, "Your top artists")).toHaveText([
      "1. Broadcast",
      "2. Stereolab",
      "3. Nina Simone",
    ]);
    expect(failure).toEqual([]);
  });
