// The theme switch in the footer.
import { expect } from "@playwright/test";
import { openContext, openPage, test, visit } from "./pages";

test("a theme chosen during sign-in leaves the form where it is", async ({ browser, javaScriptEnabled }) => {
  const page = await openPage(await openContext(browser, javaScriptEnabled));
  await visit(page, "/api/login");
  const address = page.url();
  expect(address).toContain("/oidc/interaction/");
  if (javaScriptEnabled) await page.getByLabel("Email").fill("ada@example.org");
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel("Email")).toHaveValue(javaScriptEnabled ? "ada@example.org" : "");
});
