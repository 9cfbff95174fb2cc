// Journeys by keyboard: each next control has to be near the focus.
import { expect, type Locator, type Page } from "@playwright/test";

/** How many stops away the next control may be. */
const NEAR = 8;

/** Tabs to a control near the focus. */
export async function tabTo(page: Page, control: Locator, most = NEAR) {
  await expect(control).toBeVisible();
  for (let stops = 0; stops < most && !(await isFocused(control)); stops++) await page.keyboard.press("Tab");
  await expect(control).toBeFocused();
}

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);

/** Tabs to a button or link near the focus and presses it. */
export async function pressNear(page: Page, name: string | RegExp, most?: number) {
  const control = page.getByRole("button", { name }).or(page.getByRole("link", { name }));
  await tabTo(page, control.first(), most);
  await page.keyboard.press("Enter");
}

/** Tabs to a field near the focus and types in it. */
export async function typeNear(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Puts the focus on the title of a page, from which a reader begins. */
export async function beginAtTitle(page: Page) {
  await page.getByRole("heading", { level: 1 }).evaluate((title) => {
    title.tabIndex = -1;
    title.focus();
  });
}
