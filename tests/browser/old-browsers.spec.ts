// Browsers without `URL.canParse`: they get the pages without scripts, and everything works.
import { expect, type Page } from "@playwright/test";
import { questionBank } from "~/models/trivia/question-bank.server";
import {
  addMember,
  like,
  type Member,
  makeConversation,
  type Person,
  sendJson,
  setPreferences,
  signUp,
} from "./members";
import { collectErrors } from "./page-checks";
import { test, visit } from "./pages";

/** Features that the scripts must do without. */
const UNUSED = [
  "self.queueMicrotask",
  "self.reportError",
  "self.structuredClone",
  "self.PublicKeyCredential",
  "self.visualViewport",
  "Navigator.prototype.clipboard",
  "Navigator.prototype.connection",
  "Navigator.prototype.scheduling",
  "Document.prototype.startViewTransition",
  "Element.prototype.checkVisibility",
  "ResizeObserverEntry.prototype.borderBoxSize",
];

/** Takes features, as `Owner.name`, from the pages that are opened from now on. */
async function remove(page: Page, removed: string[]) {
  await page.addInitScript((names) => {
    const found = names.map((feature) => {
      const path = feature.split(".");
      const name = path.pop() ?? "";
      let owner: object | undefined = self;
      for (const step of path) owner = owner && (Reflect.get(owner, step) as object | undefined);
      return { owner, name };
    });
    for (const { owner, name } of found) if (owner) Reflect.deleteProperty(owner, name);
  }, removed);
}

/** Collects the scripts that a page loads. */
function scriptsLoaded(page: Page): string[] {
  const loaded: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) loaded.push(pathname);
  });
  return loaded;
}

/** Collects a page's errors, other than that the policy of such a browser keeps its scripts from running. */
function errorsOf(page: Page): () => string[] {
  const errors = collectErrors(page);
  return () => errors.filter((error) => !error.includes("script-src 'none'"));
}

const frameOf = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);

async function completeProfile(person: Member, artist: string) {
  await sendJson(person, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
  await setPreferences(person, [artist], ["Jazz"]);
}

/** A member of such a browser likes, chats, keeps records and plays. */
async function useEverything(ada: Person, ben: Member) {
  const artist = `Old Phones ${test.info().workerIndex}`;
  for (const person of [ada, ben]) await completeProfile(person, artist);
  await like(ben, ada);
  const { page } = ada;
  const [errors, loaded] = [errorsOf(page), scriptsLoaded(page)];
  await remove(page, ["URL.canParse"]);

  await page.goto("/discover");
  await page.getByRole("button", { name: "Like Dan L.", exact: true }).click();
  await expect(page.getByText("It's mutual!").first()).toBeVisible();

  await page.goto("/matches");
  await page.getByRole("button", { name: "Start Conversation with Dan L." }).click();
  await page.getByPlaceholder("Type a message...").fill("You know Pram?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(frameOf(page, "Messages").getByText("You know Pram?")).toBeVisible();
  await page.getByRole("link", { name: "Share Music" }).click();
  await page.getByLabel("Artist", { exact: true }).fill("Can");
  await page.getByLabel("Title").fill("Vitamin C");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(frameOf(page, "Messages").getByText("Vitamin C").first()).toBeVisible();

  await page.goto("/records/new");
  await page.getByLabel("Artist", { exact: true }).fill("Pram");
  await page.getByLabel("Album", { exact: true }).fill("Sargasso Sea");
  await page.getByLabel("Or image URL").fill("https://covers.example/sargasso.jpg");
  await page.locator("form").getByRole("button", { name: "Add Record" }).click();
  await expect(page.getByRole("heading", { name: "Sargasso Sea" })).toBeVisible();

  await page.goto(`/trivia/new?with=${ben.id}`);
  await page.getByRole("button", { name: "Create Game" }).click();
  const question = (await page.locator("#question legend").textContent()) ?? "";
  const right = questionBank.find((each) => each.question === question)?.correctAnswer ?? "";
  await page.locator("#question label").filter({ hasText: right }).first().click();
  await page.getByRole("button", { name: "Submit Answer" }).click();
  await expect(page.locator("#question legend")).toHaveCount(0);

  await page.goto("/profile?tab=profile");
  await page.getByLabel("Bio").fill("Digs crates.");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile updated").first()).toBeVisible();
  expect({ errors: errors(), loaded }).toEqual({ errors: [], loaded: [] });
}

test("browsers without URL.canParse stay with the page that was served, whose forms work", {
  tag: "@all",
}, async ({ browser }) => {
  const ada = await signUp(browser, "Ada", true);
  const ben = await addMember("Ben");
  const conversationId = await makeConversation(ada, ben);
  // Without what scripts only use where it is there, they run.
  const page = await ada.context.newPage();
  const errors = collectErrors(page);
  await remove(page, UNUSED);
  await visit(page, `/messages/${conversationId}`);
  await page.getByPlaceholder("Type a message...").fill("Hello");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("log").getByText("Hello", { exact: true })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  for (const address of ["/discover", "/profile", "/records/new", "/settings"]) await visit(page, address);
  expect(errors).toEqual([]);

  await useEverything(await signUp(browser, "Cleo", true), await addMember("Dan"));
});
