// Every field that is refused when blank is marked as required, visibly and for screen readers.
import { expect, type Page } from "@playwright/test";
import { conversingPair, sendJson, signUp } from "../members";
import { openContext, openPage, test, visit } from "../pages";

/** Empties the fields of a form and submits it. Returns which fields were marked and which were refused. */
async function sendBlank(page: Page, path: string, button: string, isDialog: boolean) {
  await visit(page, path);
  if (isDialog) await expect(page.getByRole("dialog")).toBeVisible();
  const form = page
    .locator("main form:not(.composer), [role=dialog] form")
    .filter({ has: page.getByRole("button", { name: button, exact: true }) });
  await expect(form).toBeVisible();
  const marked = await form.evaluate((element) => {
    const fields = Array.from(element.querySelectorAll<HTMLInputElement>("input, select, textarea"));
    return fields
      .filter((field) => field.required || field.getAttribute("aria-required") === "true")
      .map((field) => {
        const isSeen = field.closest("div")?.querySelector(".field-required")?.checkVisibility() ?? false;
        return `${field.id}${isSeen ? "" : " (not for the eye)"}`;
      })
      .sort();
  });
  for (const field of await form
    .locator("input:not([type=hidden], [type=radio], [type=checkbox], [type=file]), textarea")
    .all())
    if (await field.isVisible()) await field.fill("");
  await form.getByRole("button", { name: button, exact: true }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  const refused = await page
    .locator("input[aria-invalid=true], select[aria-invalid=true], textarea[aria-invalid=true]")
    .evaluateAll((fields) => fields.map((field) => field.id).sort());
  return { marked, refused };
}

test("every field that is refused when blank is marked as required", async ({
  browser,
  javaScriptEnabled,
}) => {
  const { ada, conversationId: talk } = await conversingPair(browser, javaScriptEnabled, false);
  const cleo = await signUp(browser, "Cleo", false);
  const prompts = [{ prompt: "best_show", answer: "Low, in a church" }];
  await sendJson(cleo, "PUT", "/api/profile/prompts", { prompts });
  const list = await sendJson(ada, "POST", "/api/playlists", { name: "Sunday" });
  for (const [path, button] of [
    ["/records/new", "Add Record"],
    ["/playlists/new", "Create Playlist"],
    [`/playlists/${list.id}/add`, "Add Song"],
    ["/profile?tab=profile", "Save Profile"],
    ["/profile/photo", "Upload"],
    [`/messages/${talk}/video`, "Share Video"],
    [`/messages/${talk}/photo`, "Send"],
    [`/messages/${talk}/voice`, "Send"],
    [`/members/${cleo.id}/like?prompt=best_show`, "Send Like"],
    ["/music-connections", "Connect Last.fm"],
  ] as const) {
    const { marked, refused } = await sendBlank(
      ada.page,
      path,
      button,
      javaScriptEnabled === true && /(new|add|photo|video|voice)$/.test(path),
    );
    expect(marked, path).toEqual(refused);
  }

  const visitor = await openPage(await openContext(browser, javaScriptEnabled));
  await visit(visitor, "/api/login");
  const signIn = visitor.url();
  for (const [path, button] of [
    [signIn, "Sign In"],
    [`${signIn}/sign-up`, "Create Account"],
  ] as const) {
    const { marked, refused } = await sendBlank(visitor, path, button, false);
    expect(marked, path).toEqual(refused);
  }
});
