// The placeholders of Discover, Matches and Messages while they load slowly.
import { type Browser, expect, type Page } from "@playwright/test";
import { makeMatch, type Person, sendJson, setPreferences, signUp, startConversation } from "../members";
import { holdRequests, test, visit } from "../pages";

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "without scripts the browser loads a page");

const screens = [
  { name: "Discover", count: 4, item: ".discover-grid > li > article" },
  { name: "Matches", count: 6, item: ".match-grid > li > article" },
  { name: "Messages", count: 3, item: ".conversation-row" },
];

/** A member with a complete profile, in a town without other members. */
async function settle(browser: Browser, name: string): Promise<Person> {
  const person = await signUp(browser, name, true);
  await sendJson(person, "PATCH", "/api/profile", {
    bio: "Likes records.",
    age: 30,
    location: "Longyearbyen",
  });
  await setPreferences(person, ["The Unheard", "Attic Tapes"], ["Jazz"]);
  return person;
}

/** Ada, who has a candidate, a match and a conversation. */
async function settleAda(browser: Browser) {
  const [ada, ben] = [await settle(browser, "Ada"), await settle(browser, "Ben")];
  await settle(browser, "Cleo");
  await makeMatch(ada, ben);
  await startConversation(ada, ben);
  return ada;
}

const placeholders = (page: Page) => page.locator("main .placeholder:visible");

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(`main ${selector} >> visible=true`).first().boundingBox();
  return [box?.x, box?.y, box?.width, box?.height].map((length) => Math.round(length ?? 0));
}

for (const width of [360, 1280]) {
  test(`a slow navigation shows placeholders where the cards will be, at ${width} px`, async ({
    browser,
  }) => {
    const { page } = await settleAda(browser);
    await page.setViewportSize({ width, height: 800 });
    for (const { name, count, item } of screens) {
      await visit(page, "/");
      const loading = await holdRequests(page, `**/${name.toLowerCase()}.data*`);
      await page
        .getByRole("link", { name: new RegExp(`^${name}\\b`) })
        .last()
        .click();
      await expect(placeholders(page)).toHaveCount(count);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
      const before = await boxOf(page, ".placeholder");
      loading.release();
      await expect(placeholders(page)).toHaveCount(0);
      expect(await boxOf(page, item), name).toEqual(before);
    }
  });
}

test("a fast navigation shows no placeholders", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await page.clock.install();
  await visit(page, "/");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const loading = await holdRequests(page, "**/matches.data*");
  const link = page.getByRole("link", { name: "Matches", exact: true }).first();
  await link.click();
  await loading.requested;
  // The request is sent before the page shows the navigation and measures its time.
  await expect(link).toHaveClass(/pending/);
  await page.clock.runFor(140);
  await expect(placeholders(page)).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(placeholders(page)).toHaveCount(6);
  await page.clock.resume();
  loading.release();
  await expect(page.getByText("No mutual matches yet")).toBeVisible();
  await expect(placeholders(page)).toHaveCount(0);
});

test("input survives an abandoned navigation", async ({ browser }) => {
  const { page } = await signUp(browser, "Ada", true);
  await visit(page, "/profile");
  await page.getByLabel("Bio").fill("Likes records.");
  const loading = await holdRequests(page, "**/matches.data*");
  page.once("dialog", (question) => question.accept());
  await page.getByRole("link", { name: "Matches", exact: true }).first().click();
  await expect(placeholders(page)).toHaveCount(6);
  await page.getByRole("link", { name: "Profile", exact: true }).first().click();
  await expect(placeholders(page)).toHaveCount(0);
  await expect(page.getByLabel("Bio")).toHaveValue("Likes records.");
  loading.release();
});
