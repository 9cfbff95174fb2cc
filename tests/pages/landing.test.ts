// What visitors see: the landing page with its question, its samples and an operator's own figures and quotes, and a deployment
// that takes no new members.
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { landingTexts } from "~/actions/home/landing-texts.server";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const file = join(tmpdir(), `quotes-${process.pid}.txt`);
writeFileSync(file, "Ada & Ben | Matched on one tape | We argued about side two.\n");
afterAll(() => rmSync(file));
const { visitor } = shareApp({
  REGISTRATION: "closed",
  LANDING_FIGURES: "1,240 members; 310 matches",
  LANDING_QUOTES: file,
});

test("a public deployment shows no figures and quotes but its own", () => {
  const shown = (isPublic: boolean) => {
    const { figures, quotes } = landingTexts({
      ...{ landing: {}, registration: "open", isPublic },
      ...{ community: { line: undefined }, scene: undefined },
    });
    return [figures.length, quotes.length];
  };
  expect([shown(false), shown(true)]).toEqual([
    [3, 3],
    [0, 0],
  ]);
});

test("an operator's own figures and quotes stand without a mark", async () => {
  const page = await openVisitor(visitor()).visit("/");
  const figures = page.within("B-Side in numbers", "list").all("listitem");
  expect(figures.map(({ text }) => text)).toEqual(["1,240 members", "310 matches"]);
  expect(page.has("Sample figures")).toBe(false);
  const quotes = [...page.element.querySelectorAll("figure")].map(({ textContent }) => textContent);
  expect(quotes).toEqual([
    expect.stringMatching(/We argued about side two.*Ada & Ben.*Matched on one tape$/),
  ]);
});

test("the question turns the sample card into the artist's, and its button into the way to meet them", async () => {
  const opened = await openVisitor(visitor()).visit("/");
  expect(opened.within("A sample of a member's card", "article").has("Maya, 29")).toBe(true);
  expect(opened.links).toContain("Start Your Musical Journey Get Started");
  const asked = await opened.fill("Type an artist. Who here loves them?", "Pram").press("Ask");
  const card = asked.within("Who here loves them", "article");
  expect([card.has("Nobody yet, or only a few"), card.has("Pram")]).toEqual([true, true]);
  expect(asked.element.querySelector("[aria-label^='A sample']")).toBeNull();
  expect(asked.value("Type an artist. Who here loves them?")).toBe("Pram");
  expect(new URLSearchParams(asked.addressOf("Be one of the first").split("?")[1]).get("to")).toBe(
    "/artists/pram",
  );
  expect(asked.links.some((link) => /Get Started/.test(link))).toBe(false);
  const refused = await asked.fill("Type an artist. Who here loves them?", "Unknown Artist").press("Ask");
  expect(refused.errorOf("Type an artist. Who here loves them?")).toBe("Type an artist's name.");
});

test("a misspelled artist may be a known one, whom one press asks about", async () => {
  const asked = await openVisitor(visitor()).visit("/?artist=radiohed");
  expect(asked.within("Who here loves them", "article").has("radiohed")).toBe(true);
  expect(asked.has("Did you mean Radiohead?")).toBe(true);
  const meant = await asked.follow("Radiohead");
  expect([meant.address, meant.has("Did you mean")]).toEqual(["/?artist=Radiohead", false]);
  expect(meant.within("Who here loves them", "article").has("Radiohead")).toBe(true);
});

test("the sample's distance is in the unit that the browser's language counts in", async () => {
  const read = async (language: string) =>
    (await visitor().get("/", { "Accept-Language": language, Accept: "text/html" })).text();
  expect(await read("en-US")).toContain("15 miles away");
  expect(await read("de-DE,de;q=0.9")).toContain("24\u00a0km entfernt");
});

test("each promise shows the app itself, marked as a sample", async () => {
  const page = await openVisitor(visitor()).visit("/");
  const tracks = [...page.element.querySelectorAll("[aria-labelledby=tracks] > ol > li")].map(
    ({ textContent }) => textContent,
  );
  expect(tracks).toEqual([
    expect.stringMatching(/^B1Free sign-ups, music trivia included.*Pink Moon.*sample$/),
    expect.stringMatching(/^B2Smart musical matching on taste.*You both list Broadcast.*84%sample$/),
    expect.stringMatching(
      /^B3Shared playlists and vinyl collections.*Tago Mago by Can.*You both own it.*sample$/,
    ),
    expect.stringMatching(/^B4Music-powered conversations.*Distant Call.*sample$/),
  ]);
  // Whose shelves others see is each member's choice, so that nothing is promised about it.
  expect(page.has("Show off your shelves")).toBe(false);
});

test("the landing and the sign-in page say that nobody can join, and offer no form for it", async () => {
  const browser = visitor();
  const landing = await openVisitor(browser).visit("/");
  expect(landing.has("B-Side isn't taking new members right now.")).toBe(true);
  const page = await openVisitor(browser).visit("/api/login");
  expect(page.has("B-Side isn't taking new members right now.")).toBe(true);
  expect(page.links).not.toContain("Create Account");
  const joining = await openVisitor(visitor()).visit("/api/login?new");
  expect(joining.headings).toContain("Not Taking New Members");
  expect(joining.buttons).not.toContain("Create Account");
});

test("a form that is sent all the same adds nobody", async () => {
  const browser = visitor();
  const page = await openVisitor(browser).visit("/api/login?new");
  const fields = {
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@example.org",
    password: "listen closely",
  };
  const sent = await browser.form(page.address, { ...fields, adult: "on" });
  expect(sent.status).toBe(403);
  expect((await browser.get("/api/auth/user")).status).toBe(401);
});
