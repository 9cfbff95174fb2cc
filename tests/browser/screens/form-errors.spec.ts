// The errors of refused forms: each once in the summary, which links to the field, and once at the field.
import { expect, type Page } from "@playwright/test";
import { webm } from "../../fakes/recordings";
import { conversingPair, matchedPair, type Person, sendJson, signUp } from "../members";
import { holdRequests, openContext, openPage, test, visit, waitForHydration } from "../pages";

/** A form, invalid input, its errors, and valid input. */
type Form = {
  path: string;
  button: string;
  wrong?: (page: Page) => Promise<unknown>;
  errors: string[];
  right: (page: Page) => Promise<unknown>;
  /** Shown above the errors. */
  title?: string;
  /** The title of the toast that a refusal by the server shows with scripts; by default there is none. Null is either. */
  toast?: string | null;
};

/** The prefix of an error for API clients, which members should not see. */
const STATUS = /\b[45]\d\d: /;

/** How often a sentence is visible in the dialog, or else in the page; toasts are outside of both. */
async function count(page: Page, sentence: string) {
  const dialog = page.getByRole("dialog");
  const text = await ((await dialog.count()) ? dialog : page.getByRole("main")).innerText();
  return text.split(sentence).length - 1;
}

/** Expects the error toasts of a page so far, even those that are gone. */
async function expectErrorToasts(page: Page, hasScripts: boolean, expected: RegExp[]) {
  if (!hasScripts) return;
  const readToasts = () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);
  await expect
    .poll(readToasts, { message: page.url() })
    .toEqual(expected.map((text) => expect.stringMatching(text)));
}

