// After signing out nothing private is left in the browser.
import { expect } from "@playwright/test";
import { addMember, sendJson, signUp } from "../members";
import { collectErrors } from "../page-checks";
import { holdRequests, openPage, test, visit } from "../pages";

for (const hasScripts of [true, false])
  test(`Back after sign-out shows nothing private ${hasScripts ? "with scripts" : "without scripts @all"}`, async ({
    browser,
  }) => {
    const { page, context } = await signUp(browser, "Ada", hasScripts);
    await visit(page, "/matches");
    await visit(page, "/profile");
    const other = hasScripts ? await openPage(context) : undefined;
    if (other) await visit(other, "/matches");
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
    if (!other) return;

    // Another tab notices.
    await other.bringToFront();
    const signIn = other.getByRole("main").getByRole("link", { name: "Sign In" });
    await expect(signIn).toHaveAttribute("href", "/api/login?to=%2Fmatches");
  });

test("an action after the session ended shows a flash message with a link to sign in again @all", async ({
  browser,
}) => {
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

  await context.addCookies(session);
  await visit(page, "/profile?tab=profile");
  await context.clearCookies({ name: "session" });
  await press("Save Profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're signed out");
  await expect(page.getByRole("main")).toContainText("Nothing was changed or saved.");
  // The router aborts the unread rest of an error response.
  expect(failure.filter((each) => !each.startsWith("AbortError"))).toEqual([]);
});

test("a page of a session that has ended leads home, reloads when it is restored, and acts for nobody else @all", async ({
  browser,
}) => {
  const { page } = await signUp(browser, "Ada", true);
  // The page listens to live events only after the sign-out has begun.
  await page.route("**/api/live*", (route) => route.abort());
  const listening = await holdRequests(page, "**/later-*.js");
  await page.route("**/api/logout", async (route) => {
    listening.release();
    const noticed = page.waitForResponse((poll) => /\/counts$/.test(poll.url()) && poll.status() === 401);
    const response = await route.fetch({ maxRedirects: 0 });
    await noticed;
    // A reload would have begun by the time that this page has come.
    await page.request.get("/matches");
    await route.fulfill({ response });
  });
  await visit(page, "/matches");
  await listening.requested;
  await page.locator('a[href="/api/logout"]').filter({ visible: true }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Join Now" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });

  // Automated browsers have no bfcache, so this simulates a restored page.
  const [ben, cleo] = [await signUp(browser, "Ben", true), await addMember("Cleo")];
  const logOut = () =>
    ben.context.request.post("/api/auth/logout", { headers: { "Sec-Fetch-Site": "same-origin" } });
  const bens = await ben.context.cookies();
  await ben.page.route(/\/(counts|api\/live)/, (route) => route.abort());
  await visit(ben.page, "/matches");
  await expect(ben.page.getByRole("heading", { name: "Your Matches" })).toBeVisible();
  await ben.context.clearCookies({ name: "session" });
  await ben.page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(ben.page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await ben.page.unrouteAll({ behavior: "ignoreErrors" });

  // Neither page notices the end of the session before the next one has begun.
  await ben.context.addCookies(bens);
  const other = await openPage(ben.context);
  await visit(ben.page, "/settings/delete");
  await visit(other, "/profile");
  const held = await Promise.all([ben.page, other].map((one) => holdRequests(one, "**/counts")));
  await logOut();
  await ben.context.addCookies((await cleo.request.storageState()).cookies);
  for (const { release } of held) release();
  for (const one of [ben.page, other]) {
    await one.bringToFront();
    await expect(one.getByRole("link", { name: "Cleo, your profile" })).toBeAttached();
  }
  expect(await sendJson(cleo, "GET", "/api/auth/user", undefined)).toMatchObject({ bio: "" });
});
