// Systems that replace colors, such as Windows' contrast themes: the current choice still stands out.
import { expect } from "@playwright/test";
import { conversingPair, messagesOn, sendJson } from "../members";
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

test("in forced colors a quote keeps its bar", async ({ browser, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  const { ada, conversationId } = await conversingPair(browser, hasScripts);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ada, "POST", messages, { content: "Side one or two?" });
  await sendJson(ada, "POST", messages, { content: "Two", quotedId: id });
  await ada.page.emulateMedia({ forcedColors: "active" });
  await visit(ada.page, `/messages/${conversationId}`);
  const bar = await messagesOn(ada)
    .locator(".quote")
    .evaluate((quote) => {
      const { borderLeftWidth, borderLeftStyle, borderLeftColor, color } = getComputedStyle(quote);
      return [borderLeftWidth, borderLeftStyle, borderLeftColor === color];
    });
  expect(bar).toEqual(["4px", "solid", true]);
});
