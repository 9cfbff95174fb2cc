// Systems that replace colors, such as Windows' contrast themes: the current choice still stands out.
import { expect } from "@playwright/test";
import { openContext, openPage, test, visit } from "../pages";

test("in forced colors the chosen theme looks different from the others", async ({
  browser,
  javaScriptEnabled,
}) => {
  const page = await openPage(await openContext(browser, javaScriptEnabled));
  await page.emulateMedia({ forcedColors: "active" });
  await visit(page, "/");
  const colorOf = (name: string) =>
    page
      .getByRole("button", { name, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await colorOf("Light")).toBe(await colorOf("Dark"));
  expect(await colorOf("System")).not.toBe(await colorOf("Light"));
});
