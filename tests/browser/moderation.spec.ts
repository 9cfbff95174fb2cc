// From a report to a decision, an appeal and its answer: a reporter without scripts, the reported member, two moderators.
import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";
import { makeConversation, type Person, sendJson, sendVoice, signUp } from "./members";
import { collectErrors, expectUsable } from "./page-checks";
import { test, visit } from "./pages";

const RUDE = "Nobody wants you here <b>at all</b> https://example.org/rude";
/** Fits no line of a narrow screen. */
const LONG_NAME = "w".repeat(40);
/** With a word that fits no line. */
const WHY = `You told another member that nobody wants them here. ${"W".repeat(120)}`;
const INSULT = `He insults me. ${"x".repeat(120)}`;

function makeModerator({ email }: Person) {
  execFileSync(process.execPath, ["build/cli.js", "moderator", "add", email], {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: process.env.TEST_DATA_DIR },
  });
}

/** Presses a button on a low phone's screen, scrolled to the top of the window. */
async function pressFarDown({ page }: Person, name: string) {
  await page.setViewportSize({ width: 360, height: 480 });
  const button = page.getByRole("button", { name });
  await button.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await button.click();
}

/** Expects that the page has not jumped to its top. Without scripts it is a new page. */
async function expectStillFarDown({ page, hasScripts }: Person) {
  if (hasScripts) expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("a report becomes a decision, which the member appeals and another moderator overturns", async ({
  browser,
  javaScriptEnabled,
}) => {
  // The other project's Ben waits in the same queue, and those of repetitions.
  const ordinal = `${"I".repeat(test.info().repeatEachIndex)}V`;
  const surname = `${javaScriptEnabled ? "Lively" : "Plain"} ${ordinal} ${LONG_NAME}`;
  const ada = await signUp(browser, "Ada", false);
  const ben = await signUp(browser, "Ben", javaScriptEnabled, surname);
  const conversationId = await makeConversation(ada, ben);
  const messages = `/api/conversations/${conversationId}/messages`;
  const { id } = await sendJson(ben, "POST", messages, { content: RUDE });
  await sendJson(ada, "PUT", `/api/messages/${id}/reaction`, { reaction: "tear" });
  const mia = await signUp(browser, "Mia", javaScriptEnabled);
  const noa = await signUp(browser, "Noa", javaScriptEnabled);
  const kim = await signUp(browser, "Kim", javaScriptEnabled);
  for (const moderator of [mia, noa, kim]) makeModerator(moderator);
  const errors = collectErrors(ben.page, mia.page, noa.page);

  await visit(ada.page, `/report?about=conversation:${conversationId}`);
  await ada.page.getByRole("radio", { name: "Harassment" }).check();
  await ada.page.getByLabel("In your own words").fill(INSULT);
  await ada.page.getByRole("checkbox", { name: "Also block Ben" }).uncheck();
  await ada.page.getByRole("button", { name: "Send Report" }).click();
  await expect(ada.page.getByRole("heading", { name: "Report Sent" })).toBeVisible();

  await visit(mia.page, "/");
  const bar = mia.page.locator(".top-bar");
  // The links and the count fit in one row.
  await mia.page.setViewportSize({ width: 1000, height: 740 });
  expect((await bar.boundingBox())?.height).toBe(65);
  await bar.getByRole("link", { name: /^Moderation\s*\d+ open$/ }).click();
  const row = mia.page.getByRole("listitem").filter({ hasText: `Ben ${surname}` });
  await expect(row).toContainText("Serious");
  await expectUsable(mia.page, javaScriptEnabled);
  await mia.page.setViewportSize({ width: 320, height: 740 });
  const tabs = mia.page.getByRole("navigation", { name: "Moderation" });
  expect(await tabs.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await row.getByRole("link", { name: `Ben ${surname}` }).click();
  await expect(mia.page.getByText(INSULT)).toBeVisible();
  const evidence = mia.page.getByText(RUDE, { exact: true });
  await expect(evidence).toBeVisible();
  await expect(evidence.locator("a, b")).toHaveCount(0);
  await expect(mia.page.getByText("Ada Lovelace reacted: Tear", { exact: true })).toBeVisible();
  await visit(noa.page, new URL(mia.page.url()).pathname);
  await pressFarDown(mia, "Claim");
  await expect(mia.page.getByText("You're working on this case.")).toBeVisible();
  await expectStillFarDown(mia);
  // With scripts, her page updates on its own.
  if (!javaScriptEnabled) await noa.page.getByRole("button", { name: "Claim" }).click();
  await expect(noa.page.getByText("Mia Lovelace is working on this case.").first()).toBeVisible();

  await mia.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(mia.page.getByRole("alert")).toContainText("Choose a decision");
  await mia.page.getByRole("radio", { name: "Suspend" }).check();
  await mia.page.getByLabel("Duration").selectOption("7 days");
  await mia.page.getByLabel("Reason").fill(WHY);
  await expectUsable(mia.page, javaScriptEnabled);
  await visit(ben.page, "/messages");
  const other = await ben.context.newPage();
  await visit(other, "/account-status");
  await expect(other.getByText("Your account is in good standing")).toBeVisible();
  await mia.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(mia.page).toHaveTitle("Moderation · B-Side");
  await expect(mia.page.getByText("Case decided", { exact: true })).toBeVisible();

  // With scripts, the open page redirects on its own.
  if (!javaScriptEnabled) await visit(ben.page, "/messages");
  await expect(ben.page).toHaveTitle("Account Status · B-Side");
  await expect(ben.page.getByText(WHY)).toBeVisible();
  if (javaScriptEnabled) await expect(other.getByText(WHY)).toBeVisible();
  await expect(ben.page.getByText("This decision wasn't automated.")).toBeVisible();
  await expectUsable(ben.page, javaScriptEnabled);
  await pressFarDown(ben, "I've Read This");
  await expect(ben.page.getByRole("button", { name: "I've Read This" })).toHaveCount(0);
  await expect(ben.page).toHaveTitle("Account Status · B-Side");
  if (javaScriptEnabled) await expect(ben.page.locator("main :focus")).toBeVisible();
  await expectStillFarDown(ben);
  await visit(ben.page, "/discover");
  await expect(ben.page).toHaveTitle("Account Status · B-Side");
  await ben.page.getByRole("link", { name: "Appeal" }).click();
  await expectUsable(ben.page, javaScriptEnabled);
  await ben.page.getByLabel("Why is the decision wrong?").fill("We were quoting a song.");
  await ben.page.getByRole("button", { name: "Send Appeal" }).click();
  await expect(ben.page.getByText("We were quoting a song.")).toBeVisible();

  await visit(ada.page, "/messages");
  await expect(ada.page.getByText("Your report has been reviewed")).toBeVisible();
  await expect(ada.page.getByText("Ben")).toHaveCount(0);
  await visit(ada.page, "/settings/reports");
  await expect(ada.page.getByText("Action taken", { exact: true })).toBeVisible();

  await visit(mia.page, "/moderation/appeals");
  await expect(mia.page.getByRole("listitem").filter({ hasText: `Ben ${surname}` })).toContainText(
    "Your decision",
  );
  await visit(noa.page, "/moderation");
  await noa.page.getByRole("link", { name: /waiting for you/ }).click();
  await noa.page.getByRole("link", { name: `Ben ${surname}` }).click();
  await expect(noa.page.getByText("We were quoting a song.")).toBeVisible();
  await noa.page.getByRole("radio", { name: "Overturn it" }).check();
  await noa.page.getByLabel("Reason").fill("The words are a song's.");
  await expectUsable(noa.page, javaScriptEnabled);
  await visit(kim.page, new URL(noa.page.url()).pathname);
  await kim.page.getByRole("radio", { name: "Uphold the decision" }).check();
  await kim.page.getByLabel("Reason").fill("Half a reason");
  await noa.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(noa.page.getByText("Decision overturned", { exact: true })).toBeVisible();

  // With scripts she sees at once that she is late, and keeps what she typed.
  if (javaScriptEnabled) await expect(kim.page.getByRole("heading", { name: "Overturned" })).toBeVisible();
  await expect(kim.page.getByLabel("Reason")).toHaveValue("Half a reason");
  await kim.page.getByRole("button", { name: "Submit Decision" }).click();
  await expect(kim.page.getByRole("alert")).toContainText("The appeal wasn't decided");
  await expect(kim.page.getByText("Half a reason")).toBeVisible();

  if (javaScriptEnabled)
    await expect(other.getByText("Decision overturned", { exact: true })).toBeVisible({ timeout: 90_000 });
  await other.close();
  await visit(ben.page, "/");
  await expect(ben.page.getByText("Decision overturned", { exact: true })).toBeVisible();
  await expect(ben.page.getByText("The decision no longer counts against you.")).toBeVisible();
  await ben.page.getByRole("button", { name: "I've Read This" }).click();
  await expect(ben.page.getByRole("button", { name: "I've Read This" })).toHaveCount(0);
  await expect(ben.page).toHaveTitle("Account Status · B-Side");
  await visit(ben.page, "/messages");
  await expect(ben.page).toHaveTitle("Messages · B-Side");
  await visit(ada.page, "/messages");
  await expect(ada.page.getByText("Ben").first()).toBeVisible();

  for (const address of [
    "/moderation/log",
    "/moderation/members?q=ben",
    "/moderation/photos",
    "/transparency",
  ]) {
    await visit(mia.page, address);
    await expectUsable(mia.page, javaScriptEnabled);
  }
  expect(errors).toEqual([]);
});

test("a case that somebody else has claimed meanwhile stays open, with a notice", async ({
  browser,
  javaScriptEnabled,
}) => {
  const ada = await signUp(browser, "Ada", false);
  const surname = `Claimed${javaScriptEnabled ? "Lively" : "Plain"}${test.info().repeatEachIndex}`;
  const ben = await signUp(browser, "Ben", false, surname);
  await visit(ada.page, `/report?about=member:${ben.id}`);
  await ada.page.getByRole("radio", { name: "Threat or danger" }).check();
  await ada.page.getByRole("button", { name: "Send Report" }).click();
  await expect(ada.page.getByRole("heading", { name: "Report Sent" })).toBeVisible();
  const mia = await signUp(browser, "Mia", javaScriptEnabled);
  const noa = await signUp(browser, "Noa", javaScriptEnabled);
  makeModerator(mia);
  makeModerator(noa);
  // Otherwise her page would show it at once.
  await noa.page.route("**/api/live*", (route) => route.abort());
  await visit(mia.page, "/moderation");
  await mia.page.getByRole("link", { name: `Ben ${surname}` }).click();
  await expect(mia.page.getByRole("button", { name: "Claim" })).toBeVisible();
  const address = new URL(mia.page.url()).pathname;
  await visit(noa.page, address);
  await mia.page.getByRole("button", { name: "Claim" }).click();
  await expect(mia.page.getByText("You're working on this case.")).toBeVisible();
  await noa.page.getByRole("button", { name: "Claim" }).click();
  await expect(noa.page.getByText("The case wasn't claimed").first()).toBeVisible();
  await expect(noa.page).toHaveURL(address);
  await expect(noa.page).toHaveTitle(`Ben ${surname} · Moderation · B-Side`);
});

test("a moderator hears a reported voice note, even once it is deleted, and nobody else does", async ({
  browser,
  javaScriptEnabled,
}) => {
  const surname = `Hummed ${javaScriptEnabled ? "Lively" : "Plain"} ${test.info().repeatEachIndex}`;
  const ada = await signUp(browser, "Ada", false);
  const ben = await signUp(browser, "Ben", false, surname);
  const mia = await signUp(browser, "Mia", javaScriptEnabled);
  makeModerator(mia);
  const conversationId = await makeConversation(ada, ben);
  const note = await sendVoice(ben, conversationId);
  await visit(ada.page, `/report?about=message:${note}`);
  await ada.page.getByRole("radio", { name: "Harassment" }).check();
  await ada.page.getByRole("checkbox", { name: "Also block Ben" }).uncheck();
  await ada.page.getByRole("button", { name: "Send Report" }).click();
  await expect(ada.page.getByRole("heading", { name: "Report Sent" })).toBeVisible();
  await sendJson(ben, "DELETE", `/api/messages/${note}`, undefined);

  await visit(mia.page, "/moderation");
  await mia.page.getByRole("link", { name: `Ben ${surname}` }).click();
  const audio = mia.page.locator("audio");
  await expect(audio).toHaveAttribute("preload", "none");
  const address = (await audio.getAttribute("src")) ?? "";
  const headers = { Range: "bytes=0-3" };
  const heard = await mia.context.request.get(address, { headers });
  expect([heard.status(), heard.headers()["content-type"]]).toEqual([206, "audio/webm"]);
  expect((await heard.body()).toString("hex")).toBe("1a45dfa3");
  if (javaScriptEnabled) {
    await audio.evaluate((element: HTMLAudioElement) => element.play());
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
      .toBeGreaterThan(0);
  }
  for (const member of [ada, ben]) expect((await member.context.request.get(address)).status()).toBe(404);
});
