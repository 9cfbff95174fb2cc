// Every screen fits narrow and wide windows, is accessible in both color schemes, is light, asks no other site for anything,
// and shows what members type as text. `npm test` looks at a sample of them.
import { gzipSync } from "node:zlib";
import { type Browser, expect, type Page } from "@playwright/test";
import { PASSWORD } from "../members";
import { COLOR_RULES, collectErrors, listMisfits, listViolations } from "../page-checks";
import { openContext, openPage, test, visit, waitForFrames, waitForHydration } from "../pages";
import { type FilledSite, fillSample, fillSite, long, type SampleSite, type Viewer } from "./filled-site";
import { listCoveredFocus, listCoveredMenus } from "./reach";

type Screen = {
  path: string;
  /** Brings the screen into the state that is looked at. */
  prepare?: (page: Page) => Promise<unknown>;
  viewer?: Viewer;
  /** Rules of Axe that don't hold here by design. */
  waived?: string[];
  /** The page has no scripts of ours. */
  isPlain?: boolean;
  /** A dialog is open over its page. */
  isDialog?: boolean;
};

/** Gzipped, the scripts in the page's own text included. */
const SCRIPT_BYTES = 170_000;
const SCRIPT_REQUESTS = 30;
/** A slow machine draws a page in pieces, which shifts it by up to 0.03; a dialog that leaves it shifts it by 0.66. */
const LAYOUT_SHIFT = 0.1;
/** The least width and height of controls, and of links that are text. */
const TARGET_PX = { control: 44, link: 24 };

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).click();

/** Opens the first menu of a card or a row. */
const openMenu = (page: Page) => page.locator("main summary", { hasText: "More options" }).first().click();

/** Opens the menu of a song's round label. */
const openSong = (page: Page) => page.locator("main .listen").first().click();

/** Sends a form that is refused. */
const refuse = (button: string) => async (page: Page) => {
  await page
    .locator("main form:not(.composer), [role=dialog] form")
    .getByRole("button", { name: button, exact: true })
    .click();
  await expect(page.locator("[aria-invalid=true], [role=alert]").first()).toBeVisible();
};

/** Finds a release in the catalog, by its artist and what `field` takes. */
const lookUp = (field: string, button: string) => async (page: Page) => {
  await page.getByLabel("Artist", { exact: true }).fill("pink floyd");
  await page.getByLabel(field, { exact: true }).fill("dark side");
  await press(button)(page);
  await expect(page.getByRole("list", { name: "Releases found" })).toBeVisible();
};

const at = (paths: string[], rest: Omit<Screen, "path"> = {}): Screen[] =>
  paths.map((path) => ({ path, ...rest }));

/** The screens that `npm test` looks at. */
const listSample = ({ ben, conversation, show }: Omit<SampleSite, "members">): Screen[] => [
  { path: "/", viewer: "visitor" },
  // Discover with the members whose values are long, and without the demo members.
  ...at(["/", "/discover?ageMin=99&ageMax=&maxDistance=&minCompatibility=", `/members/${ben}`]),
  ...at([show, `/messages/${conversation}`, "/profile?tab=profile"]),
  { path: "/records/new", isDialog: true, prepare: refuse("Add Record") },
];

