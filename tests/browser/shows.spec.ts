// The way from a show to a plan and home again, by keyboard: each press leaves the focus where what comes next is.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import ICAL from "ical.js";
import { beginAtTitle, pressNear, tabTo, typeNear } from "./keyboard";
import { type Person, sendJson, setPreferences, signUp } from "./members";
import { execute } from "./operator";
import { collectErrors, expectFocusInMain, listViolations } from "./page-checks";
import { openContext, openPage, test, visit, waitForHydration } from "./pages";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

async function expectNoViolations(page: Page) {
  expect(await listViolations(page, {}), page.url()).toEqual([]);
}

/** A member who is found by those who love Low. */
async function settle(person: Person): Promise<Person> {
  await sendJson(person, "PATCH", "/api/profile", { age: 30, location: "Leipzig, Germany" });
  await setPreferences(person, ["Low", "The Unheard"], ["Jazz"]);
  return person;
}

test("two find each other at a show, match, plan to meet, and a friend knows that one is home @all", async ({
  browser,
}) => {
  const [ada, ben] = [
    await settle(await signUp(browser, "Ada", true)),
    await settle(await signUp(browser, "Ben", true)),
  ];
  const errors = collectErrors(ada.page, ben.page);
  const { page } = ada;

  // Ada adds a show of today, and goes there.
  await visit(page, "/shows");
  await beginAtTitle(page);
  await pressNear(page, "Add Show");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByLabel("Artist", { exact: true })).toBeFocused();
  await page.keyboard.type("Low");
  const today = await page.getByLabel("Date").getAttribute("min");
  const [year = "", month = "", day = ""] = today?.split("-") ?? [];
  await typeNear(page, "Date", month + day + year);
  await typeNear(page, "Doors", "0730PM");
  await typeNear(page, "Venue", "Parish Hall");
  await pressNear(page, "Add Show");
  await expect(heading(page, "Low")).toBeFocused();
  await expect(page).toHaveURL(/\/shows\/[\w-]{36}$/);
  const { pathname: show } = new URL(page.url());
  await pressNear(page, "I'm Going");
  await expect(page.getByRole("status").filter({ hasText: "You're going" })).toBeFocused();
  await pressNear(page, "I'd Go with Somebody");
  await expect(page.getByRole("status").filter({ hasText: "and you'd go with somebody" })).toBeFocused();
  await expectNoViolations(page);

  // Ben finds her there and asks, and so does she.
  await visit(ben.page, show);
  await pressNear(ben.page, "I'm Going", 20);
  await expect(ben.page.getByRole("status").filter({ hasText: "You're going" })).toBeFocused();
  await expectNoViolations(ben.page);
  await pressNear(ben.page, "Together? Ada L. at this show", 12);
  await expect(ben.page.getByLabel("Your note")).toHaveValue("Together?");
  await expectNoViolations(ben.page);
  await pressNear(ben.page, "Send Like");
  await expect(ben.page.getByRole("dialog")).toHaveCount(0);
  await expectFocusInMain(ben.page);
  await visit(page, show);
  await pressNear(page, "Together? Ben L. at this show", 30);
  await pressNear(page, "Send Like");
  await expect(page).toHaveURL(/\/match\?/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectNoViolations(page);

  // The show is the first card of their conversation, and they plan to meet there.
  await pressNear(page, "Say Hello to Ben");
  await expect(
    page
      .locator(".chat")
      .getByText(/Low · .* · Parish Hall/)
      .first(),
  ).toBeVisible();
  await visit(page, show);
  await pressNear(page, "Propose a Plan with Ben L.", 30);
  await expect(heading(page, "Plan to meet Ben")).toBeFocused();
  await tabTo(page, page.getByLabel("Show", { exact: true }));
  await expect(page.getByLabel("Show", { exact: true }).locator("option:checked")).toHaveText(/^Low · /);
  await expectNoViolations(page);
  await pressNear(page, "Propose Plan", 14);
  await expect(heading(page, "You and Ben")).toBeFocused();
  await expect(page.getByText("Waiting for Ben to answer.")).toBeVisible();

  await visit(ben.page, "/notifications");
  await pressNear(ben.page, /^Ada proposes a plan: Parish Hall/, 30);
  await expect(heading(ben.page, "You and Ada")).toBeFocused();
  await expectNoViolations(ben.page);
  await pressNear(ben.page, "Accept");
  await expect(ben.page.getByRole("heading", { name: /^Parish Hall/ })).toBeFocused();
  const download = ben.page.waitForEvent("download");
  await pressNear(ben.page, "Add to Calendar");
  const file = await readFile(await (await download).path(), "utf8");
  const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent");
  expect(String(event?.getFirstPropertyValue("dtstart"))).toBe(`${today}T19:30:00`);
  expect(event?.getFirstPropertyValue("summary")).toBe("Low with Ada");

  // Ada tells a friend, who has no account.
  await expect(page.getByText("You and Ben are meeting")).toBeVisible();
  await pressNear(page, "Tell a Friend");
  await expect(heading(page, "Tell a friend")).toBeFocused();
  await typeNear(page, "A note for your friend", "Call me at ten");
  await typeNear(page, "Ask me “Home safe?” at", "1130PM");
  await expectNoViolations(page);
  await pressNear(page, "Make Link", 14);
  await expect(page.locator("#links")).toBeFocused();
  await tabTo(page, page.getByLabel("Link 1"));
  const address = await page.getByLabel("Link 1").inputValue();
  await expectNoViolations(page);
  const friend = await openPage(await openContext(browser, true));
  errors.push(...collectErrors(friend));
  await visit(friend, new URL(address).pathname);
  await expect(heading(friend, "Ada is meeting Ben")).toBeVisible();
  for (const text of ["Call me at ten", "No answer yet"]) await expect(friend.getByText(text)).toBeVisible();
  await expectNoViolations(friend);

  // Home, too early, and home again: the button keeps the focus.
  await page.goBack();
  await expect(heading(page, "You and Ben")).toBeFocused();
  await pressNear(page, "I'm Home");
  await expect(page.getByRole("button", { name: "I'm Not Home Yet" })).toBeFocused();
  await friend.reload();
  await expect(friend.getByText(/^Home since/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "I'm Home", exact: true })).toBeFocused();
  await friend.reload();
  await expect(friend.getByText("No answer yet")).toBeVisible();

  // The day after, each is asked alone.
  await execute(
    "update plan set day = day - 1, asked_at = ? where proposed_by = ?",
    Date.now(),
    Number(ada.id),
  );
  const { conversationId } = await sendJson(ada, "GET", "/api/conversations", undefined).then(
    ([talk]: { id: string }[]) => ({ conversationId: talk?.id }),
  );
  await visit(page, `/messages/${conversationId}`);
  await tabTo(page, page.getByRole("link", { name: /^Did you meet Ben\? / }), 40);
  await page.keyboard.press("Enter");
  await expect(heading(page, "You and Ben")).toBeFocused();
  await pressNear(page, "Yes");
  await expect(page.getByText("You said: Yes. You can change it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Yes", exact: true })).toBeFocused();
  await waitForHydration(page);
  await expectNoViolations(page);
  await pressNear(page, "Something wrong?");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(errors).toEqual([]);
});
