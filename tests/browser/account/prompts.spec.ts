// A member answers prompts, and another one reads them, with and without scripts.
import { expect } from "@playwright/test";
import { signUp } from "../members";
import { collectErrors, expectUsable } from "../page-checks";
import { test, visit } from "../pages";

test("a member answers two prompts, and others read them on their page", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", javaScriptEnabled);
  const ben = await signUp(browser, "Ben", javaScriptEnabled);
  const { page } = ada;
  const errors = collectErrors(page, ben.page);
  await visit(page, "/profile");
  await page.getByRole("link", { name: "Your Prompts" }).click();
  await expect(page).toHaveTitle("Prompts · Profile · B-Side");
  await page.getByLabel("Prompt 1").selectOption("Best show I ever saw");
  await page.getByRole("button", { name: "Save Prompts" }).click();
  await expect(page.locator(".field-error")).toContainText("Write an answer");
  await expect(page.getByLabel("Prompt 1")).toHaveValue("best_show");
  await expectUsable(page, javaScriptEnabled);

  await page.getByLabel("Answer 1").fill("Low, in a church.");
  await page.getByLabel("Prompt 3").selectOption("The B-side I defend");
  await page.getByLabel("Answer 3").fill("Yes It Is");
  await page.getByRole("button", { name: "Save Prompts" }).click();
  await expect(page.getByText("Prompts updated").first()).toBeVisible();

  await visit(ben.page, `/members/${ada.id}`);
  const cards = ben.page.locator("section").filter({ hasText: /Best show I ever saw|The B-side I defend/ });
  await expect(cards).toContainText(["Low, in a church.", "Yes It Is"]);
  await expectUsable(ben.page, javaScriptEnabled);
  expect(errors).toEqual([]);
});