const groups: Record<string, (site: FilledSite) => Screen[]> = {
  "every run, and others like them": (site) => [
    ...listSample(site),
    ...at(["/artists/radiohead", "/records", site.open]),
    { path: `/messages/${site.conversation}/share`, isDialog: true },
  ],
  "visitors and newcomers": ({ secured }) => [
    ...at(
      [
        "/help",
        "/transparency",
        "/forgot-password",
        "/forgot-password/code",
        "/matches",
        "/no/such/page",
        "/api/login",
      ],
      {
        viewer: "visitor",
      },
    ),
    {
      path: "/api/login",
      viewer: "visitor",
      prepare: async (page) => {
        await page.getByLabel("Email").fill(`${"W".repeat(240)}@example.org`);
        await page.getByLabel("Password").fill("listen closely");
        await press("Sign In")(page);
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    {
      path: "/api/login",
      viewer: "visitor",
      prepare: async (page) => {
        await page.getByRole("link", { name: "Create account" }).click();
        await page.getByLabel("First name").fill(long(300));
        await press("Create Account")(page);
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    {
      path: "/api/login",
      viewer: "visitor",
      prepare: async (page) => {
        await page.getByLabel("Email").fill(secured);
        await page.getByLabel("Password").fill(PASSWORD);
        await press("Sign In")(page);
        await page.getByLabel("Authenticator code").fill("000000");
        await press("Sign In")(page);
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    ...at(
      ["/", "/discover", "/matches", "/messages", "/records", "/playlists", "/trivia", "/notifications"],
      { viewer: "newcomer" },
    ),
    { path: "/profile?tab=profile", viewer: "newcomer", prepare: refuse("Save Profile") },
    { path: "/profile?tab=music", viewer: "newcomer", prepare: refuse("Save Music Preferences") },
    ...at(["/welcome/about", "/welcome/music", "/welcome/people", "/welcome/photo", "/profile?tab=music"], {
      viewer: "newcomer",
    }),
  ],
  people: ({ ben, asker, noted }) => [
    { path: "/discover?ageMin=&ageMax=&maxDistance=&minCompatibility=" },
    { path: "/discover", viewer: "busy" },
    ...at(["/discover?ageMin=9", "/discover?minCompatibility=100", "/matches", "/notifications"]),
    {
      path: "/matches",
      prepare: async (page) => {
        await page.getByRole("link", { name: /^Why/ }).first().click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    { path: `/members/${ben}`, prepare: openMenu },
    { path: `/members/${asker}`, prepare: openMenu },
    ...at([
      `/members/${ben}/match`,
      `/members/${ben}/why`,
      `/members/${ben}/check`,
      `/members/${ben}/mixtape`,
      `/members/${asker}`,
    ]),
    { path: `/members/${noted}/like?prompt=best_show`, prepare: refuse("Send Like") },
    ...at(["/artists", "/artists?artist=radiohed", "/artists/stereolab"]),
    ...at(["/artists/godspeedyoublackemperor?as=Godspeed+You!+Black+Emperor", `/artists/${long(100)}`]),
    ...at([`/members/${asker}/block`, `/members/${ben}/unmatch`, `/report?about=member:${ben}`]),
    { path: `/report?about=member:${noted}`, prepare: refuse("Send Report") },
    { path: `/records#match-${ben}`, isDialog: true },
  ],
  conversations: ({ conversation, request, ownRequest, closed, first, old, own, edited, ...site }) => {
    const { photo, track, friend } = site;
    const chat = `/messages/${conversation}`;
    return [
      ...at(["/messages", "/messages/goodbyes", "/messages/search?q=WWW"]),
      ...at([`${chat}/frame?still`, `${chat}/play/${track}`], { isPlain: true }),
      ...at([`${chat}?around=${own}`, `${chat}?reply=${edited}`, `${chat}?before=nothing`]),
      { path: chat, prepare: (page) => page.locator(".message-menu summary").last().click() },
      { path: chat, prepare: press("Show Photo") },
      {
        path: chat,
        prepare: (page) => page.getByText("Click to watch").first().click(),
        // The page in the frame has a main landmark, too.
        waived: ["landmark-unique"],
      },
      ...at(
        ["video", "photo", "voice"].map((name) => `${chat}/${name}`),
        { isDialog: true },
      ),
      {
        path: chat,
        prepare: async (page) => {
          await page.getByRole("button", { name: "Listen together" }).last().click();
          await expect(page.locator(".joint")).toContainText("Waiting for");
        },
        // The page in the frame has a main landmark, too.
        waived: ["landmark-unique"],
      },
      {
        path: `${chat}/voice`,
        isDialog: true,
        prepare: async (page) => {
          await press("Record")(page);
          await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
        },
      },
      { path: `${chat}/video`, isDialog: true, prepare: refuse("Share Video") },
      { path: `${chat}/photo`, isDialog: true, prepare: refuse("Send") },
      { path: `${chat}/voice`, isDialog: true, prepare: refuse("Send") },
      { path: `${chat}/message/${own}` },
      {
        path: `${chat}/message/${own}`,
        prepare: async (page) => {
          await page.getByLabel("Message").fill("");
          await refuse("Save")(page);
        },
      },
      ...at([`${chat}/message/${edited}`, `${chat}/photo/${photo}`, `${chat}/goodbye`]),
      { path: `${chat}/goodbye`, prepare: refuse("Say goodbye") },
      ...at([`${chat}/plan`, `${chat}/plan/friend`, "/home-safe"]),
      { path: friend, viewer: "visitor" },
      {
        path: `${chat}/plan/new`,
        prepare: async (page) => {
          await page.getByLabel("Place", { exact: true }).fill("");
          await refuse("Propose Plan")(page);
        },
      },
      ...at([`/messages/${request}`, `/messages/${ownRequest}`, `/messages/${closed}`]),
      ...at([`/messages/${first}`, `/messages/${old}`, `/report?about=conversation:${conversation}`]),
    ];
  },
  "records and playlists": ({ record, playlist, sharedPlaylist }) => [
    ...at(["/records", `/playlists/${playlist}`], { prepare: openMenu }),
    { path: `/playlists/${playlist}`, prepare: openSong },
    { path: `/listen?${new URLSearchParams({ artist: long(200), title: long(200, "2") })}` },
    ...at([
      "/playlists",
      `/playlists/${playlist}`,
      `/playlists/${sharedPlaylist}`,
      `/records?q=${long(100)}x`,
    ]),
    ...at(
      [
        ...["/records/new", "/records/import", `/records/${record}/edit`, `/records/${record}/delete`],
        ...["/playlists/new", ...["add", "edit", "delete"].map((name) => `/playlists/${playlist}/${name}`)],
        ...["/playlists/import", `/playlists/${sharedPlaylist}/leave`, `/playlists/${sharedPlaylist}/copy`],
      ],
      { isDialog: true },
    ),
    { path: `/playlists/${playlist}/add`, isDialog: true, prepare: refuse("Add Song") },
    { path: "/records/new", isDialog: true, prepare: lookUp("Album", "Find This Record") },
    { path: `/playlists/${playlist}/add`, isDialog: true, prepare: lookUp("Title", "Look It Up") },
    {
      path: "/records",
      prepare: async (page) => {
        await press("Find Covers")(page);
        await press("Pause")(page);
        await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
      },
    },
    {
      path: "/playlists/import",
      isDialog: true,
      prepare: async (page: Page) => {
        const rows = [`Hit,Various Artists,${long(100, "2")}`, `${long(300)},${long(200, "3")},${long(100)}`];
        const buffer = Buffer.from(["title,artist,playlist", ...rows].join("\n"));
        await page
          .getByLabel("File", { exact: true })
          .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
        await press("Preview")(page);
        await expect(page.getByRole("button", { name: "Import 1 song" })).toBeVisible();
      },
    },
    {
      path: "/playlists/import",
      isDialog: true,
      prepare: async (page: Page) => {
        const rows = [`A,B,${long(100)}`, `C,D,${long(100, "2")}`, `C,Various,${long(100, "2")}`];
        const buffer = Buffer.from(["title,artist,playlist", ...rows].join("\n"));
        await page
          .getByLabel("File", { exact: true })
          .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
        await press("Preview")(page);
        await press("Import selected")(page);
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    ...[
      [`${long(200, "2")},,LP`, "Nothing was added"],
      [`${long(200)},${long(200, "3")},2nd`, "Import 1 record"],
    ].map(([row, shown = ""]) => ({
      path: "/records/import",
      isDialog: true,
      prepare: async (page: Page) => {
        const buffer = Buffer.from(`Artist,Title,Format\n${row}`);
        const file = { name: "a.csv", mimeType: "text/csv", buffer };
        await page.getByLabel("File", { exact: true }).setInputFiles(file);
        await press("Preview")(page);
        await expect(page.getByText(shown).first()).toBeVisible();
      },
    })),
  ],
  shows: () => [
    { path: "/shows" },
    ...at(["/shows/new"], { isDialog: true }),
    { path: "/shows/new", isDialog: true, prepare: refuse("Add Show") },
  ],
  "trivia and the profile": ({ challenge, declined, open, over }) => [
    { path: "/trivia" },
    { path: `${open}/frame?still`, isPlain: true },
    ...at([challenge, declined, over]),
    { path: "/trivia/practice" },
    {
      path: "/trivia/practice",
      prepare: async (page: Page) => {
        await press("Start")(page);
        await page.locator("#question label").first().click();
        await press("Submit Answer")(page);
        await expect(page.getByText("Question 2 of 5")).toBeVisible();
      },
    },
    ...at(["/trivia/new", `${open}/resign`, "/profile/photo", "/profile/cover"], { isDialog: true }),
    { path: "/profile/photo", isDialog: true, prepare: refuse("Upload") },
    {
      path: "/profile?tab=profile",
      prepare: async (page) => {
        await page.getByLabel("Age", { exact: true }).fill("17");
        await refuse("Save Profile")(page);
      },
    },
    {
      path: "/profile?tab=music",
      prepare: async (page) => {
        await page.getByLabel("Artist", { exact: true }).fill(long(100));
        await expect(page.getByText("is already on your list").first()).toBeVisible();
      },
    },
    ...at([
      "/profile?tab=music",
      "/profile?tab=meet",
      "/profile/anthem",
      "/profile/prompts",
      "/question",
      "/profile/photos",
      "/profile",
    ]),
  ],
  "connections and settings": () => [
    ...at(["/music-connections", "/music-connections/file"]),
    {
      path: "/music-connections",
      prepare: async (page) => {
        await page.getByLabel("Last.fm username").fill("W".repeat(200));
        await press("Connect Last.fm")(page);
        await expect(page.getByText("User not found").first()).toBeVisible();
      },
    },
    {
      path: "/music-connections",
      prepare: async (page) => {
        await page.getByRole("link", { name: "Connect Spotify" }).click();
        await page.getByRole("radio", { name: "longest" }).check();
        await page.getByRole("button", { name: "Allow" }).click();
        await expect(page.getByText(`Connected as ${"W".repeat(200)}`)).toBeVisible();
      },
    },
    {
      path: "/music-connections",
      prepare: async (page) => {
        await page.getByLabel("ListenBrainz username").fill("longest");
        await press("Connect ListenBrainz")(page);
        await page.getByRole("link", { name: "Import from ListenBrainz" }).click();
        await expect(page.getByRole("checkbox", { name: "W".repeat(99), exact: true })).toBeVisible();
      },
    },
    ...at([
      ...["/settings", "/settings/privacy", "/settings/trips", "/settings/activity", "/settings/export"],
      ...["/settings/import"],
      ...[
        "/settings/blocked",
        "/settings/ended",
        "/settings/age",
        "/settings/email",
        "/settings/notifications",
        "/settings/passkeys",
      ],
      ...["/settings/password", "/settings/recovery-codes", "/settings/authenticator", "/settings/delete"],
      ...["/settings/reports", "/settings/confirm", "/settings?q=2FA", "/settings?q=turntable"],
    ]),
    {
      path: "/settings/export",
      prepare: async (page) => {
        await press("Create Export")(page);
        await expect(page.getByRole("link", { name: /^Download/ })).toBeVisible({ timeout: 60_000 });
      },
    },
    { path: "/settings/recovery-codes", prepare: press("Create New Codes") },
    { path: "/settings/authenticator", prepare: press("Set Up") },
  ],
  "moderation and operation": ({ openCase, decidedCase, appeal, appealForm }) => [
    ...at(
      [
        ...["/moderation", openCase, decidedCase, appeal, "/moderation/appeals", "/moderation/photos"],
        ...["/moderation/members?q=www", "/moderation/log"],
      ],
      { viewer: "moderator" },
    ),
    { path: openCase, viewer: "moderator", prepare: refuse("Submit Decision") },
    ...at(["/account-status", appealForm], { viewer: "suspended" }),
    { path: "/come-back", viewer: "leaver" },
    ...at(["/admin", "/transparency/matching"], { viewer: "operator" }),
  ],
};

/** Whose cookies the screens are opened with. */
type Site = { cookies: Partial<FilledSite["cookies"]> };

/** Opens a screen in a browser that has nothing but the viewer's session, and notes what it asks for. */
async function open(browser: Browser, site: Site, { path, viewer = "ada", ...screen }: Screen) {
  const cookies = site.cookies[viewer];
  if (!cookies) throw new Error(`There is no ${viewer}`);
  const context = await openContext(browser, true);
  await context.addCookies(cookies);
  const page = await openPage(context);
  await page.setViewportSize(PHONE);
  page.setDefaultTimeout(30_000);
  const errors = collectErrors(page);
  const scripts: Promise<number>[] = [];
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    // A member who connects a service goes there.
    const isJourney = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (/^(http|ws)/.test(protocol) && hostname !== "localhost" && !isJourney) elsewhere.push(request.url());
    // The code of dialogs comes later, to a page that works without it: what a dialog shows is served as a part of the page.
    const isLater = request.url().includes("/assets/dialog-");
    if (request.resourceType() !== "script" || isLater) return;
    // A page that leads elsewhere at once leaves scripts unread, and the next page weighs its own.
    const bodyOf = async () => (await request.response())?.body();
    const weigh = async () => gzipSync((await bodyOf().catch(() => "")) ?? "").length;
    scripts.push(weigh());
  });
  const html = (await (await visit(page, path))?.text()) ?? "";
  if (screen.isDialog && !screen.prepare) await expect(page.getByRole("dialog")).toBeVisible();
  await waitForFrames(page);
  const inline = [...html.matchAll(/<script(?! src)[^>]*>(.*?)<\/script>/gs)]
    .map(([, text]) => text ?? "")
    .filter((text) => !text.includes("streamController.enqueue("));
  /** The scripts that have arrived so far: those of files, and those in the page but for its data. */
  const weigh = async () => {
    const sizes = await Promise.all(scripts);
    return {
      requests: sizes.length,
      bytes: sizes.reduce((sum, size) => sum + size, gzipSync(inline.join("\n")).length),
    };
  };
  return { page, errors, elsewhere, weigh };
}

type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** How far the page has moved by itself since it was opened, and what of it from where to where. */
const readShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        let sum = 0;
        const moved: string[] = [];
        const add = (shifts: PerformanceEntryList) => {
          for (const { value, sources } of shifts as LayoutShift[]) {
            sum += value;
            for (const { node, previousRect: from, currentRect: to } of sources) {
              const what = node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent;
              moved.push(`${what} from ${from.y} to ${to.y}, ${from.height} to ${to.height} high`);
            }
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        // They are reported after their frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            resolve({ sum, moved });
          }),
        );
      }),
  );

/** The pictures of a page that asks for them as it is scrolled. */
const loadPictures = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      Array.from(document.images, (image) => {
        image.loading = "eager";
        return image.decode().catch(() => null);
      }),
    ),
  );

/** Runs in the page. Lists the controls that are too small, other than links within a sentence. */
function smallTargets(least: typeof TARGET_PX): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary",
  );
  return Array.from(controls).flatMap((control) => {
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    const isInline = getComputedStyle(control).display === "inline";
    const own = control.getBoundingClientRect();
    const around = label?.getBoundingClientRect() ?? own;
    const width = Math.max(own.right, around.right) - Math.min(own.left, around.left);
    const height = Math.max(own.bottom, around.bottom) - Math.min(own.top, around.top);
    const isHidden = !control.checkVisibility() || own.width <= 1 || control.matches(".skip-link, [inert] *");
    const isLarge =
      Math.min(width, height) > (control.matches(".link, .artist-link") ? least.link : least.control) - 1;
    if (isHidden || isInline || isLarge) return [];
    return [`${Math.round(width)} × ${Math.round(height)}: ${control.outerHTML.slice(0, 120)}`];
  });
}