/** Records the text of every toast from now on, on every page of a browser. */
async function recordToasts({ page }: Person | { page: Page }) {
  await page.addInitScript(() => {
    const toasts: string[] = [];
    Object.assign(window, { toasts });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll<HTMLElement>(".toast")) {
        const text = toast.innerText;
        if (toast.querySelector(".bg-red") && !toasts.includes(text)) toasts.push(text);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

async function press(page: Page, button: string) {
  await page
    .locator("main form:not(.composer), [role=dialog] form")
    .getByRole("button", { name: button, exact: true })
    .click();
}

/** Submits the form with invalid and then with valid input. */
async function check(page: Page, hasScripts: boolean, form: Form, isCheckedByServer = true) {
  const { path, button, errors, title, toast } = form;
  await test.step(`${path}: ${errors[0]}`, async () => {
    await visit(page, path);
    // The dialog replaces the served form, which is still untouched.
    if (hasScripts && (await page.locator("section.dialog, [role=dialog]").count()))
      await expect(page.getByRole("dialog")).toBeVisible();
    await form.wrong?.(page);
    await press(page, button);
    const summary = page.getByRole("alert");
    for (const error of errors) {
      await expect(summary.getByRole("link", { name: error })).toHaveCount(1);
      await expect(page.locator(".field-error").filter({ hasText: error })).toHaveCount(1);
      expect(await count(page, error), `${path}: ${error}`).toBe(2);
    }
    await expect(summary).toHaveCount(1);
    await expect(summary.getByRole("link")).toHaveCount(errors.length);
    await expect(page.locator(".field-error")).toHaveCount(errors.length);
    if (title) expect(await count(page, title)).toBe(1);
    expect(await page.locator("body").innerText()).not.toMatch(STATUS);
    for (const link of await summary.getByRole("link").all())
      await expect(page.locator((await link.getAttribute("href")) ?? "none")).toHaveCount(1);

    await waitForHydration(page);
    await form.right(page);
    if (!hasScripts) await press(page, button);
    for (const error of [...errors, ...(title ? [title] : [])])
      await expect.poll(() => count(page, error), `${path}: ${error}`).toBe(0);
    await expect(page.locator(".field-error")).toHaveCount(0);
    const reasons = errors.map((error) => error.replace(/[?.]/g, "\\$&")).join("|");
    const expected = toast === undefined ? [] : [new RegExp(`^${toast}\\s+(${reasons})`)];
    // The schema may arrive after the form was sent.
    if (isCheckedByServer && toast !== null) await expectErrorToasts(page, hasScripts, expected);
  });
}

function fill(fields: Record<string, string>) {
  return async (page: Page) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
}

function file(name: string, mimeType: string, text: string) {
  return { name, mimeType, buffer: Buffer.from(text) };
}

// A transparent GIF of one pixel.
const picture = {
  name: "me.gif",
  mimeType: "image/gif",
  buffer: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
};

const NO_NUMBER = "A user ID is a number";
const NOT_A_PICTURE = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
const IMAGE_URL = "Use a full image URL that starts with https://";

/** The forms that remix-validated-form or conform validates in the browser, once their schema has loaded. */
function checkedForms(ids: { record: string; playlist: string }): Form[] {
  const record: Omit<Form, "path" | "button"> = {
    wrong: fill({ Artist: "", Album: "", Year: "1700", "Or image URL": "http://example.org/a.jpg" }),
    errors: ["Artist is required", "Album is required", "Enter a year, 1900 or later", IMAGE_URL],
    right: fill({ Artist: "Can", Album: "Future Days", Year: "1973", "Or image URL": "" }),
  };
  const playlist: Omit<Form, "path" | "button"> = {
    wrong: fill({ Name: "", "Or image URL": "example.org/a.jpg" }),
    errors: ["Name is required", IMAGE_URL],
    right: fill({ Name: "Sunday", "Or image URL": "" }),
  };
  return [
    {
      path: "/profile?tab=profile",
      button: "Save Profile",
      wrong: fill({ Bio: "x".repeat(501), Age: "17", Location: " " }),
      errors: ["Bio must be less than 500 characters", "Must be at least 18", "Location is required"],
      toast: "Error",
      right: fill({ Bio: "", Age: "18", Location: "Reykjavík" }),
    },
    {
      path: "/profile?tab=music",
      button: "Save Music Preferences",
      wrong: fill({ "Total Scrobbles": "-1" }),
      errors: ["Add at least one artist", "Select at least one genre", "Must be a positive number"],
      // The browser itself sends the form if that happens before its check has failed to load.
      toast: null,
      right: async (page) => {
        await page.getByLabel("Total Scrobbles").fill("1");
        await page.getByRole("checkbox", { name: "Jazz", exact: true }).check();
        await page.getByLabel("Artist", { exact: true }).fill("Can");
        await page.getByLabel("Artist", { exact: true }).press("Enter");
      },
    },
    { path: "/records/new", button: "Add Record", ...record, toast: "Failed to add record to collection" },
    { path: `/records/${ids.record}/edit`, button: "Save Record", ...record },
    { path: "/playlists/new", button: "Create Playlist", ...playlist, toast: "Failed to create playlist" },
    {
      path: `/playlists/${ids.playlist}/edit`,
      button: "Save Playlist",
      ...playlist,
      toast: "Failed to update playlist",
    },
    {
      path: `/playlists/${ids.playlist}/add`,
      button: "Add Song",
      wrong: fill({ Duration: "soon" }),
      errors: ["Title is required", "Artist is required", "Use minutes and seconds, such as 3:45"],
      right: fill({ Title: "Vitamin C", Artist: "Can", Duration: "3:34" }),
    },
    {
      path: "/trivia/new",
      button: "Create Game",
      errors: ["Opponent user ID is required"],
      toast: "Failed to create trivia game",
      right: (page) => page.getByLabel("One of your matches").selectOption({ index: 1 }),
    },
  ];
}

/** The forms that only the server validates, or that need no library for it. */
function otherForms(ids: { conversation: string; player: string; liked: string; note: Buffer }): Form[] {
  const pictureForm = {
    button: "Upload",
    right: (page: Page) => page.getByLabel("Photo", { exact: true }).setInputFiles(picture),
  };
  const noPicture = (page: Page) =>
    page.getByLabel("Photo", { exact: true }).setInputFiles(file("me.jpg", "image/jpeg", "No picture"));
  const voice = { path: `/messages/${ids.conversation}/voice`, button: "Send", toast: "Error" };
  const chooseVoice = (buffer: Buffer) => (page: Page) =>
    page.locator("#voice").setInputFiles({ name: "note.webm", mimeType: "audio/webm", buffer });
  const video = { path: `/messages/${ids.conversation}/video`, button: "Share Video" };
  const game = {
    path: "/trivia/new",
    button: "Create Game",
    right: fill({ "Or an opponent's user ID": ids.player }),
  };
  const chooseTable = (text: string) => (page: Page) =>
    page.getByLabel("File", { exact: true }).setInputFiles(file("a.csv", "text/csv", text));
  const table = {
    path: "/records/import",
    button: "Preview",
    toast: "Nothing was added",
    right: chooseTable("Artist,Album\nCan,Tago Mago"),
  };
  return [
    ...["photo", "cover"].flatMap((which) => [
      { ...pictureForm, path: `/profile/${which}`, errors: ["Choose a picture first."] },
      { ...pictureForm, path: `/profile/${which}`, wrong: noPicture, errors: [NOT_A_PICTURE] },
    ]),
    {
      ...pictureForm,
      path: `/messages/${ids.conversation}/photo`,
      button: "Send",
      toast: "Error",
      errors: ["Choose a picture first."],
    },
    {
      ...pictureForm,
      path: `/messages/${ids.conversation}/photo`,
      button: "Send",
      toast: "Error",
      wrong: noPicture,
      errors: [NOT_A_PICTURE],
    },
    { ...voice, errors: ["Record or choose a voice note first."], right: chooseVoice(ids.note) },
    {
      ...voice,
      wrong: chooseVoice(Buffer.from("No sound")),
      errors: ["We can't play this file. Choose a recording."],
      right: chooseVoice(ids.note),
    },
    {
      path: `/members/${ids.liked}/like?prompt=best_show`,
      button: "Send Like",
      wrong: fill({ "Your note": "  " }),
      errors: ["Write a sentence"],
      right: fill({ "Your note": "I was there, too" }),
    },
    {
      path: "/profile?tab=meet",
      button: "Save",
      wrong: async (page) => {
        await page.getByRole("radio", { name: "In my own words" }).check();
        await fill({ "Your own words": "", From: "40", To: "30" })(page);
      },
      errors: ["Add your own words", "Must be the same as or higher than “From”"],
      toast: "Error",
      right: fill({ "Your own words": "Agender", From: "30", To: "40" }),
    },
    {
      ...table,
      errors: ["Choose a file first."],
    },
    {
      ...table,
      wrong: chooseTable("Color,Album\nBlack,Tago Mago"),
      errors: ["The first line must contain the column names, including"],
    },
    {
      ...video,
      errors: ["Please enter a YouTube URL to share."],
      title: "URL required",
      toast: "URL required",
      right: fill({ "YouTube URL": "https://youtu.be/abcdefghijk" }),
    },
    {
      ...video,
      wrong: fill({ "YouTube URL": "https://example.org/" }),
      errors: ["Please enter a valid YouTube URL."],
      title: "Invalid URL",
      toast: "Invalid URL",
      right: fill({ "YouTube URL": "https://youtu.be/abcdefghijk" }),
    },
    // The browser's check may arrive after the form was sent: then the server's answer is a toast, too.
    { ...game, wrong: fill({ "Or an opponent's user ID": "Ben" }), errors: [NO_NUMBER], toast: null },
    {
      ...game,
      wrong: fill({ "Or an opponent's user ID": "987654" }),
      errors: ["You can't challenge anyone with this user ID"],
      toast: "Failed to create trivia game",
    },
  ];
}

for (const checkedBy of ["the browser", "the server"]) {
  test(`errors of a form checked by ${checkedBy} are shown once in the summary and once at the field`, async ({
    browser,
    javaScriptEnabled: hasScripts,
  }) => {
    test.skip(!hasScripts && checkedBy === "the browser", "without scripts only the server checks");
    const { ada } = await matchedPair(browser, hasScripts, false);
    const { page } = ada;
    await recordToasts(ada);
    if (checkedBy === "the server") await page.route(/-schema-|preferences-check-/, (route) => route.abort());
    const record = await sendJson(ada, "POST", "/api/record-collections", {
      artist: "Can",
      album: "Ege Bamyasi",
    });
    const playlist = await sendJson(ada, "POST", "/api/playlists", { name: "Sunday" });
    const forms = checkedForms({ record: record.id, playlist: playlist.id });
    for (const form of forms) await check(page, hasScripts, form, checkedBy === "the server");

    const visitor = await openPage(await openContext(browser, hasScripts));
    await recordToasts({ page: visitor });
    if (checkedBy === "the server") await visitor.route(/-schema-/, (route) => route.abort());
    await visit(visitor, "/api/login");
    const path = visitor.url();
    await check(visitor, hasScripts, {
      path: `${path}/sign-up`,
      button: "Create Account",
      errors: [
        "First name is required",
        "Last name is required",
        "Email is required",
        "Use at least 8 characters",
        "You must be 18 or older",
      ],
      right: async () => {
        await fill({
          "First name": "Cleo",
          "Last name": "Byron",
          Email: "cleo@example.org",
          Password: "a long enough password",
        })(visitor);
        await visitor.getByLabel("I'm 18 or older").check();
      },
    });
  });
}

test("errors of the other forms are shown once in the summary and once at the field", async ({
  browser,
  javaScriptEnabled: hasScripts,
}) => {
  const { ada, ben, conversationId } = await conversingPair(browser, hasScripts, false);
  await recordToasts(ada);
  const cleo = await signUp(browser, "Cleo", false);
  const prompts = [{ prompt: "best_show", answer: "Low, in a church" }];
  await sendJson(cleo, "PUT", "/api/profile/prompts", { prompts });
  const ids = { conversation: conversationId, player: ben.id, liked: cleo.id };
  for (const form of otherForms({ ...ids, note: Buffer.from(await webm(1)) }))
    await check(ada.page, hasScripts, form);
});

test("errors of a connection are shown once in the summary and once at the field", async ({
  browser,
  javaScriptEnabled: hasScripts,
}) => {
  for (const [typed, title, error] of [
    [" ", "Username required", "Please enter your Last.fm username."],
    ["nobody-has-this", "Last.fm connection failed", "User not found"],
  ] as const) {
    const ada = await signUp(browser, "Ada", hasScripts);
    await recordToasts(ada);
    await check(ada.page, hasScripts, {
      path: "/music-connections",
      button: "Connect Last.fm",
      wrong: fill({ "Last.fm username": typed }),
      errors: [error],
      title,
      toast: title,
      right: fill({ "Last.fm username": "rj" }),
    });
    if (hasScripts) await press(ada.page, "Connect Last.fm");
    await ada.page.getByRole("link", { name: "Import from Last.fm" }).click();
    await expect(ada.page.getByRole("button", { name: "Import selected" })).toBeVisible();
    await check(ada.page, hasScripts, {
      path: new URL(ada.page.url()).pathname,
      button: "Import selected",
      errors: ["Select at least one genre"],
      toast: "Error",
      right: (page) => page.getByRole("checkbox", { name: "Jazz", exact: true }).check(),
    });
  }
});

test("errors of a share are shown once in the summary and once at the field", async ({
  browser,
  javaScriptEnabled: hasScripts,
}) => {
  const { ada, conversationId } = await conversingPair(browser, hasScripts, false);
  const { page } = ada;
  await recordToasts(ada);
  const share = { path: `/messages/${conversationId}/share`, button: "Share", toast: "Error" };
  await check(page, hasScripts, {
    ...share,
    wrong: async () => {
      await fill({ Artist: "Can", Title: "Vitamin C" })(page);
      await page.getByLabel("Note").evaluate((field) => field.removeAttribute("maxlength"));
      await page.getByLabel("Note").fill("x".repeat(2001));
    },
    errors: ["Use at most 2,000 characters"],
    right: fill({ Note: "Listen" }),
  });
  const wrongUrl = "Please enter a valid youtube URL";
  const chooseYoutube = async (url: string) => {
    await page.locator("label[for=share-youtube]").click();
    await page.getByLabel("URL", { exact: true }).fill(url);
  };
  if (hasScripts) {
    // The button waits until the form is complete, so that nothing is refused.
    await visit(page, share.path);
    await chooseYoutube("https://example.org/");
    await expect(page.getByText(wrongUrl)).toBeVisible();
    expect(await count(page, wrongUrl)).toBe(1);
    await chooseYoutube("https://youtu.be/abcdefghijk");
    await expect.poll(() => count(page, wrongUrl)).toBe(0);
    return;
  }
  await check(page, hasScripts, {
    ...share,
    errors: ["Artist is required", "Title is required"],
    right: fill({ Artist: "Can", Title: "Vitamin C" }),
  });
  await check(page, hasScripts, {
    ...share,
    wrong: () => chooseYoutube("https://example.org/"),
    errors: [wrongUrl],
    right: () => chooseYoutube("https://youtu.be/abcdefghijk"),
  });
});

test("filters out of range in a URL are reported once at the top and once at the filter", async ({
  browser,
  javaScriptEnabled: hasScripts,
}) => {
  const { page } = await signUp(browser, "Ada", hasScripts);
  await visit(page, "/discover?ageMin=3&ageMax=4&maxDistance=1000&minCompatibility=1&genres=Polka");
  const errors = [
    "Age must be from 18 to 65",
    "Distance must be from 5 to 100 miles",
    "Choose genres from the list",
    "Compatibility must be from 50 to 100",
  ];
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(errors);
  for (const link of await page.getByRole("alert").getByRole("link").all())
    await expect(page.locator((await link.getAttribute("href")) ?? "none")).toHaveCount(1);
  for (const error of errors) expect(await count(page, error), error).toBe(2);
});

test("a refusal without a field is shown once, in the form", async ({
  browser,
  javaScriptEnabled: hasScripts,
}) => {
  const page = await openPage(await openContext(browser, hasScripts));
  await recordToasts({ page });
  await visit(page, "/api/login");
  await fill({ Email: "nobody@example.org", Password: "a long enough password" })(page);
  await press(page, "Sign In");
  const error = "The email or password is wrong.";
  await expect(page.locator("form").getByRole("alert")).toContainText(error);
  expect(await count(page, error)).toBe(1);
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(0);
  expect(await page.locator("body").innerText()).not.toMatch(STATUS);
  await expectErrorToasts(page, hasScripts, []);
});

test("a refused message is shown once, in the composer, with its error once", async ({
  browser,
  javaScriptEnabled: hasScripts,
}) => {
  const { ada, conversationId } = await conversingPair(browser, hasScripts, false);
  const { page } = ada;
  await recordToasts(ada);
  await visit(page, `/messages/${conversationId}`);
  const composer = page.getByLabel("Message", { exact: true });
  const long = "x".repeat(2001);
  await composer.evaluate((field) => field.removeAttribute("maxlength"));
  await composer.fill(long);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const error = "Use at most 2,000 characters";
  await expect(page.locator(".field-error")).toHaveText(error);
  expect(await count(page, error)).toBe(1);
  expect(await count(page, long)).toBe(0);
  expect(await page.locator("body").innerText()).not.toMatch(STATUS);
  await expect(composer).toHaveValue(long);
  await composer.fill("Short");
  if (!hasScripts) await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.locator(".field-error")).toHaveCount(0);
  await expectErrorToasts(page, hasScripts, [/^Error\s+Use at most 2,000 characters/]);
});

test("an unsent message is shown once, in the composer, with its error once", async ({
  browser,
  javaScriptEnabled: hasScripts,
}) => {
  test.skip(!hasScripts, "without scripts that is the browser's own page");
  const { ada, conversationId } = await conversingPair(browser, true, false);
  const { page } = ada;
  await recordToasts(ada);
  await visit(page, `/messages/${conversationId}`);
  const composer = page.getByLabel("Message", { exact: true });
  const { requested, release } = await holdRequests(page, `**/messages/${conversationId}*`, "POST");
  await composer.fill("Are you there?");
  await composer.press("Enter");
  await requested;
  await page.context().setOffline(true);
  release();
  const error = "No connection. Your message wasn't sent. Try again.";
  await expect(page.locator(".field-error")).toHaveText(error);
  expect(await count(page, error)).toBe(1);
  await expect(composer).toHaveValue("Are you there?");
  expect(await count(page, "Are you there?")).toBe(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await composer.fill("Are you still there?");
  await expect(page.locator(".field-error")).toHaveCount(0);
  await expectErrorToasts(page, true, []);
});
