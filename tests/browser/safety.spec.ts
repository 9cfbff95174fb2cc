// What scripts do in the menus and dialogs about another member, above all when the other ends the match meanwhile.
import { expect, type Page } from "@playwright/test";
import { addMember, conversationWithMember, type Member, makeMatch, sendJson, sendMessage } from "./members";
import { openOptions, test, visit, waitForHydration } from "./pages";

/** Lets a member end the pair's match, and waits until the other's page has followed the event. */
async function endMatch(one: Member, page: Page) {
  const [{ id }] = await sendJson(one, "GET", "/api/matches/mutual", undefined);
  const followed = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(".data"));
  await sendJson(one, "DELETE", `/api/matches/${id}`, undefined);
  await followed;
}

test("menus close on Escape and on a click outside, fit a narrow screen, and lead to forms @all", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  await sendMessage(ben, conversationId, "You are rude");
  const { page } = ada;
  await visit(page, `/messages/${conversationId}`);
  const button = page.locator("summary", { hasText: "More options for Ben" });
  const block = page.getByRole("link", { name: "Block" });
  await expect(block).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(block).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Say goodbye" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(block).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(block).toBeVisible();
  await page.getByRole("log").getByText("You are rude").click();
  await expect(block).toBeHidden();

  // The form of a report keeps what was chosen when it is refused.
  const message = page.getByRole("log").getByRole("listitem").filter({ hasText: "You are rude" });
  await message.locator("summary").click();
  await message.getByRole("link", { name: "Report", exact: true }).click();
  await waitForHydration(page);
  await page.getByRole("radio", { name: "Something else" }).check();
  await page.getByRole("button", { name: "Send Report" }).click();
  await expect(page.getByRole("alert")).toContainText("Tell us what happened");
  await expect(page.getByRole("radio", { name: "Something else" })).toBeChecked();

  // A long name doesn't push a menu off the screen.
  const long = await addMember("Maximiliane-Alexandra");
  await makeMatch(ada, long);
  await visit(page, `/members/${long.id}`);
  for (const width of [320, 360, 480]) {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Unmatch", exact: true })).toBeHidden();
    await page.setViewportSize({ width, height: 740 });
    await openOptions(page, "Maximiliane-Alexandra L.");
    for (const name of ["Unmatch", "Block", "Report"]) {
      const box = await page.getByRole("link", { name, exact: true }).boundingBox();
      expect(box?.x, `${name} at ${width} px`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), `${name} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
  await page.getByRole("link", { name: "Unmatch", exact: true }).click();
  await page.getByRole("button", { name: "Unmatch" }).click();
  await expect(
    page.getByText("Your match and conversation with Maximiliane-Alexandra have ended.").first(),
  ).toBeVisible();
});

test("a dialog and what is typed in it stay when the other one ends the match meanwhile @all", async ({
  browser,
}) => {
  const { ada, ben, conversationId } = await conversationWithMember(browser);
  const { page } = ada;
  await visit(page, `/messages/${conversationId}/share`);
  await page.getByLabel("Artist", { exact: true }).fill("Nico");
  await endMatch(ben, page);
  await expect(page.getByLabel("Artist", { exact: true })).toHaveValue("Nico");
  await page.getByLabel("Title").fill("Afraid");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByText("This conversation is no longer available.").first()).toBeVisible();

  for (const [address, heading] of [
    ["block", "Block Cleo?"],
    ["match", "You and Cleo L."],
    ["unmatch", "Unmatch Cleo?"],
  ]) {
    // An ended match never comes back.
    const other = await addMember("Cleo");
    await makeMatch(ada, other);
    await visit(page, `/members/${other.id}/${address}`);
    await waitForHydration(page);
    await endMatch(other, page);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
  }
  await page.getByRole("button", { name: "Unmatch" }).click();
  await expect(page).toHaveURL(/\/discover/);
  await expect(page.getByText("Your match and conversation had already ended.").first()).toBeVisible();
});