/** Axe's findings. The frame of a chat without scripts refreshes itself by design; its reader can stop it. */
async function listFindings(page: Page, scheme: "light" | "dark", waived: string[] = []): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme });
  const runOnly = { type: "rule" as const, values: COLOR_RULES };
  const isLight = scheme === "light";
  const rules = Object.fromEntries(["meta-refresh", ...waived].map((id) => [id, { enabled: false }]));
  const options = isLight ? { rules } : { runOnly };
  return (await listViolations(page, options)).map(([rule, elements]) => `${rule} (${scheme}): ${elements}`);
}

/** What is wrong with a screen, in light colors on a phone and in dark ones on a desktop, or in both on both. */
async function look(browser: Browser, site: Site, screen: Screen, isWhole: boolean): Promise<string[]> {
  const { page, errors, elsewhere, weigh } = await open(browser, site, screen);
  const found: string[] = [];
  const shifts = await readShifts(page);
  if (shifts.sum >= LAYOUT_SHIFT) found.push(`moved by ${shifts.sum}: ${shifts.moved.join("; ")}`);
  const { requests, bytes } = await weigh();
  if (bytes > SCRIPT_BYTES || requests > SCRIPT_REQUESTS) found.push(`${bytes} bytes in ${requests} scripts`);
  // The frame alone: a page whose scripts are not counted would be light too.
  if (bytes > 90_000 === Boolean(screen.isPlain)) found.push(`has ${bytes} bytes of scripts`);
  if (screen.isDialog) await expect(page.getByRole("dialog")).toBeVisible();
  await screen.prepare?.(page);
  await waitForHydration(page);

  await loadPictures(page);
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    if (isWhole || size === PHONE) found.push(...(await listFindings(page, "light", screen.waived)));
    if (isWhole || size === DESKTOP) found.push(...(await listFindings(page, "dark")));
    const small = await page.evaluate(smallTargets, TARGET_PX);
    found.push(...small.map((what) => `${what} is small at ${size.width} px`));
  }
  found.push(...(await listMisfits(page)));
  found.push(...(await listCoveredMenus(page)), ...(await listCoveredFocus(page)));
  found.push(...elsewhere.map((address) => `asks ${address}`), ...errors);
  if (await page.locator("[onerror]").count()) found.push("shows an element that a member has typed");
  await page.context().close();
  return found.map((what) => `${screen.path}: ${what}`);
}

/** Looks at screens one by one; lists all that is wrong with any. */
async function lookAtAll(browser: Browser, site: Site, screens: Screen[], isWhole: boolean) {
  const found: string[] = [];
  for (const screen of screens)
    await test.step(screen.path, async () => {
      const here = look(browser, site, screen, isWhole);
      found.push(...(await here.catch((error) => [`${screen.path}: ${error}`])));
    });
  expect(found).toEqual([]);
}

/** The site of this worker process. */
let filled: Promise<FilledSite> | undefined;

test.describe.configure({ mode: "parallel", timeout: 1_800_000 });

for (const [name, list] of Object.entries(groups))
  test(`the screens of ${name}`, { tag: "@all" }, async ({ browser }) => {
    filled ??= fillSite();
    const site = await filled;
    await lookAtAll(browser, site, list(site), true);
  });

test("some screens of all", async ({ browser }) => {
  const site = await fillSample();
  await lookAtAll(browser, site, listSample(site), false);
});
