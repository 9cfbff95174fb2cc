// What every screen has without scripts: its error pages, its notices, the theme, the top bar, and words for every control.
import { expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { operate } from "../api/operate";
import { makeConversation, type Person } from "../api/people";
import { shareApp } from "../app";
import { photo } from "../fakes/picture-files";
import { webm } from "../fakes/recordings";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { app, visitor, signUp, addMember } = shareApp();

const visit = (person: Parameters<typeof openVisitor>[0], path: string) => openVisitor(person).visit(path);
const NOT_FOUND = "404 Page Not Found";

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  return { ada, ben, chat: `/messages/${await makeConversation(ada, ben)}` };
}

test("a visitor to a member's page is offered to sign in first, whether or not the page exists", async () => {
  for (const path of ["/matches", "/no/such/page"]) {
    const page = await visit(visitor(), path);
    expect([page.status, page.title]).toEqual([404, "Sign in · B-Side"]);
    expect(page.main.headings).toEqual(["Sign in to see this page", NOT_FOUND]);
    expect(page.main.addressOf("Sign In")).toBe(`/api/login?to=${encodeURIComponent(path)}`);
    expect(page.has("Did you forget to add the page to the router?")).toBe(true);
  }
});

test("a member at an unknown address gets a link home, and a failed page says why", async () => {
  const ada = await signUp("Ada");
  const missing = await visit(ada, "/no/such/page");
  expect([missing.status, missing.title]).toEqual([404, `${NOT_FOUND} · B-Side`]);
  expect(missing.main.headings[0]).toBe(NOT_FOUND);
  expect(missing.has("Did you forget to add the page to the router?")).toBe(true);
  expect((await missing.main.follow("Home")).address).toBe("/");

  const failed = await visit(visitor(), "/api/callback?code=a&state=b");
  expect([failed.status, failed.title]).toEqual([400, "Something went wrong · B-Side"]);
  expect(failed.main.headings[0]).toBe("Something went wrong");
  expect(failed.has("Your browser sent no cookies, and signing in needs them.")).toBe(true);
  expect(failed.main.addressOf("Sign In")).toMatch(/^\/api\/login/);
  expect((await visit(ada, "/api/callback?code=a&state=b")).address).toBe("/");
});

test("a failed chat or dialog leaves the rest of the screen, and can be tried again", async () => {
  const { ada, chat } = await couple();
  const failed = await visit(ada, `${chat}?before=nothing`);
  expect(failed.status).toBe(400);
  expect(failed.main.headings[0]).toMatch(/^Messages/);
  failed.heading("Something went wrong");
  expect(failed.addressOf("Try again")).toBe(`${chat}?before=nothing`);
  for (const [path, heading] of [
    ["/records/nothing/edit", /^My Record Collection/],
    ["/messages/nothing", /^Messages/],
  ] as const) {
    const page = await visit(ada, path);
    expect([page.status, page.main.headings[0]]).toEqual([404, expect.stringMatching(heading)]);
    page.heading(NOT_FOUND);
  }
});

test("a flash message is shown once, and can be dismissed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const pass = () => ada.form("/discover/decide", { targetUserId: ben.id, liked: "false" });
  await pass();
  // A page without a place for it shows it at its top.
  const page = await visit(ada, "/matches");
  expect(page.alerts).toContain("Passed");
  expect((await page.follow("Dismiss")).alerts).not.toContain("Passed");
  expect((await visit(ada, "/discover")).alerts).not.toContain("Passed");
  await ada.form("/discover/undo", { targetUserId: ben.id });
  await pass();
  const discover = await visit(ada, "/discover");
  expect([discover.alerts, discover.links]).toEqual([
    expect.stringContaining("Passed"),
    expect.not.arrayContaining(["Dismiss"]),
  ]);
  expect((await discover.press(/^Undo/)).alerts).not.toContain("Passed");
});

const themeOf = (page: Page) => page.element.className;

test("visitors choose a theme in the footer, which leaves them where they are", async () => {
  const guest = openVisitor(visitor());
  const signIn = await guest.visit("/api/login");
  expect(signIn.address).toContain("/oidc/interaction/");
  const dark = await signIn.press("Dark");
  expect([dark.address, themeOf(dark)]).toEqual([signIn.address, "dark"]);
  dark.fill("Email", "ada@example.org");

  // A page with a mailed link keeps its token.
  const { email } = await signUp("Ada");
  const { said } = await operate(app().dataDir, ["account", "reset", email], { APP_ORIGIN: app().origin });
  const { pathname, search } = new URL(/http\S+/.exec(said)?.[0] ?? "");
  const reset = await guest.visit(pathname + search);
  const light = await reset.press("Light");
  expect([light.address, themeOf(light)]).toEqual([pathname + search, "light"]);
  light.fill("New password", "a fine new password");
});

