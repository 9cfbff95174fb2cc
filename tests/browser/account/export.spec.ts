// A member's export: asked for, followed, downloaded and read back.
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { readZip } from "../../read-zip";
import { conversingPair, sendMessage, signUp } from "../members";
import { holdJobs } from "../operator";
import { expectAccessible, expectFocusInMain, expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

test("a member creates an export, follows it and downloads it", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await sendMessage(ada, conversationId, "Have you heard this?");
  await sendMessage(ben, conversationId, "Twice today");
  const { page } = ada;
  const expectFit = async () => {
    await expectNoHorizontalScroll(page);
    if (javaScriptEnabled) await expectAccessible(page);
  };
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/settings");
  await page.getByRole("link", { name: "Download Your Data" }).click();
  await expect(page.getByRole("button", { name: "Create Export" })).toBeVisible();
  await expectFit();

  const release = await holdJobs("data_export", ada.id);
  await page.getByRole("button", { name: "Create Export" }).click();
  await expect(page.getByText("Putting your export together")).toBeVisible();
  await expect(page.getByText("Export started", { exact: true })).toBeVisible();
  if (javaScriptEnabled) await expectFocusInMain(page);
  await release();
  const download = page.getByRole("link", { name: /^Download \(\d+ KB\)$/ });
  if (javaScriptEnabled) {
    await expect(download).toBeVisible({ timeout: 60_000 });
  } else {
    await expect(async () => {
      if (await download.isVisible()) return;
      await page.getByRole("link", { name: "Check progress" }).click();
      await expect(download).toBeVisible({ timeout: 500 });
    }).toPass();
  }
  await expectFit();

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
  expect(String(files.get("records.csv"))).toContain("Artist");
});

test("a download that a newer export has replaced leads back with a notice", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { page, context } = await signUp(browser, "Ada", javaScriptEnabled !== false);
  await visit(page, "/settings/export");
  await page.getByRole("button", { name: "Create Export" }).click();
  const download = page.getByRole("link", { name: /^Download \(/ });
  await expect(async () => {
    await visit(page, "/settings/export");
    await expect(download).toBeVisible({ timeout: 500 });
  }).toPass();
  await download.evaluate((link) => link.setAttribute("href", `/settings/export/${crypto.randomUUID()}.zip`));
  await download.click();
  await expect(page.getByText("Export not found")).toBeVisible();
  await expect(page).toHaveURL("/settings/export");
  await expect(download).toBeVisible();

  await context.clearCookies({ name: "session" });
  await download.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
});
