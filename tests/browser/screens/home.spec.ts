// The home screen: who waits, somebody to meet, what matches play and collect, and people instead of zeros.
import { type Browser, expect } from "@playwright/test";
import { makeConversation, type Person, sendJson, setPreferences, signUp } from "../members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { keepToast, test, visit } from "../pages";

/** Signs up a member whose artists only the members of this test list. */
async function settle(browser: Browser, name: string, hasScripts: boolean): Promise<Person> {
  const person = await signUp(browser, name, hasScripts);
  await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Tórshavn" });
  const mark = `${test.info().project.name} ${test.info().testId.slice(-4)}`;
  await setPreferences(
    person,
    ["Home Taping", "Kitchen Radio", "Porch Light"].map((artist) => `${artist} ${mark}`),
    ["Jazz"],
  );
  return person;
}

test("home leads to who waits and to somebody to meet, whom a press decides on", async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const ada = await settle(browser, "Ada", scripts);
  const ben = await settle(browser, "Ben", false);
  const cleo = await settle(browser, "Cleo", false);
  const conversation = await makeConversation(ada, ben);
  await sendJson(ben, "POST", `/api/conversations/${conversation}/messages`, { content: "Which pressing?" });
  await sendJson(ben, "PUT", "/api/profile/anthem", { shareType: "song", artist: "Pram", title: "Gravity" });
  const { page } = ada;
  const errors = collectErrors(page);
  // Home doesn't wait for the first search.
  await visit(page, "/discover");
  await visit(page, "/");
  const person = page.getByRole("region", { name: "Worth meeting today" });
  await expect(person.getByRole("article")).toHaveCount(1);
  // Another of this name may be shown next.
  const card = person.locator(`#member-${cleo.id}`);
  await expect(card.getByRole("heading", { name: "Cleo L." })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("1 Mutual Matches");
  await expect(page.getByRole("region", { name: "Recent Matches" })).toContainText("Plays Gravity by Pram");
  if (scripts) await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await person.getByRole("button", { name: "Like Cleo L." }).click();
  await expect(page.getByText("Match recorded", { exact: true }).first()).toBeVisible();
  await keepToast(page);
  await expect(card).toHaveCount(0);
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card).toBeVisible();
  await expect(page).toHaveURL("/");

  await page.getByRole("region", { name: "Your turn" }).getByRole("link", { name: "Ben" }).click();
  await expect(page).toHaveURL(`/messages/${conversation}`);
  await sendJson(ada, "POST", `/api/conversations/${conversation}/messages`, { content: "The first." });
  await visit(page, "/");
  await expect(person).toBeVisible();
  await expect(page.getByRole("region", { name: "Your turn" })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("a newcomer sees people instead of zeros", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await visit(page, "/discover");
  await visit(page, "/");
  const faces = page.getByRole("region", { name: "Worth meeting today" }).getByRole("link");
  await expect(faces).toHaveCount(6);
  await expect(page.getByRole("main")).not.toContainText("Mutual Matches");
  await expect(page.getByText("Complete Your Music Profile")).toBeVisible();
  if (javaScriptEnabled) await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  await faces.first().click();
  await expect(page).toHaveURL(/\/members\/\d+$/);
});
