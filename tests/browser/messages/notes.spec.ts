// Likes with a note: about a photo or an answer, from a member's page and from a card, with and without scripts.
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { photo } from "../../fakes/picture-files";
import { like, type Person, sendJson, setPreferences, signUp, signUpPair } from "../members";
import { collectErrors, expectAccessibleInBothSchemes, expectUsable } from "../page-checks";
import { restAfterDecision, test, visit } from "../pages";

const ANSWER = "Low, in a church.";

const answerPrompt = (person: Person) =>
  sendJson(person, "PUT", "/api/profile/prompts", { prompts: [{ prompt: "best_show", answer: ANSWER }] });

const likeAnswer = (page: Page | Locator) =>
  page.getByRole("link", { name: "Like this: Best show I ever saw" });

/** Uploads a photo as a member does, and returns its id. */
async function addPhoto(person: Person): Promise<string> {
  const { uploadURL } = await sendJson(person, "POST", "/api/objects/upload", undefined);
  const sent = await person.context.request.put(uploadURL, {
    data: await photo(),
    headers: { "Content-Type": "image/jpeg", "Sec-Fetch-Site": "same-origin" },
  });
  expect(sent.ok(), `upload: ${sent.status()}`).toBe(true);
  await sendJson(person, "PUT", "/api/profile-images", { profileImageURL: uploadURL });
  const { photos } = await (await person.context.request.get("/api/profile/photos")).json();
  return photos[0].id;
}

test("a note about an answer is a request that shows both what it is about", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, ben } = await signUpPair(browser, javaScriptEnabled, javaScriptEnabled);
  await answerPrompt(ben);
  const { page } = ada;
  const errors = collectErrors(page, ben.page);
  await visit(page, `/members/${ben.id}`);
  await likeAnswer(page).click();
  if (javaScriptEnabled) await expect(page.getByRole("dialog", { name: "Like Ben's answer" })).toBeVisible();
  else await expect(page).toHaveTitle("Like Ben's answer · B-Side");
  const note = page.getByLabel("Your note");
  await note.fill("  ");
  await page.getByRole("button", { name: "Send Like" }).click();
  await expect(page.locator(".field-error")).toContainText("Write a sentence");
  await expectUsable(page, javaScriptEnabled);

  await note.fill("I was there too!");
  await page.getByRole("button", { name: "Send Like" }).click();
  await expect(page.getByText("Sent to Ben").first()).toBeVisible();
  await expect(page).toHaveURL(`/members/${ben.id}`);
  await expect(page.getByText("You liked Ben L.", { exact: true })).toBeVisible();
  await expect(likeAnswer(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Open Conversation" })).toBeVisible();

  await visit(ben.page, "/messages");
  await expect(ben.page.getByText("About your profile: I was there too!")).toBeVisible();
  await ben.page.getByRole("link", { name: "Ada" }).click();
  const message = ben.page.locator(".message, iframe").first();
  const messages = javaScriptEnabled ? message : ben.page.frameLocator("iframe").locator(".message");
  await expect(messages).toContainText(ANSWER);
  await expect(messages).toContainText("I was there too!");
  await expectUsable(ben.page, javaScriptEnabled);
  expect(errors.filter((each) => !/status of 400/.test(each))).toEqual([]);
});

test("a quoted photo that its member removes is gone from the request", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "the page is the same");
  const { ada, ben } = await signUpPair(browser, true, true);
  const photoId = await addPhoto(ben);
  await visit(ada.page, `/members/${ben.id}`);
  await ada.page.getByRole("link", { name: "Like this: Their photo" }).click();
  await ada.page.getByLabel("Your note").fill("That jacket!");
  await ada.page.getByRole("button", { name: "Send Like" }).click();
  await expect(ada.page.getByText("Sent to Ben").first()).toBeVisible();
  await ada.page.getByRole("link", { name: "Open Conversation" }).click();
  await expect(ada.page.getByRole("img", { name: "Their photo" })).toBeVisible();
  await expectAccessibleInBothSchemes(ada.page);

  await sendJson(ben, "DELETE", `/api/profile/photos/${photoId}`, {});
  await ada.page.reload();
  await expect(ada.page.getByText("A photo that has been removed")).toBeVisible();
  await expectAccessibleInBothSchemes(ada.page);
});

/** Signs up a member without a bio, whose card shows their prompt; only those of the same test find each other. */
async function settle(browser: Browser, name: string): Promise<Person> {
  const person = await signUp(browser, name, true);
  await sendJson(person, "PATCH", "/api/profile", { age: 30, location: "Ittoqqortoormiit" });
  await setPreferences(person, ["The Unheard", "Attic Tapes", "Mono Lake"], ["Jazz"]);
  return person;
}

test("from a card, a note is one press away, and the next card follows it", async ({
  browser,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the note has a page");
  const [ada, ben, cleo] = [
    await settle(browser, "Ada"),
    await settle(browser, "Ben"),
    await settle(browser, "Cleo"),
  ];
  await answerPrompt(ben);
  await answerPrompt(cleo);
  await like(cleo, ada);
  const { page } = ada;
  const asked: string[] = [];
  page.on("dialog", async (question) => {
    asked.push(question.message());
    await question.dismiss();
  });
  await visit(page, "/home");
  await visit(page, "/discover");
  const card = (name: string) => page.getByRole("article").filter({ hasText: `${name} L.` });
  const dialog = page.getByRole("dialog");
  await likeAnswer(card("Ben")).click();
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
  await likeAnswer(card("Cleo")).click();
  await page.getByLabel("Your note").fill("Me too!");
  await page.getByRole("button", { name: "Send Like" }).click();
  await expect(page).toHaveURL(/\/members\/\d+\/match/);
  await page.goBack();
  await expect(page).toHaveURL("/discover");
  await expect(dialog).toHaveCount(0);
});
