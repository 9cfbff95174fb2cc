// A like with a note from a card: one press away, kept from being lost, and followed by the next card.
import { expect } from "@playwright/test";
import { addMember, like, type Member, sendJson, setPreferences, signUp } from "../members";
import { openScreen, restAfterDecision, test, visit } from "../pages";

/** Completes the profile of a member without a bio, whose card shows their prompt; they find each other alone. */
async function settle<Kind extends Member>(person: Kind): Promise<Kind> {
  await sendJson(person, "PATCH", "/api/profile", { age: 30, location: "Ittoqqortoormiit" });
  await sendJson(person, "PUT", "/api/profile/prompts", {
    prompts: [{ prompt: "best_show", answer: "Low, in a church." }],
  });
  await setPreferences(person, ["The Unheard", "Attic Tapes", "Mono Lake"], ["Jazz"]);
  return person;
}

test("from a card, a note is one press away, and the next card follows it @all", async ({ browser }) => {
  const [ada, , cleo] = [
    await settle(await signUp(browser, "Ada", true)),
    await settle(await addMember("Ben")),
    await settle(await addMember("Cleo")),
  ];
  await like(cleo, ada);
  const { page } = ada;
  const asked: string[] = [];
  page.on("dialog", async (question) => {
    asked.push(question.message());
    await question.dismiss();
  });
  await visit(page, "/home");
  await openScreen(page, "Discover");
  const card = (name: string) => page.getByRole("article").filter({ hasText: `${name} L.` });
  const dialog = page.getByRole("dialog");
  const likeAnswer = (name: string) =>
    card(name).getByRole("link", { name: "Like this: Best show I ever saw" }).click();
  await likeAnswer("Ben");
  await page.getByLabel("Your note").fill("I was there");
  await page.goBack();
  await expect.poll(() => asked.length).toBe(1);
  await expect(dialog).toBeVisible();
  await expect(page.getByLabel("Your note")).toHaveValue("I was there");
  await page.getByRole("button", { name: "Send Like" }).click();
  await expect(page.getByText("Sent to Ben").first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(card("Ben")).toHaveCount(0);
  await expect(page).toHaveURL("/discover");
  await expect(page.locator("li", { has: card("Cleo") })).toBeFocused();

  await restAfterDecision(page);
  await likeAnswer("Cleo");
  await page.getByLabel("Your note").fill("Me too!");
  await page.getByRole("button", { name: "Send Like" }).click();
  await expect(page).toHaveURL(/\/members\/\d+\/match/);
  await page.goBack();
  await expect(page).toHaveURL("/discover");
  await expect(dialog).toHaveCount(0);
});
