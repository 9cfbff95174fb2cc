// Without scripts a flash message is at the top of the window, and doesn't cover the part that its page opens at.
import { expect, type Page } from "@playwright/test";
import { addMember, makeMatch, sendForm, signUp } from "../members";
import { test, visit } from "../pages";

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/** Expects the notice to be whole in view and above the target of the page's fragment, which is in view as well. */
async function expectRoom(page: Page, title: string) {
  const notice = page.locator(".flash", { hasText: title });
  const target = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(target).toBeInViewport();
  const [above, below] = [await notice.boundingBox(), await target.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0), page.url()).toBeLessThanOrEqual(below?.y ?? 0);
}

test("a notice covers neither the question of a new game nor the message field of a new conversation @all", async ({
  browser,
}) => {
  const [ada, ben] = [await signUp(browser, "Ada", false), await addMember("Ben")];
  await makeMatch(ada, ben);
  const { page } = ada;
  const [phone, narrow, wide] = WINDOWS;
  if (phone) await page.setViewportSize(phone);
  await visit(page, "/matches");
  await page.getByRole("button", { name: /^Start Conversation/ }).click();
  await expectRoom(page, "Conversation started");

  for (const size of [narrow, wide]) {
    if (size) await page.setViewportSize(size);
    await visit(page, "/trivia/new");
    await page.getByLabel("One of your matches").selectOption(ben.id);
    await page.getByRole("button", { name: "Create Game" }).click();
    await expectRoom(page, "Game Created!");
    // Two members have one open challenge at a time.
    const [path = ""] = page.url().split("#");
    await sendForm(ben, `${path}/resign`);
  }
});
