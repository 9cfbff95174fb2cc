// Input and clicks during hydration are not lost, whether before, while or after scripts load.
import { expect, type Page } from "@playwright/test";
import { conversingPair, like, type Person, sendJson, setPreferences, signUp } from "../members";
import { test } from "../pages";

/** Milliseconds after the page begins to arrive, on a slowed-down machine. */
const MOMENTS = [0, 250, 700];
const SLOWER = 4;

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "hydration needs scripts");
});

/** Runs a test at each moment of hydration. */
async function atEachMoment(page: Page, address: string, act: (attempt: number) => Promise<void>) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  for (const [visit, moment] of MOMENTS.entries()) {
    await test.step(`after ${moment} ms`, async () => {
      await page.goto(address, { waitUntil: "commit" });
      // A fixed pause, because no event distinguishes these moments.
      await page.waitForTimeout(moment);
      await act(visit);
    });
  }
}

const list = async (person: Person, path: string) => (await person.context.request.get(path)).json();

test("a message is sent once", async ({ browser }) => {
  const { ada, conversationId } = await conversingPair(browser, true);
  const composer = ada.page.getByPlaceholder("Type a message...");
  await atEachMoment(ada.page, `/messages/${conversationId}`, async (attempt) => {
    await composer.fill(`Message ${attempt}`);
    await ada.page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(composer).toHaveValue("");
    await expect
      .poll(() => list(ada, `/api/conversations/${conversationId}/messages`))
      .toHaveLength(attempt + 1);
  });
});

test("a record is added once, with the values entered", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await atEachMoment(page, "/records/new", async (attempt) => {
    await page.getByLabel("Artist", { exact: true }).fill("Broadcast");
    await page.getByLabel("Format").selectOption("CD");
    await page.getByLabel("Album", { exact: true }).fill(`Album ${attempt}`);
    await page.locator("form").getByRole("button", { name: "Add Record" }).click();
    await expect(page.getByRole("heading", { name: `Album ${attempt}` })).toBeVisible();
    // It shows before it is saved.
    await expect.poll(() => list(ada, "/api/record-collections")).toHaveLength(attempt + 1);
    const kept = await list(ada, "/api/record-collections");
    const made = kept.find(({ album }: { album: string }) => album === `Album ${attempt}`);
    expect(made).toMatchObject({ artist: "Broadcast", format: "cd" });
  });
});

test("artists, genres and numbers are saved together", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await atEachMoment(page, "/profile?tab=music", async (attempt) => {
    const artist = page.getByLabel("Artist", { exact: true });
    await page.getByRole("checkbox", { name: "Rock", exact: true }).check();
    await artist.fill(`Artist ${attempt}`);
    await artist.press("Enter");
    await expect(page.getByRole("button", { name: `Remove Artist ${attempt}` })).toBeVisible();
    await page.getByLabel("Concerts Attended").fill(String(attempt + 1));
    await page.getByRole("button", { name: "Save Music Preferences" }).click();
    await expect(page.getByText("Music preferences updated").first()).toBeVisible();
    const topArtists = Array.from({ length: attempt + 1 }, (_, n) => `Artist ${n}`);
    expect(await list(ada, "/api/music-preferences")).toMatchObject({
      topArtists,
      favoriteGenres: ["Rock"],
      concertsAttended: attempt + 1,
    });
  });
});

test("a text that was there before is changed, not put back", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  await sendJson(ada, "PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Vík" });
  const { page } = ada;
  await atEachMoment(page, "/profile?tab=profile", async (attempt) => {
    await page.getByLabel("Bio").fill(`Digs crates ${attempt}.`);
    // The form counts once it is hydrated.
    await expect(page.getByText("14 of 500 characters")).toBeVisible();
    await expect(page.getByLabel("Bio")).toHaveValue(`Digs crates ${attempt}.`);
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(page.getByText("Profile updated").first()).toBeVisible();
    expect(await list(ada, "/api/auth/user")).toMatchObject({ bio: `Digs crates ${attempt}.` });
  });
});

test("a like is saved", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  await sendJson(ada, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
  const artists = [`Early Birds ${test.info().workerIndex}`];
  await setPreferences(ada, artists, ["Jazz"]);
  for (const name of MOMENTS.map((_, n) => `Ben${"n".repeat(n)}`)) {
    const other = await signUp(browser, name, false);
    await sendJson(other, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
    await setPreferences(other, artists, ["Jazz"]);
    await like(other, ada);
  }
  await atEachMoment(ada.page, "/discover", async (attempt) => {
    const name = `Ben${"n".repeat(attempt)} L.`;
    await ada.page.getByRole("button", { name: `Like ${name}`, exact: true }).click();
    await expect(ada.page.getByText("It's mutual! You two like each other.").first()).toBeVisible();
    await expect(ada.page.getByRole("link", { name, exact: true })).toHaveCount(0);
    expect(await list(ada, "/api/matches/mutual")).toHaveLength(attempt + 1);
  });
});