test("a member chooses the theme in the settings, which the other pages leave it to", async () => {
  const ada = await signUp("Ada");
  const settings = await (await visit(ada, "/settings")).press("Dark");
  expect([settings.address, themeOf(settings)]).toEqual(["/settings", "dark"]);
  expect(settings.element.querySelector("[aria-pressed=true]")?.textContent).toBe("Dark");
  expect(settings.has("Place data © GeoNames")).toBe(true);
  const records = await visit(ada, "/records");
  expect(themeOf(records)).toBe("dark");
  expect(records.buttons).not.toContain("Dark");
});

test("settings and the cases of a moderator are one press away, and nobody else's", async () => {
  const [mona, ben, ada] = [await signUp("Mona"), await signUp("Ben"), await signUp("Ada")];
  await ben.json("POST", "/api/reports", {
    about: `member:${ada.id}`,
    reason: "harassment",
    alsoBlock: false,
  });
  await addStaff(mona.email, "moderator");
  const page = await visit(mona, "/records");
  expect((await page.follow("Settings")).title).toMatch(/^Settings/);
  expect((await page.follow(/^Moderation\s*\d+ open$/)).address).toBe("/moderation");
  expect((await visit(ben, "/records")).links.join()).not.toContain("Moderation");
});

test("a dialog is part of its page, and its close link leads back", async () => {
  const ada = await signUp("Ada");
  for (const [path, title, back] of [
    ["/records/new", "Add Record", "/records"],
    ["/records/import", "Import CSV", "/records"],
    ["/playlists/new", "Create Playlist", "/playlists"],
    ["/playlists/import", "Import Playlist", "/playlists"],
    ["/shows/new", "Add Show", "/shows"],
    ["/trivia/new", "Challenge Someone to Trivia!", "/trivia"],
    ["/profile/photo", "Change profile photo", "/profile"],
    ["/profile/cover", "Change cover photo", "/profile"],
  ] as const) {
    const closed = await (await visit(ada, path)).within(title, "region").follow("Close");
    expect(closed.address).toBe(back);
    expect(closed.headings).not.toContain(title);
  }
});

/** Gives every screen of a member something to show. */
async function fill(ada: Person, ben: Person, chat: string) {
  await ben.json("POST", `/api/conversations/${chat.slice(10)}/messages`, { content: "Hello" });
  const send = (path: string, body: Buffer) =>
    ben.send(`/api/conversations/${chat.slice(10)}/${path}`, {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
  expect((await send("photos?content=River", await photo("jpeg", 60, 40))).status).toBe(201);
  expect((await send("voice-notes", Buffer.from(await webm(1)))).status).toBe(201);
  await ada.json("POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  const playlist = await (await ada.json("POST", "/api/playlists", { name: "Mondays" })).json();
  for (const title of ["One", "Two"])
    await ada.json("POST", `/api/playlists/${playlist.id}/songs`, { title, artist: "Can" });
  return `/playlists/${playlist.id}`;
}

test("every link and button has words, which a text browser shows", async () => {
  const { ada, ben, chat } = await couple();
  await addMember("Cleo");
  const playlist = await fill(ada, ben, chat);
  for (const path of [
    ...["/", "/discover", "/matches", `/members/${ben.id}`, chat, `${chat}/frame?still`],
    ...["share", "photo", "voice"].map((name) => `${chat}/${name}`),
    ...["/records", "/records/new", playlist, "/trivia", "/profile", "/profile?tab=music", "/settings"],
    "/notifications",
  ]) {
    const { element } = await visit(ada, path);
    const wordless = [...element.querySelectorAll("a, button, summary")]
      .filter((each) => !each.textContent?.trim() && !each.querySelector("img[alt]:not([alt=''])"))
      .map(({ outerHTML }) => outerHTML);
    expect([path, wordless]).toEqual([path, []]);
  }
  const page = await visit(ada, chat);
  for (const name of ["Share Music", "Share Video", "Send Photo", "Send Voice Note", "Challenge to trivia"])
    expect(page.links.filter((link) => link === name)).toHaveLength(1);
});
