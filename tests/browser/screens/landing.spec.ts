// The landing page's question: how many members love an artist.
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { sendJson, setPreferences, signUp } from "../members";
import { expectAccessible, expectNoHorizontalScroll } from "../page-checks";
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
