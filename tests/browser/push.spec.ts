// Notification settings, and the browser that is added to push.
import { expect, type Page } from "@playwright/test";
import { signUp } from "./members";
import { collectErrors, expectAccessible, expectUsable } from "./page-checks";
import { test, visit } from "./pages";

const SETTINGS = "/settings/notifications";

/** Stands in for the browser's push service, which test browsers don't have. */
async function fakeSubscriptions(page: Page) {
  await page.addInitScript(() => {
    const subscription = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    };
    const subscribed = { toJSON: () => subscription };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async () => subscribed,
    });
  });
}

test("a member chooses what they are told about, and how", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled);
  const errors = collectErrors(page);
  await visit(page, "/settings");
  await page.getByRole("link", { name: "Notifications", exact: true }).last().click();
  await expect(page).toHaveTitle("Notifications · Settings · B-Side");
  const trivia = page.getByRole("group", { name: "Trivia" });
  await expect(trivia.getByLabel("On B-Side")).toBeChecked();
  await trivia.getByLabel("On B-Side").uncheck();
  await page.getByLabel("Quiet hours from").selectOption("10 PM");
  await page.getByLabel("Show names on my lock screen").check();
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Notification settings saved")).toBeVisible();
  await visit(page, SETTINGS);
  await expect(trivia.getByLabel("On B-Side")).not.toBeChecked();
  await expect(page.getByLabel("Quiet hours from")).toHaveValue("22");
  await expect(page.getByLabel("Until")).toHaveValue("8");
  await expect(page.getByLabel("Show names on my lock screen")).toBeChecked();
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
  await expectUsable(page, javaScriptEnabled);
  expect(errors).toEqual([]);
});

test("a browser is asked only after a press, then listed, and removed by another", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled);
  if (javaScriptEnabled === false) {
    await visit(page, SETTINGS);
    await expect(page.getByText("open this page in a browser with JavaScript")).toBeVisible();
    return;
  }
  await context.grantPermissions(["notifications"]);
  await fakeSubscriptions(page);
  const errors = collectErrors(page);
  await visit(page, SETTINGS);
  await expect(page.getByText("Your browser will ask you to allow it.")).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.getByRole("button", { name: "Notify This Device" }).click();
  await expect(page.getByText("This browser")).toBeVisible();
  await expect(page.getByRole("button", { name: "Notify This Device" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("This browser")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Notify This Device" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("a browser that says no is told how to change that", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "asked by a script");
  const { page } = await signUp(browser, "Ada", true);
  await page.addInitScript(() => {
    Notification.requestPermission = async () => "denied";
  });
  await visit(page, SETTINGS);
  await page.getByRole("button", { name: "Notify This Device" }).click();
  await expect(page.getByText("Your browser doesn't allow notifications from B-Side.")).toBeVisible();
});
