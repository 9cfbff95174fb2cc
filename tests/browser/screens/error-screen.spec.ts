// The screens of missing, members-only and failed pages.
import { expect } from "@playwright/test";
import { makeConversation, signUp } from "../members";
import { collectErrors, expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { openContext, openPage, test, visit } from "../pages";

for (const [width, height] of [
  [360, 640],
  [1280, 720],
] as const) {
  test(`a visitor to a member's page is offered to sign in first, at ${width} px`, async ({
    browser,
    javaScriptEnabled,
  }) => {
    const page = await openPage(await openContext(browser, javaScriptEnabled !== false));
    await page.setViewportSize({ width, height });
    const failure = collectErrors(page);
    for (const path of ["/matches", "/no/such/page"]) {
      expect((await visit(page, path))?.status()).toBe(404);
      await expect(page).toHaveTitle("Sign in · B-Side");
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
      const signIn = main.getByRole("link", { name: "Sign In" });
      await expect(signIn).toHaveAttribute("href", `/api/login?to=${encodeURIComponent(path)}`);
      await expect(signIn).toBeInViewport({ ratio: 1 });
      const notFound = main.getByRole("heading", { name: "404 Page Not Found" });
      await expect(notFound).toBeVisible();
      await expect(main.getByText("Did you forget to add the page to the router?")).toBeVisible();
      const [above, below] = [await signIn.boundingBox(), await notFound.boundingBox()];
      expect((above?.y ?? Number.NaN) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
      await expectNoHorizontalScroll(page);
      // Axe is a script itself.
      if (javaScriptEnabled !== false) await expectAccessible(page);
    }
    expect(failure).toEqual([]);
  });
}

test("a member at an unknown URL gets a link home", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  expect((await visit(page, "/no/such/page"))?.status()).toBe(404);
  await expect(page).toHaveTitle("404 Page Not Found · B-Side");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/");
});

test("a failed page shows an error, with the reason if known", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  const answer = await visit(page, "/api/callback?code=a&state=b");
  expect(answer?.status()).toBe(400);
  await expect(page).toHaveTitle("Something went wrong · B-Side");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await expect(page.getByRole("main")).toContainText("This sign-in has expired");
  await expect(page.getByRole("main").getByRole("link", { name: "Home" })).toBeVisible();
});

test("a failed chat or dialog leaves the rest of the screen intact and can be retried", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const [ada, ben] = [await signUp(browser, "Ada", hasScripts), await signUp(browser, "Ben", true)];
  const { page } = ada;
  const failure = collectErrors(page);
  const talk = await makeConversation(ada, ben);
  const chat = `/messages/${talk}?before=nothing`;
  expect((await visit(page, chat))?.status()).toBe(400);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Messages/);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", chat);
  await expectNoHorizontalScroll(page);
  if (hasScripts) await expectAccessible(page);

  expect((await visit(page, "/records/nothing/edit"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Record Collection");
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();

  expect((await visit(page, "/messages/nothing"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Messages/);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  expect(failure).toEqual([]);
});
