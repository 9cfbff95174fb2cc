// What is done while a page comes to life counts, whenever it is done: before its scripts, among them, after them.
import { expect, type Page } from "@playwright/test";
import { test } from "./pages";
import { like, listenTo, type Person, send, signUp, talkingTwo } from "./people";

/** Milliseconds after the page begins to arrive, on a machine that is slower than this one. */
const MOMENTS = [0, 250, 700];
const SLOWER = 4;

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts nothing comes to life");
});

/** Does something at each moment of a page's coming to life. */
async function atEachMoment(page: Page, address: string, act: (visit: number) => Promise<void>) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  for (const [visit, moment] of MOMENTS.entries()) {
    await test.step(`after ${moment} ms`, async () => {
      await page.goto(address, { waitUntil: "commit" });
      await page.waitForTimeout(moment);
      await act(visit);
    });
  }
}

const list = async (person: Person, path: string) => (await person.context.request.get(path)).json();

test("a message is sent, once", async ({ browser }) => {
  const { ada, talk } = await talkingTwo(browser, true);
  const composer = ada.page.getByPlaceholder("Type a message...");
  await atEachMoment(ada.page, `/messages/${talk}`, async (visit) => {
    await composer.fill(`Message ${visit}`);
    await composer.press("Enter");
    await expect(composer).toHaveValue("");
    await expect.poll(() => list(ada, `/api/conversations/${talk}/messages`)).toHaveLength(visit + 1);
  });
});

test("a record is added, once and as it was filled in", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await atEachMoment(page, "/records/new", async (visit) => {
    await page.getByLabel("Artist", { exact: true }).fill("Broadcast");
    await page.getByLabel("Format").selectOption("CD");
    await page.getByLabel("Album", { exact: true }).fill(`Album ${visit}`);
    await page.locator("form").getByRole("button", { name: "Add Record" }).click();
    await expect(page.getByRole("heading", { name: `Album ${visit}` })).toBeVisible();
    // It shows before it is saved.
    await expect.poll(() => list(ada, "/api/record-collections")).toHaveLength(visit + 1);
    const kept = await list(ada, "/api/record-collections");
    const made = kept.find(({ album }: { album: string }) => album === `Album ${visit}`);
    expect(made).toMatchObject({ artist: "Broadcast", format: "cd" });
  });
});

test("artists, genres and numbers are saved together", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  await atEachMoment(page, "/profile?tab=music", async (visit) => {
    const artist = page.getByLabel("Artist", { exact: true });
    await page.getByRole("checkbox", { name: "Rock", exact: true }).check({ force: true });
    await artist.fill(`Artist ${visit}`);
    await artist.press("Enter");
    await expect(page.getByRole("button", { name: `Remove Artist ${visit}` })).toBeVisible();
    await page.getByLabel("Concerts Attended").fill(String(visit + 1));
    await page.getByRole("button", { name: "Save Music Preferences" }).click();
    await expect(page.getByText("Music preferences updated").first()).toBeVisible();
    const topArtists = Array.from({ length: visit + 1 }, (_, n) => `Artist ${n}`);
    expect(await list(ada, "/api/music-preferences")).toMatchObject({
      topArtists,
      favoriteGenres: ["Rock"],
      concertsAttended: visit + 1,
    });
  });
});

test("a like is a like", async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  await send(ada, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
  const artists = [`Early Birds ${test.info().workerIndex}`];
  await listenTo(ada, artists, ["Jazz"]);
  for (const name of MOMENTS.map((_, n) => `Ben${"n".repeat(n)}`)) {
    const other = await signUp(browser, name, false);
    await send(other, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
    await listenTo(other, artists, ["Jazz"]);
    await like(other, ada);
  }
  await atEachMoment(ada.page, "/discover", async (visit) => {
    const name = `Ben${"n".repeat(visit)} L.`;
    await ada.page.getByRole("button", { name: `Like ${name}`, exact: true }).click();
    await expect(ada.page.getByText("It's mutual! You two like each other.").first()).toBeVisible();
    await expect(ada.page.getByRole("link", { name, exact: true })).toHaveCount(0);
    expect(await list(ada, "/api/matches/mutual")).toHaveLength(visit + 1);
  });
});
