// What browsers and everything between may keep of an answer.
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type Browser, openBrowser, serveThisFile, talkUp } from "./server";

const { running, visitor, same } = serveThisFile();

const screens = [
  "/",
  "/discover",
  "/discover?maxDistance=100",
  "/matches",
  "/messages",
  "/records",
  "/playlists",
  "/trivia",
  "/trivia/new",
  "/profile",
  "/profile?tab=music",
  "/profile/towns?begun=Port",
  "/no-such-page",
];
const calls = [
  "auth/user",
  "matches",
  "matches/mutual",
  "discover",
  "conversations",
  "music-preferences",
  "trivia-games",
  "nothing",
];

/** Every link of a member's screens, once. */
async function crawl(browser: Browser) {
  const seen = new Set<string>();
  const next = [...screens];
  for (let path = next.pop(); path; path = next.pop()) {
    if (seen.has(path) || seen.size > 60) continue;
    seen.add(path);
    const page = await (await browser.get(path, { Accept: "text/html" })).text();
    for (const [, href = ""] of page.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      if (!/^\/(api|build)\//.test(href)) next.push(href.replaceAll("&amp;", "&"));
    }
  }
  return [...seen];
}

test("nothing that a member is shown may be kept, page, data or call", async () => {
  const [ada, ben] = [await same("Ada"), await same("Ben")];
  const talk = await talkUp(ada, ben);
  const pages = [...(await crawl(ada)), `/messages/${talk}`, `/members/${ben.id}`, `/members/${ben.id}/why`];
  const data = pages.map((page) => page.replace(/^\/?([^?]*)/, (_, path) => `/${path || "_root"}.data`));
  for (const path of [...pages, ...data, ...calls.map((call) => `/api/${call}`)]) {
    const answer = await ada.get(path);
    expect([path, answer.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
    expect(answer.headers.get("ETag")).toBeNull();
  }
});

test("the way in and out is kept by nobody", async () => {
  const browser = visitor();
  for (const path of ["/", "/api/login", "/api/logout", "/api/callback?state=x", "/oidc/interaction/x"]) {
    expect((await browser.get(path)).headers.get("Cache-Control")).toMatch(/no-store/);
  }
});

test("after signing out no address shows anything of the member", async () => {
  const ada = await same("Ada");
  const paths = await crawl(ada);
  const talks = (await (await ada.get("/api/conversations")).json()) as { id: string }[];
  paths.push(...talks.map(({ id }) => `/messages/${id}`), ...talks.map(({ id }) => `/messages/${id}/frame`));
  const gone = openBrowser(
    running(),
    ada.cookies.map((cookie) => ({ ...cookie })),
  );
  expect((await ada.get("/api/logout")).headers.get("Clear-Site-Data")).toBe('"cache"');
  for (const path of paths.filter((each) => each !== "/")) {
    for (const ending of ["", ".data"]) {
      const answer = await gone.get(ending ? path.replace(/(\?|$)/, `${ending}$1`) : path);
      // Drawn anew for each page, a nonce may spell a name.
      const told = (await answer.text()).replace(/nonce="[^"]*"/g, "");
      if (!path.startsWith("/avatars/")) expect([path, answer.status]).toEqual([path, 404]);
      expect(told).not.toContain(ada.email);
      expect(told).not.toMatch(/Likes records|Ben|Stereolab/);
    }
  }
  expect(await (await gone.get("/")).text()).not.toContain("Welcome back");
});

test("signed out, every other screen is the not-found screen with a way to sign in and come back", async () => {
  const browser = visitor();
  // A button's own address shows nothing: one comes back to the page it stands on.
  const comesBackTo: Record<string, string> = { "/discover/decide": "/discover" };
  for (const path of [
    "/discover?ageMin=20&genres=Rock,Pop",
    "/matches",
    "/messages/5",
    "/members/5/why",
    "/records/new",
    "/playlists",
    "/profile?tab=music",
    "/discover/decide",
    "/theme",
    "/no/such/page",
    '/"><script>alert(1)</script>',
  ]) {
    const answer = await browser.get(encodeURI(path), { Accept: "text/html" });
    const page = await answer.text();
    expect([path, answer.status]).toEqual([path, 404]);
    expect(page).toContain("404 Page Not Found");
    expect(page).toContain("Did you forget to add the page to the router?");
    const link = page.match(/href="(\/api\/login\?to=[^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(new URL(link, running().origin).searchParams.get("to")).toBe(comesBackTo[path] ?? encodeURI(path));
    expect(page).not.toContain("<script>alert(1)");
  }
});

test("what is named by its content is kept for good, and other files for a while", async () => {
  const browser = visitor();
  for (const file of readdirSync("public/build").filter((name) => /-[A-Z\d]{8}\.js$/.test(name))) {
    const answer = await browser.get(`/build/${file}`);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  }
  const missing = await browser.get("/build/entry.client-OLDHASH1.js");
  expect([missing.status, missing.headers.get("Cache-Control")]).toEqual([404, "private, no-store"]);
  expect((await browser.get("/favicon.ico")).headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
  expect((await browser.get("/avatars/Ada.svg")).headers.get("Cache-Control")).toMatch(/^public/);
});

test("no answer is shared between two members", async () => {
  const page = await (await same("Cleo")).get("/");
  expect(page.headers.get("Vary")).toMatch(/Accept-Encoding/i);
  expect(await page.text()).toContain("Welcome back, Cleo!");
  expect(await (await (await same("Dan")).get("/")).text()).toContain("Welcome back, Dan!");
});
