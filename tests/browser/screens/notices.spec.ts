// Inline notices: small, and dismissible with and without scripts.
import { expect } from "@playwright/test";
import { signUpPair } from "../members";
import { expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("an inline notice is small and can be dismissed", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben } = await signUpPair(browser, javaScriptEnabled, false);
  const { page, context } = ada;
  const notice = page.locator(".notice");
  for (const [width, highest] of [
    [320, 128],
    [360, 96],
    [1280, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await context.request.post("/discover/decide", {
      form: { targetUserId: ben.id, liked: "false" },
      headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
      maxRedirects: 0,
    });
    await visit(page, "/discover");
    await expect(notice).toContainText("Passed");
    await expect(notice.getByRole("button", { name: "Undo" })).toBeVisible();
    expect((await notice.boundingBox())?.height, `${width} px`).toBeLessThanOrEqual(highest);
    await expectNoHorizontalScroll(page);
    if (javaScriptEnabled) await expectAccessible(page);
    await notice.getByRole(javaScriptEnabled ? "button" : "link", { name: "Dismiss" }).click();
    await expect(notice).toBeHidden();
  }
});
