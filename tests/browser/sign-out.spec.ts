// After signing out nothing private is left in the browser.
import { expect } from "@playwright/test";
import { test, visit, watch } from "./pages";
import { signUp } from "./people";

test("Back after a sign-out shows nothing private", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await visit(page, "/matches");
  await visit(page, "/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
  await expect(page.locator('link[href="/left.css"]')).toBeAttached();
  for (const path of [/\/profile$/, /\/matches$/]) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  }
  await visit(page, "/");
  await expect(page.locator('link[href="/left.css"]')).not.toBeAttached();
});

test("a page that the browser kept whole is asked for anew", async ({ browser, javaScriptEnabled }) => {
  test.skip(
    javaScriptEnabled === false,
    "Without scripts it is the page after the sign-out that makes it forget.",
  );
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/matches");
  await expect(page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  await context.request.post("/api/auth/logout", { headers: { "Sec-Fetch-Site": "same-origin" } });
  // Browsers that tests drive keep no page, so this stands for one that comes back.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});

test("who signs out in one tab is signed out in the other", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "Without scripts a page stays as it is until it is left.");
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/matches");
  await expect(page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  const other = await context.newPage();
  await visit(other, "/profile");
  await other.getByRole("button", { name: "Sign Out" }).click();
  await expect(other.getByRole("link", { name: "Join Now" })).toBeVisible();
  await page.bringToFront();
  const signIn = page.getByRole("main").getByRole("link", { name: "Sign In" });
  await expect(signIn).toHaveAttribute("href", "/api/login?to=%2Fmatches");
});

test("whoever does something after the session is over is told so, with the way back", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "Without scripts the server's page says where to sign in.");
  const { page, context } = await signUp(browser, "Ada", true);
  const trouble = watch(page);
  // Else the stream, which ends with the session, may be the first to tell.
  for (const path of ["/api/live*", "/counts"]) await page.route(`**${path}`, (route) => route.abort());
  const session = (await context.cookies()).filter(({ name }) => name === "session");
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const ways: { at: string; act: () => Promise<void>; told: string; to: string }[] = [
    {
      at: "/discover?ageMax=65&maxDistance=&minCompatibility=",
      act: () => press(/^Like/),
      told: "You are signed out",
      to: "/discover?ageMax=65&maxDistance=&minCompatibility=",
    },
    {
      at: "/records/import",
      act: async () => {
        const file = {
          name: "a.csv",
          mimeType: "text/csv",
          buffer: Buffer.from("Artist,Title\nNico,Janitor"),
        };
        await page.getByLabel("File", { exact: true }).setInputFiles(file);
        await press("Read file");
      },
      told: "You are signed out",
      to: "/records/import",
    },
    {
      at: "/matches",
      act: () => page.getByRole("link", { name: "Records" }).first().click(),
      told: "404 Page Not Found",
      to: "/records",
    },
  ];
  for (const { at, act, told, to } of ways) {
    await context.addCookies(session);
    await visit(page, at);
    await context.clearCookies({ name: "session" });
    await act();
    await expect(page.getByRole("heading", { name: told })).toBeVisible();
    const signIn = page.getByRole("main").getByRole("link", { name: "Sign In" });
    await expect(signIn).toHaveAttribute("href", `/api/login?to=${encodeURIComponent(to)}`);
    await expect(page.getByRole("link", { name: "Logout" })).toHaveCount(0);
    await expect(page.locator("body")).not.toContainText("Ada");
  }
  // The router breaks off what it has not read of an answer that is an error.
  expect(trouble.filter((each) => !each.startsWith("AbortError"))).toEqual([]);
});
