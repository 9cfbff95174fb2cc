// The landing page's question: how many members love an artist.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { sendJson, setPreferences, signUp } from "../members";
import { startSite } from "../own-site";
import { expectAccessible, expectNoHorizontalScroll, expectUsable } from "../page-checks";
import { openContext, openPage, test, visit } from "../pages";

test("a visitor asks who loves an artist, and one fan looks like none", async ({
  browser,
  javaScriptEnabled,
}) => {
  const [one, five, none] = ["One", "Five", "None"].map((name) => `${name} ${randomUUID().slice(0, 8)}`);
  for (let n = 0; n < 5; n++) {
    const person = await signUp(browser, `Fan${n}`, false);
    await sendJson(person, "PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Nuuk" });
    await setPreferences(person, n ? [five ?? ""] : [five ?? "", one ?? ""], ["Jazz"]);
  }
  const page = await openPage(await openContext(browser, javaScriptEnabled !== false));
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/");
  const field = page.getByLabel("Type an artist");
  const answer = page.getByRole("status").filter({ hasText: "here love" });
  const ask = async (artist: string) => {
    await field.fill(artist);
    await page.getByRole("button", { name: "Ask" }).click();
    await expect(field).toHaveValue(artist);
  };
  await ask(five ?? "");
  await expect(answer).toHaveText(`At least 5 people here love ${five}. Meet them`);
  await expectNoHorizontalScroll(page);
  if (javaScriptEnabled !== false) await expectAccessible(page);
  for (const artist of [one, none]) {
    await ask(artist ?? "");
    await expect(answer).toHaveText(`At most a few people here love ${artist} so far. Be one of them`);
  }
  await visit(page, "/?artist=%20");
  await expect(page.getByText("Type an artist's name.")).toBeVisible();
});

test("the landing page marks what is a sample, and names a picture for links to it", async ({
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const page = await openPage(await openContext(browser, hasScripts));
  await visit(page, "/");
  await expect(page.getByRole("article", { name: "A sample of a member's card" })).toContainText("Broadcast");
  await expect(page.getByText("15,000+")).toBeVisible();
  await expect(page.getByText("Sample figures")).toBeVisible();
  await expect(page.getByRole("figure").getByText("sample", { exact: true })).toHaveCount(3);
  await expectUsable(page, hasScripts);
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(picture).toMatch(/^http:\/\/localhost:\d+\/share\.png$/);
  const answer = await page.request.get(picture ?? "");
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"]);
});

test("an operator's own figures and quotes stand without a mark", async ({ browser, javaScriptEnabled }) => {
  const folder = await mkdtemp(join(tmpdir(), "b-side-quotes-"));
  const file = join(folder, "quotes.txt");
  await writeFile(file, "Ada & Ben | Matched on one tape | We argued about side two.\n");
  const figures = "1,240 members; 310 matches";
  const site = await startSite({ LANDING_FIGURES: figures, LANDING_QUOTES: file });
  try {
    const page = await openPage(await openContext(browser, javaScriptEnabled !== false));
    await visit(page, `${site.origin}/`);
    const listed = page.getByRole("list", { name: "B-Side in numbers" }).getByRole("listitem");
    await expect(listed).toHaveText(["1,240 members", "310 matches"]);
    await expect(page.getByText("Sample figures")).toHaveCount(0);
    await expect(page.getByRole("figure")).toHaveText(
      /We argued about side two.*Ada & Ben.*Matched on one tape$/,
    );
    await page.context().close();
  } finally {
    await site.stop();
    await rm(folder, { recursive: true });
  }
});
