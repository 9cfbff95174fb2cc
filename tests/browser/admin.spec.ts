// The operators' page.
import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";
import { signUp } from "./members";
import { expectUsable } from "./page-checks";
import { test, visit } from "./pages";

test("an operator reaches the page from the settings, on a narrow screen too", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled);
  await visit(page, "/settings");
  await expect(page.getByRole("link", { name: "Operations" })).toHaveCount(0);
  const { email } = await (await context.request.get("/api/auth/user")).json();
  execFileSync(process.execPath, ["build/cli.js", "operator", "add", email], {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: process.env.TEST_DATA_DIR },
  });

  await visit(page, "/settings");
  await page.getByRole("link", { name: "Operations" }).click();
  await expect(page).toHaveTitle("Operations · B-Side");
  await expect(page.getByRole("listitem").filter({ hasText: "Database" })).toContainText("Working");
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(31);
  await expectUsable(page, javaScriptEnabled, 720);
});
