// A member's export, whose page follows it by itself.
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { readZip } from "../../read-zip";
import { conversingPair, sendMessage } from "../members";
import { holdJobs } from "../operator";
import { expectFocusInMain } from "../page-checks";
import { test, visit } from "../pages";

test("a member creates an export, sees it finished and downloads it, until it is gone", {
  tag: "@all",
}, async ({ browser }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, true);
  await sendMessage(ada, conversationId, "Have you heard this?");
  await sendMessage(ben, conversationId, "Twice today");
  const { page, context } = ada;
  await visit(page, "/settings/export");
  const release = await holdJobs("data_export", ada.id);
  await page.getByRole("button", { name: "Create Export" }).click();
  await expect(page.getByText("Putting your export together")).toBeVisible();
  await expect(page.getByText("Export started", { exact: true })).toBeVisible();
  await expectFocusInMain(page);
  await release();
  const download = page.getByRole("link", { name: /^Download \(\d+ KB\)$/ });
  await expect(download).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^b-side-[\d-]{10}\.zip$/);
  const files = await readZip(await readFile(await file.path()));
  expect(JSON.parse(String(files.get("conversations/1.json")))).toMatchObject({
    with: "Ben",
    messages: [
      { from: "you", text: "Have you heard this?" },
      { from: "them", text: "Twice today" },
    ],
  });

  // One that a newer export has replaced leads back with a flash message, and a session that has ended to the sign-in.
  await download.evaluate((link) => link.setAttribute("href", `/settings/export/${crypto.randomUUID()}.zip`));
  await download.click();
  await expect(page.getByText("Export not found")).toBeVisible();
  await expect(page).toHaveURL("/settings/export");
  await context.clearCookies({ name: "session" });
  await download.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
});
