// What moderators and the members they decide about see live: claims, sanctions and appeals on pages that are open.
import { expect } from "@playwright/test";
import {
  addMember,
  makeConversation,
  type Person,
  sendJson,
  sendMessage,
  sendVoice,
  signUp,
} from "./members";
import { operate } from "./operator";
import { collectErrors } from "./page-checks";
import { test, visit } from "./pages";

/** Presses a button on a low phone's screen, scrolled to the top of the window, and expects that the page stays there. */
async function pressFarDown({ page }: Person, name: string, after: () => Promise<void>) {
  await page.setViewportSize({ width: 360, height: 480 });
  const button = page.getByRole("button", { name });
  await button.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await button.click();
  await after();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("a claim, a sanction and the answer to its appeal reach the pages that are open, and take nothing typed away", {
  tag: "@all",
}, async ({ browser }) => {
  const surname = `Lively ${"I".repeat(test.info().repeatEachIndex)}V`;
  const ada = await addMember("Ada");
  const ben = await signUp(browser, "Ben", true, surname);
  const [mia, noa, kim] = [
    await signUp(browser, "Mia", true),
    await signUp(browser, "Noa", true),
    await signUp(browser, "Kim", true),
  ];
  for (const { email } of [mia, noa, kim]) await operate("moderator", "add", email);
  const errors = collectErrors(ben.page, mia.page, noa.page, kim.page);
  const conversationId = await makeConversation(ada, ben);
  await sendMessage(ben, conversationId, "Nobody wants you here");
  const note = await sendVoice(ben, conversationId);
  const report = { reason: "harassment", words: "He insults me.", alsoBlock: false };
  await sendJson(ada, "POST", "/api/reports", { ...report, about: `message:${note}` });

  await visit(mia.page, "/");
  const bar = mia.page.locator(".top-bar");
  // The links and the count fit in one row.
  await mia.page.setViewportSize({ width: 1000, height: 740 });
  expect((await bar.boundingBox())?.height).toBe(65);
  await bar.getByRole("link", { name: /^Moderation\s*\d+ open$/ }).click();
  await mia.page.setViewportSize({ width: 320, height: 740 });
  const tabs = mia.page.getByRole("navigation", { name: "Moderation" });
  expect(await tabs.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await mia.page.getByRole("link", { name: `Ben ${surname}` }).click();
  const audio = mia.page.locator("audio");
  await audio.evaluate((element: HTMLAudioElement) => element.play());
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0);
  const address = new URL(mia.page.url()).pathname;

  // One moderator's page follows the claim; another's, which hears of nothing, says that it comes too late.
  await kim.page.route("**/api/live*", (route) => route.abort());
  await visit(kim.page, address);
  await visit(noa.page, address);
  await pressFarDown(mia, "Claim", () =>
    expect(mia.page.getByText("You're working on this case.")).toBeVisible(),
  );
  await expect(noa.page.getByText("Mia Lovelace is working on this case.").first()).toBeVisible();
  await kim.page.getByRole("button", { name: "Claim" }).click();
  await expect(kim.page.getByText("The case wasn't claimed").first()).toBeVisible();
  await expect(kim.page).toHaveURL(address);
  await kim.page.unroute("**/api/live*");

  // The member's open pages lead to the sanction.
  await mia.page.getByRole("radio", { name: "Suspend" }).check();
  await mia.page.getByLabel("Duration").selectOption("7 days");
  await mia.page.getByLabel("Reason").fill("You told another member that nobody wants them here.");
  await visit(ben.page, "/messages");
  const other = await ben.context.newPage();
  await visit(other, "/account-status");
  await expect(other.getByText("Your account is in good standing")).toBeVisible();
  await mia.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(mia.page.getByText("Case decided", { exact: true })).toBeVisible();
  await expect(ben.page).toHaveTitle("Account Status · B-Side");
  await expect(other.getByText("You told another member")).toBeVisible();
  const read = ben.page.getByRole("button", { name: "I've Read This" });
  await pressFarDown(ben, "I've Read This", async () => {
    await expect(read).toHaveCount(0);
    await expect(ben.page.locator("main :focus")).toBeVisible();
  });
  await ben.page.getByRole("link", { name: "Appeal" }).click();
  await ben.page.getByLabel("Why is the decision wrong?").fill("We were quoting a song.");
  await ben.page.getByRole("button", { name: "Send Appeal" }).click();
  await expect(ben.page.getByText("We were quoting a song.")).toBeVisible();

  // The second of two who answer an appeal sees at once that she is late, and keeps what she typed.
  await visit(noa.page, "/moderation/appeals");
  await noa.page.getByRole("link", { name: `Ben ${surname}` }).click();
  await noa.page.getByRole("radio", { name: "Overturn it" }).check();
  await noa.page.getByLabel("Reason").fill("The words are a song's.");
  await visit(kim.page, new URL(noa.page.url()).pathname);
  await kim.page.getByRole("radio", { name: "Uphold the decision" }).check();
  await kim.page.getByLabel("Reason").fill("Half a reason");
  await noa.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(noa.page.getByText("Decision overturned", { exact: true })).toBeVisible();
  await expect(kim.page.getByRole("heading", { name: "Overturned" })).toBeVisible();
  await expect(kim.page.getByLabel("Reason")).toHaveValue("Half a reason");
  await expect(other.getByText("Decision overturned", { exact: true })).toBeVisible({ timeout: 90_000 });
  expect(errors).toEqual([]);
});
