// After signing out nothing private is left in the browser.
import { expect } from "@playwright/test";
import { sendJson, signUp } from "../members";
import { collectErrors, expectAccessible } from "../page-checks";
import { holdRequests, test, visit } from "../pages";

test("Back after sign-out shows nothing private", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await visit(page, "/matches");
  await visit(page, "/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
  await expect(page.locator('link[href="/signed-out.css"]')).toBeAttached();
  for (const path of [/\/profile$/, /\/matches$/]) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  }
  await visit(page, "/");
  await expect(page.locator('link[href="/signed-out.css"]')).not.toBeAttached();
});

test("a page restored from the bfcache is reloaded", async ({ browser, javaScriptEnabled }) => {
  test.skip(
    javaScriptEnabled === false,
    "Without scripts it is the page after the sign-out that makes it forget.",
  );
  const { page, context } = await signUp(browser, "Ada", true);
  await visit(page, "/matches");
  await expect(page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  await context.request.post("/api/auth/logout", { headers: { "Sec-Fetch-Site": "same-origin" } });
  // Automated browsers have no bfcache, so this simulates a restored page.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});

test("a link on another site asks before it signs a member out", async ({ browser, javaScriptEnabled }) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await visit(page, "/");
  const body = `<a href="${new URL("/api/logout", page.url())}">Play</a>`;
  await page.route("https://elsewhere.example/", (route) =>
    route.fulfill({ contentType: "text/html", body }),
  );
  const followLink = async () => {
    await page.goto("https://elsewhere.example/");
    await page.getByRole("link", { name: "Play" }).click();
    await expect(page.getByRole("heading", { name: "Sign out of B-Side?", level: 1 })).toBeVisible();
  };
  await followLink();
  // Without scripts, axe does not finish on a page that was reached from another site.
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/");
  expect((await page.request.get("/api/auth/user")).status()).toBe(200);
  await followLink();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
});

test("signing out in one tab signs out the others", async ({ browser, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "without scripts a page does not change by itself");
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

test("an action after the session ended shows a notice with a link to sign in again", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "without scripts the server's page links to sign-in");
  const { page, context } = await signUp(browser, "Ada", true);
  const failure = collectErrors(page);
  // Otherwise the stream, which ends with the session, might report it first.
  for (const path of ["/api/live*", "/counts"]) await page.route(`**${path}`, (route) => route.abort());
  const session = (await context.cookies()).filter(({ name }) => name === "session");
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const ways: { at: string; act: () => Promise<void>; heading: string; to: string }[] = [
    {
      at: "/discover?ageMax=65&maxDistance=&minCompatibility=",
      act: () => press(/^Like/),
      heading: "You're signed out",
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
        await expect(page.getByRole("dialog")).toBeVisible();
        await page.getByLabel("File", { exact: true }).setInputFiles(file);
        await press("Preview");
      },
      heading: "You're signed out",
      to: "/records/import",
    },
    {
      at: "/matches",
      act: () => page.getByRole("link", { name: "Records" }).first().click(),
      heading: "404 Page Not Found",
      to: "/records",
    },
  ];
  for (const { at, act, heading, to } of ways) {
    await context.addCookies(session);
    await visit(page, at);
    await context.clearCookies({ name: "session" });
    await act();
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    const signIn = page.getByRole("main").getByRole("link", { name: "Sign In" });
    await expect(signIn).toHaveAttribute("href", `/api/login?to=${encodeURIComponent(to)}`);
    await expect(page.getByRole("link", { name: "Logout" })).toHaveCount(0);
    await expect(page.locator("body")).not.toContainText("Ada");
  }
  // The router aborts the unread rest of an error response.
  expect(failure.filter((each) => !each.startsWith("AbortError"))).toEqual([]);
});

test("signing out leads to the home page, even when the page notices meanwhile that the session has ended", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await page.route("**/api/live*", (route) => route.abort());
  // The page listens to live events only after the sign-out has begun.
  const listening = await holdRequests(page, "**/later-*.js");
  await page.route("**/api/logout", async (route) => {
    listening.release();
    const noticed = javaScriptEnabled
      ? page.waitForResponse((poll) => /\/counts$/.test(poll.url()) && poll.status() === 401)
      : undefined;
    const response = await route.fetch({ maxRedirects: 0 });
    await noticed;
    // Long enough for a reload to begin.
    await page.waitForTimeout(300);
    await route.fulfill({ response });
  });
  await visit(page, "/matches");
  if (javaScriptEnabled) await listening.requested;
  await page.locator('a[href="/api/logout"]').filter({ visible: true }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
});

test("a page that was opened by one member changes nothing for the next one", async ({
  browser,
  javaScriptEnabled,
}) => {
  const [ada, ben] = [
    await signUp(browser, "Ada", javaScriptEnabled !== false),
    await signUp(browser, "Ben", false),
  ];
  const { page, context } = ada;
  await visit(page, "/settings/delete");
  const other = await context.newPage();
  await visit(other, "/profile");
  // Neither page notices the end of the session before the next one has begun.
  const held = await Promise.all([page, other].map((one) => holdRequests(one, "**/counts")));
  await context.request.post("/api/auth/logout", { headers: { "Sec-Fetch-Site": "same-origin" } });
  await context.addCookies(await ben.context.cookies());
  for (const { release } of held) release();

  if (javaScriptEnabled === false) {
    await page.getByRole("button", { name: "Delete My Account" }).click();
    await expect(page.getByText("409: You're signed in as Ben Lovelace now.")).toBeVisible();
    await other.getByLabel("Bio").fill("About Ada");
    await other.getByRole("button", { name: "Save Profile" }).click();
    await expect(other.getByText("You're signed in as Ben Lovelace now.").first()).toBeVisible();
    await expect(other.getByLabel("Bio")).toHaveValue("");
  } else {
    for (const one of [page, other]) {
      await one.bringToFront();
      await expect(one.getByRole("link", { name: "Ben, your profile" })).toBeAttached();
    }
  }
  expect(await sendJson(ben, "GET", "/api/auth/user", undefined)).toMatchObject({ bio: "" });
});

test("a form sent after the session ended says that nothing was changed", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  for (const path of ["/api/live*", "/counts"]) await page.route(`**${path}`, (route) => route.abort());
  await visit(page, "/profile");
  await context.clearCookies({ name: "session" });
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're signed out");
  await expect(page).toHaveTitle("Signed out · B-Side");
  const main = page.getByRole("main");
  await expect(main).toContainText("Nothing was changed or saved. Sign in again to continue.");
  await expect(main.getByRole("link", { name: "Sign In" })).toHaveAttribute(
    "href",
    /^\/api\/login\?to=%2Fprofile/,
  );
});
