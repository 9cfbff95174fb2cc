// Deleting an account and coming back, and what the other side of a conversation sees meanwhile.
import { expect } from "@playwright/test";
import { conversingPair, sendMessage } from "../members";
import { execute } from "../operator";
import { expectAccessible, expectNoHorizontalScroll } from "../page-checks";
import { test, visit } from "../pages";

const DAY_MS = 24 * 60 * 60 * 1000;

test("a member deletes the account, is a former member to others, and comes back on day 13", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  await sendMessage(ada, conversationId, "Keep this");
  await visit(ada.page, "/settings");
  await ada.page.getByRole("link", { name: "Delete Account" }).click();
  await ada.page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(ada.page);
  if (javaScriptEnabled) await expectAccessible(ada.page);
  await ada.page.getByRole("button", { name: "Delete My Account" }).click();
  await expect(ada.page.getByRole("heading", { name: "Account Deleted" })).toBeVisible();

  await visit(ben.page, `/messages/${conversationId}`);
  await expect(ben.page.getByRole("heading", { name: "Former member" })).toBeVisible();
  await expect(ben.page.getByText("This member has left B-Side.")).toBeVisible();
  await expect(ben.page.getByPlaceholder("Type a message...")).toHaveCount(0);
  await expect(ben.page.getByText("Ada", { exact: true })).toHaveCount(0);

  const { id } = ada;
  await execute("update member set deleted_at = deleted_at - ? where id = ?", 13 * DAY_MS, id);
  await ada.page.goto("/api/login");
  await ada.page.getByLabel("Email").fill(ada.email);
  await ada.page.getByLabel("Password").fill("a long enough password");
  await ada.page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(ada.page.getByRole("heading", { name: "Come back, Ada?" })).toBeVisible();
  if (javaScriptEnabled) await expectAccessible(ada.page);
  await ada.page.goto("/discover");
  await expect(ada.page).toHaveURL("/come-back");
  await ada.page.getByRole("button", { name: "Restore My Account" }).click();
  await expect(ada.page.getByText("Everything is as you left it.").first()).toBeVisible();
  await visit(ben.page, `/messages/${conversationId}`);
  await expect(ben.page.getByRole("heading", { name: "Ada" })).toBeVisible();
  await expect(ben.page.getByPlaceholder("Type a message...")).toBeVisible();
});
