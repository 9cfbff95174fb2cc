// Waiting for somebody and going to see them, by keyboard: an alert saved where a list ends, the news of it, its end, and a trip.
import { expect } from "@playwright/test";
import { beginAtTitle, pressNear, tabTo, typeNear } from "./keyboard";
import { type Member, sendJson, setPreferences, signUp } from "./members";
import { collectErrors, listViolations } from "./page-checks";
import { test, visit } from "./pages";

/** A member who is found by those who love Movietone. */
async function settle(member: Member, location: string) {
  await sendJson(member, "PATCH", "/api/profile", { age: 30, location });
  await setPreferences(member, ["Movietone"], ["Jazz"]);
}

test("a member waits for somebody who loves an artist, hears of them, stops waiting, and visits their town", async ({
  browser,
}) => {
  const ada = await signUp(browser, "Ada", true);
  const { page } = ada;
  const errors = collectErrors(page);
  await settle(ada, "Bilbao, Spain");

  await visit(page, "/artists/movietone");
  await beginAtTitle(page);
  await pressNear(page, "Tell me when somebody new fits", 20);
  await expect(page.getByText("We'll tell you when somebody new fits.")).toBeFocused();

  const ben = await signUp(browser, "Ben", false);
  await settle(ben, "Utrecht, Netherlands");
  const bell = page.getByRole("link", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/new/);
  await bell.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await beginAtTitle(page);
  await pressNear(page, /^Somebody new for you: Ben/);
  await expect(page.getByRole("heading", { level: 1, name: "New for You" })).toBeVisible();
  expect(await listViolations(page, {})).toEqual([]);
  await beginAtTitle(page);
  await tabTo(page, page.getByRole("link", { name: /Ben L\., 30/ }));
  await pressNear(page, "End alert: somebody new who loves Movietone");
  await expect(page.locator(".toast")).toContainText("Alert ended");
  await expect(page.getByRole("button", { name: /^End alert/ })).toHaveCount(0);

  await visit(page, "/settings/trips");
  await beginAtTitle(page);
  await typeNear(page, "Town", "Utrecht");
  await page.keyboard.press("Escape");
  const today = await page.getByLabel("First day").getAttribute("min");
  const [year = "", month = "", day = ""] = today?.split("-") ?? [];
  await typeNear(page, "First day", month + day + year);
  await typeNear(page, "Last day", month + day + year);
  await pressNear(page, "Add Trip");
  const trips = page.getByRole("list", { name: "Your trips" });
  await expect(trips).toContainText("Utrecht");
  await visit(ben.page, `/members/${ada.id}`);
  await expect(ben.page.getByText("Visiting Utrecht")).toBeVisible();
  expect(await listViolations(page, {})).toEqual([]);
  // What is being typed for the next one stays.
  await expect(page.getByLabel("Town")).toHaveValue("");
  await page.getByLabel("Town").fill("Bilbao");
  await beginAtTitle(page);
  await pressNear(page, /^Remove Utrecht/);
  await expect(trips).toHaveCount(0);
  await expect(page.getByLabel("Town")).toHaveValue("Bilbao");
  await visit(ben.page, `/members/${ada.id}`);
  await expect(ben.page.getByText("Visiting Utrecht")).toHaveCount(0);
  expect(errors).toEqual([]);
});
