// Which responses browsers and proxies may cache.
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { CHECK_PAGE } from "~/models/match/why";
import { type Browser, openBrowser } from "../../api/client";
import { makeConversation } from "../../api/people";
import { shareApp } from "../../app";

const { app, visitor, sharedMember } = shareApp();

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
  "artists?q=bro",
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

test("no page, data or API response for a member may be cached", async () => {
  const [ada, ben] = [await sharedMember("Ada"), await sharedMember("Ben")];
  const conversationId = await makeConversation(ada, ben);
  const pages = [
    ...(await crawl(ada)).filter((path) => path !== CHECK_PAGE),
    `/messages/${conversationId}`,
    `/members/${ben.id}`,
    `/members/${ben.id}/why`,
  ];
  const data = pages.map((page) => page.replace(/^\/?([^?]*)/, (_, path) => `/${path || "_root"}.data`));
  // The version of what a member edits, for If-Match; it never saves a client the response.
  const versioned = "/api/music-preferences";
  for (const path of [...pages, ...data, ...calls.map((call) => `/api/${call}`)]) {
    const answer = await ada.get(path);
    expect([path, answer.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
    const tag = answer.headers.get("ETag");
    expect([path, tag !== null]).toEqual([path, path === versioned]);
    if (tag !== null) expect((await ada.get(path, { "If-None-Match": tag })).status).toBe(200);
  }
});

test("sign-in and sign-out responses are not cached", async () => {
  const browser = visitor();
  for (const path of ["/", "/api/login", "/api/logout", "/api/callback?state=x", "/oidc/interaction/x"]) {
    expect((await browser.get(path)).headers.get("Cache-Control")).toMatch(/no-store/);
  }
});

test("after sign-out, no URL shows the member's data", async () => {
  const ada = await sharedMember("Ada");
  // A suggested first message and a song's artist are part of their links, also of the address to come back to after a
  // block, and the page repeats the address that was asked for.
  const paths = (await crawl(ada)).map((path) => path.replace(/(\?|%3F)(artist|text)(=|%3D).*/, ""));
  const talks = (await (await ada.get("/api/conversations")).json()) as { id: string }[];
  paths.push(...talks.map(({ id }) => `/messages/${id}`), ...talks.map(({ id }) => `/messages/${id}/frame`));
  const gone = openBrowser(
    app(),
    ada.cookies.map((cookie) => ({ ...cookie })),
  );
  expect((await ada.get("/api/logout", { "Sec-Fetch-Site": "none" })).headers.get("Clear-Site-Data")).toBe(
    '"cache", "storage"',
  );
  for (const path of paths.filter(
    (each) => !["/", "/help", "/notice", "/privacy/data", CHECK_PAGE].includes(each),
  )) {
    for (const ending of ["", ".data"]) {
      const answer = await gone.get(ending ? path.replace(/(\?|$)/, `${ending}$1`) : path);
      // A random nonce may happen to contain a name.
      const text = (await answer.text()).replace(/nonce="[^"]*"/g, "");
      if (!path.startsWith("/avatars/")) expect([path, answer.status]).toEqual([path, 404]);
      expect(text).not.toContain(ada.email);
      expect(text).not.toMatch(/Likes records|Ben|Stereolab/);
    }
  }
  expect(await (await gone.get("/")).text()).not.toMatch(/Welcome(,| back)/);
});

test("without a session, every other screen is the not-found screen with a link to sign in and return", async () => {
  const browser = visitor();
  // A button's URL has no page: sign-in returns to the page that offers it.
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
    expect(new URL(link, app().origin).searchParams.get("to")).toBe(comesBackTo[path] ?? encodeURI(path));
    expect(page).not.toContain("<script>alert(1)");
  }
});

test("files with a content hash are cached forever, and other files for a while", async () => {
  const browser = visitor();
  for (const file of readdirSync("build/client/assets").filter((name) => /-[\w-]{8}\.js$/.test(name))) {
    const answer = await browser.get(`/assets/${file}`);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  }
  const missing = await browser.get("/assets/entry.client-OLDHASH1.js");
  expect([missing.status, missing.headers.get("Cache-Control")]).toEqual([404, "private, no-store"]);
  expect((await browser.get("/favicon.ico")).headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
  expect((await browser.get("/avatars/Ada.svg")).headers.get("Cache-Control")).toMatch(/^public/);
});

test("no response is shared between two members", async () => {
  const page = await (await sharedMember("Cleo")).get("/");
  expect(page.headers.get("Vary")).toMatch(/Accept-Encoding/i);
  expect(await page.text()).toContain("Welcome, Cleo!");
  expect(await (await (await sharedMember("Dan")).get("/")).text()).toContain("Welcome, Dan!");
});
