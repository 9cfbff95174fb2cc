// The screens that a member's links lead to, in every language and in pseudo, whose texts are a third longer.
import { expect } from "@playwright/test";
import { kindOf, leadsToPage } from "../../page-links";
import { startSite } from "../own-site";
import { listMisfits } from "../page-checks";
import { openPage, test } from "../pages";

const FIRST =
  "/ /discover /messages /matches /profile /records /playlists /trivia /shows /settings /help".split(" ");
const MOST = 110;
const VIEWS = [
  { width: 320, letters: "100%" },
  { width: 1280, letters: "100%" },
];

for (const locale of ["en-XA", "de", "es", "fr"])
  test(`every text of the screens in ${locale} has room @all`, async ({ browser }) => {
    test.setTimeout(600_000);
    const site = await startSite({ DEMO: "1", LANGUAGES: "en,de,es,fr,en-XA" });
    try {
      const context = await browser.newContext({ locale, baseURL: site.origin });
      const page = await openPage(context);
      await page.goto("/api/login");
      await page.locator("input[type=email]").fill("demo@b-side.example");
      await page.locator("input[type=password]").fill("listen closely");
      await page.locator("form:has(input[type=password]) button[type=submit]").first().click();
      await page.waitForURL(`${site.origin}/`);
      const [next, seen, found] = [[...FIRST], new Set<string>(), [] as string[]];
      for (let path = next.shift(); path && seen.size < MOST; path = next.shift()) {
        if (seen.has(kindOf(path))) continue;
        seen.add(kindOf(path));
        await page.goto(path);
        expect(await page.locator("html").getAttribute("lang")).toBe(locale);
        found.push(...(await listMisfits(page, VIEWS)).map((what) => `${path} ${what}`));
        const links = await page
          .locator("a[href^='/']")
          .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
        next.push(...links.map((to) => to.replace(/#.*/, "")).filter(leadsToPage));
      }
      expect(found).toEqual([]);
      expect(seen.size).toBeGreaterThan(60);
      await context.close();
    } finally {
      await site.stop();
    }
  });
