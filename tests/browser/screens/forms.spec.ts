// The errors of refused forms, checked by the browser or by the server: what is wrong stands once in the summary, once at its
// field and in no toast, and goes as it is corrected. tests/pages/errors.test.ts has every form, without scripts.
import { expect, type Page } from "@playwright/test";
import { conversationWithMember } from "../members";
import { holdRequests, test, visit, visitDialog } from "../pages";

type Form = {
  path: string;
  button: string;
  isDialog?: boolean;
  wrong: (page: Page) => Promise<unknown>;
  errors: string[];
  right: (page: Page) => Promise<unknown>;
};

function fill(fields: Record<string, string>) {
  return async (page: Page) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
}

const attach = (field: string, name: string, mimeType: string, text: string) => (page: Page) =>
  page.getByLabel(field, { exact: true }).setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

const press = (page: Page, name: string) =>
  page
    .locator("main form:not(.composer), [role=dialog] form")
    .getByRole("button", { name, exact: true })
    .click();

/** How often a sentence is visible in the dialog, or else in the page; toasts are outside of both. */
async function count(page: Page, sentence: string) {
  const dialog = page.getByRole("dialog");
  const text = await ((await dialog.count()) ? dialog : page.getByRole("main")).innerText();
  return text.split(sentence).length - 1;
}

/** Collects the text of every error's toast from now on, whatever page it is on. */
async function recordToasts(page: Page) {
  const toasts: string[] = [];
  await page.exposeFunction("collectToast", (text: string) => toasts.push(text));
  await page.addInitScript(() => {
    const { collectToast } = window as unknown as { collectToast: (text: string) => void };
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll<HTMLElement>(".toast")) {
        if (toast.querySelector(".bg-red")) collectToast(toast.innerText);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return toasts;
}

/** Submits a form with invalid input, and corrects it. */
async function check(page: Page, { path, button, isDialog, wrong, errors, right }: Form) {
  await (isDialog ? visitDialog(page, path) : visit(page, path));
  await wrong(page);
  await press(page, button);
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("link")).toHaveText(errors);
  await expect(summary).toBeFocused();
  await expect(page.locator(".field-error")).toHaveCount(errors.length);
  for (const error of errors) expect(await count(page, error), `${path}: ${error}`).toBe(2);
  await right(page);
  for (const error of errors) await expect.poll(() => count(page, error), `${path}: ${error}`).toBe(0);
  await expect(page.locator(".field-error")).toHaveCount(0);
}

test("errors stand once in the summary and once at the field, and go as they are corrected", async ({
  browser,
}) => {
  const { ada, conversationId } = await conversationWithMember(browser);
  const { page } = ada;
  const chat = `/messages/${conversationId}`;
  const toasts = await recordToasts(page);
  const forms: Form[] = [
    {
      ...{ path: "/profile?tab=profile", button: "Save Profile" },
      wrong: fill({ Age: "17", Location: " " }),
      errors: ["Must be at least 18", "Location is required"],
      right: fill({ Age: "18", Location: "Reykjavík" }),
    },
    {
      ...{ path: "/profile/anthem", button: "Save Anthem" },
      wrong: fill({ Artist: "Can" }),
      errors: ["Title is required"],
      right: async (page) => {
        await page.locator("label[for=share-youtube]").click();
        await fill({ URL: "https://youtu.be/abcdefghijk" })(page);
      },
    },
    {
      ...{ path: "/records/new", button: "Add Record", isDialog: true },
      wrong: fill({ Artist: "", Album: "", Year: "1700", "Or image URL": "http://example.org/a.jpg" }),
      errors: [
        ...["Artist is required", "Album is required", "Enter a year, 1900 or later"],
        "Use a full image URL that starts with https://",
      ],
      right: fill({ Artist: "Can", Album: "Future Days", Year: "1973", "Or image URL": "" }),
    },
    {
      ...{ path: "/playlists/new", button: "Create Playlist", isDialog: true },
      wrong: fill({ Name: "" }),
      errors: ["Name is required"],
      right: fill({ Name: "Sunday" }),
    },
  ];
  for (const form of forms) await check(page, form);
  // Several fields of a list are checked by another library.
  await check(page, {
    ...{ path: "/profile?tab=music", button: "Save Music Preferences" },
    wrong: fill({ "Total Scrobbles": "-1" }),
    errors: ["Add at least one artist", "Select at least one genre", "Must be a positive number"],
    right: async () => {
      await page.getByLabel("Total Scrobbles").fill("1");
      await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
      await page.getByLabel("Artist", { exact: true }).fill("Can");
      await page.getByLabel("Artist", { exact: true }).press("Enter");
    },
  });

  // What only the server checks, or what it has to because the browser's check doesn't load.
  await page.route(/-schema-|preferences-check-/, (route) => route.abort());
  const only: Form[] = [
    {
      ...{ path: `${chat}/photo`, button: "Send", isDialog: true },
      wrong: attach("Photo", "me.jpg", "image/jpeg", "No picture"),
      errors: ["Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded."],
      right: attach("Photo", "me.gif", "image/gif", "GIF89a"),
    },
    {
      ...{ path: "/records/import", button: "Preview", isDialog: true },
      wrong: async () => {},
      errors: ["Choose a file first."],
      right: attach("File", "a.csv", "text/csv", "Artist,Album\nCan,Tago Mago"),
    },
    {
      ...{ path: `${chat}/video`, button: "Share Video", isDialog: true },
      wrong: fill({ "YouTube URL": "https://example.org/" }),
      errors: ["Please enter a valid YouTube URL."],
      right: fill({ "YouTube URL": "https://youtu.be/abcdefghijk" }),
    },
  ];
  for (const form of [...forms, ...only]) await check(page, form);

  // A share can't be sent before it is complete.
  await visitDialog(page, `${chat}/share`);
  await page.locator("label[for=share-youtube]").click();
  await page.getByLabel("URL", { exact: true }).fill("https://example.org/");
  await expect(page.getByText("Please enter a valid youtube URL")).toBeVisible();
  await page.getByLabel("URL", { exact: true }).fill("https://youtu.be/abcdefghijk");
  await expect(page.getByText("Please enter a valid youtube URL")).toHaveCount(0);

  // A message that is refused, or can't be sent, stays in the composer alone.
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const composer = page.getByLabel("Message", { exact: true });
  const error = page.locator(".field-error");
  const long = "x".repeat(2001);
  await composer.evaluate((field) => field.removeAttribute("maxlength"));
  await composer.fill(long);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(error).toHaveText("Use at most 2,000 characters");
  await expect(composer).toHaveValue(long);
  expect(await count(page, long)).toBe(0);
  const { requested, release } = await holdRequests(page, `**${chat}*`, "POST");
  await composer.fill("Are you there?");
  await expect(error).toHaveCount(0);
  await composer.press("Enter");
  await requested;
  await page.context().setOffline(true);
  release();
  await expect(error).toHaveText("No connection. Your message wasn't sent. Try again.");
  await expect(composer).toHaveValue("Are you there?");
  expect(await count(page, "Are you there?")).toBe(0);
  await composer.fill("Are you still there?");
  await expect(error).toHaveCount(0);
  expect(toasts).toEqual([]);
});
