// Members search their messages and open one where it was said, with and without scripts.
import { expect } from "@playwright/test";
import { conversingPair, sendMessage } from "../members";
import { collectErrors, expectUsable } from "../page-checks";
import { test, visit } from "../pages";

test("a word leads to the message in its conversation", async ({ browser, javaScriptEnabled }) => {
  const { ada, ben, conversationId } = await conversingPair(browser, javaScriptEnabled);
  const failure = collectErrors(ada.page);
  await sendMessage(ben, conversationId, `Ágætis byrjun, <b>first</b> pressing`);
  for (let i = 0; i < 28; i++) {
    await sendMessage(ben, conversationId, `Ben's track ${i}`);
    await sendMessage(ada, conversationId, `Ada's track ${i}`);
  }
  await visit(ada.page, "/messages");
  await ada.page.getByRole("link", { name: "Search messages" }).click();
  const field = ada.page.getByLabel("Words");
  await field.fill("!!!");
  await ada.page.getByRole("button", { name: "Search" }).click();
  await expect(ada.page.getByText("Type a word to search for")).toBeVisible();
  await expect(field).toHaveValue("!!!");

  await field.fill("AGAETIS OR");
  await ada.page.getByRole("button", { name: "Search" }).click();
  await expect(ada.page.getByText("Nothing found")).toBeVisible();

  await field.fill("agæt");
  await ada.page.getByRole("button", { name: "Search" }).click();
  const result = ada.page.getByRole("region", { name: "Results" }).getByRole("link");
  await expect(result).toHaveCount(1);
  await expect(result.locator("mark")).toHaveText("Ágætis");
  await expect(result).toContainText("<b>first</b>");
  await expectUsable(ada.page, javaScriptEnabled);

  await result.click();
  const message = ada.page.getByRole("log").getByRole("listitem").filter({ hasText: "Ágætis" });
  await expect(message).toBeInViewport();
  await expect(message).toBeFocused();
  await expect(message).toHaveCSS("outline-style", "solid");
  await expectUsable(ada.page, javaScriptEnabled);
  await ada.page.getByRole("link", { name: "Back to the newest messages" }).click();
  await expect(ada.page.getByPlaceholder("Type a message...")).toBeVisible();
  expect(failure).toEqual([]);
});
