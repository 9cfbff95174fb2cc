// Pages, their scripts and the API's answers in the reader's language.
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { toDate } from "~/days";
import { readCatalog } from "~/language/catalogs.server";
import { toPseudo } from "~/language/pseudo";
import { dayOf } from "~/models/member/visit.server";
import { makeConversation } from "../api/people";
import { shareApp } from "../app";
import { kindOf, leadsToPage } from "../page-links";
import { openVisitor } from "../visitor/visitor";

const { visitor, addMember, signInAgain } = shareApp({ LANGUAGES: "en,de,es,fr,en-XA" });

const DE = { "Accept-Language": "de-AT,de;q=0.9,en;q=0.5" };
const FR = { "Accept-Language": "fr,de;q=0.5" };
const text = async (response: Response) => ({ response, html: await response.text() });
const langOf = (html: string) => /<html lang="([^"]+)"/.exec(html)?.[1];
const scriptsOf = (html: string) =>
  [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");

test("a visitor reads the language of their browser, and its scripts", async () => {
  const { response, html } = await text(await visitor().get("/", DE));
  expect([langOf(html), response.headers.get("Content-Language")]).toEqual(["de", "de"]);
  expect(html).toContain("Nicht wie anderswo");
  const scripts = scriptsOf(html);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((path) => !/^\/assets\/de-[\da-f]{8}\/[^/]+\.js$/.test(path))).toEqual([]);
  expect(scripts.filter((path) => !existsSync(`build/client${path}`))).toEqual([]);
  const english = await text(await visitor().get("/"));
  expect([langOf(english.html), scriptsOf(english.html).filter((path) => path.includes("/de-"))]).toEqual([
    "en",
    [],
  ]);
  expect(english.html).toContain("Not like elsewhere");
});

test("a language is chosen without scripts, for this browser", async () => {
  const browser = visitor();
  const page = await openVisitor(browser).visit("/help?q=1");
  const german = await page.press("Deutsch");
  expect([langOf(german.source), german.address]).toEqual(["de", "/help?q=1"]);
  expect(german.element.querySelector("[lang=de][aria-pressed=true]")?.textContent).toBe("Deutsch");
  const { html } = await text(await browser.get("/", { "Accept-Language": "en" }));
  expect(langOf(html)).toBe("de");
});

test("a member's setting counts before what their browser says, on all of them", async () => {
  const ada = await addMember("Ada");
  expect(await (await ada.get("/api/profile/language")).json()).toEqual({ language: "en" });
  expect((await ada.json("PUT", "/api/profile/language", { language: "de" })).status).toBe(200);
  const again = await signInAgain(ada);
  for (const browser of [ada, again]) {
    const { html } = await text(await browser.get("/records", { "Accept-Language": "en" }));
    expect([langOf(html), html.includes("Zum Inhalt springen")]).toEqual(["de", true]);
  }
  expect((await ada.json("PUT", "/api/profile/language", { language: null })).status).toBe(200);
  expect(langOf((await text(await again.get("/records"))).html)).toBe("en");
});

test("two members in one conversation read pages, notifications and the calendar file each in their own", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await ada.json("PUT", "/api/profile/language", { language: "de" });
  const talk = await makeConversation(ada, ben);
  const plan = { date: toDate(dayOf() + 7), time: "19:30", place: "Festsaal" };
  for (const member of [ada, ben])
    await member.json("POST", `/api/conversations/${talk}/messages`, { content: "Hello" });
  const proposed = await ben.json("POST", `/api/conversations/${talk}/plan`, plan);
  expect(proposed.status).toBe(201);
  const accepted = await ada.json("PATCH", `/api/conversations/${talk}/plan`, {
    step: "accept",
    planId: ((await proposed.json()) as { id: string }).id,
  });
  expect(accepted.status).toBe(200);
  const read = async (member: typeof ada, path: string) => (await text(await member.get(path))).html;
  const said = async (member: typeof ada) => {
    const { element } = await openVisitor(member).visit("/notifications");
    const news = element.querySelector("main")?.textContent ?? "";
    const calendar = await read(member, `/messages/${talk}/plan.ics`);
    return [langOf(await read(member, `/messages/${talk}`)), news, /SUMMARY:(.*)\r/.exec(calendar)?.[1]];
  };
  const newsInGerman = /Neue Nachricht von Ben.*Du und Ben seid ein Match/;
  expect(await said(ada)).toEqual(["de", expect.stringMatching(newsInGerman), "Treffen mit Ben"]);
  const newsInEnglish = /You're meeting Ada: Festsaal.*New message from Ada.*You and Ada are a match/;
  expect(await said(ben)).toEqual(["en", expect.stringMatching(newsInEnglish), "Meet Ada"]);
});

/** A screen of each part of the app. */
const SAMPLE =
  "/ /discover /matches /messages /records /playlists /shows /trivia /notifications /profile /settings /help"
    .split(" ")
    .concat("/settings/privacy", "/privacy/data", "/settings/notifications", "/report?about=x");

/** Texts that aren't ours, or are the same in every language. */
const OTHERS_WORDS = "script, style, noscript, bdi, [dir=auto], [lang]:not(html), select[name=timeZone]";
const NAMES = /^(YouTube Music|Apple Music|Ada Lovelace)$/;

test("no page that a member's links lead to has a text that can't be translated", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeConversation(ada, ben);
  await ada.json("PUT", "/api/profile/language", { language: "en-XA" });
  const reader = openVisitor(ada);
  const next = ["/", "/messages", "/settings", "/help", `/members/${ben.id}`];
  const [read, plain] = [new Set<string>(), new Set<string>()];
  for (let path = next.pop(); path && read.size < 120; path = next.pop()) {
    const kind = kindOf(path);
    if (read.has(kind)) continue;
    read.add(kind);
    const { element } = await reader.visit(path);
    for (const each of element.querySelectorAll("title, body *")) {
      const own = [...each.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map((node) => node.textContent ?? "");
      const said = [...own, each.getAttribute("aria-label") ?? "", each.getAttribute("placeholder") ?? ""];
      if (each.closest(OTHERS_WORDS)) continue;
      for (const words of said.map((text) => text.trim()))
        if (/^[ -~]*[a-z]{3,} [a-z]{2,}[ -~]*$/i.test(words) && !NAMES.test(words))
          plain.add(`${kind}: ${words}`);
      const to = each.matches("a") ? (each.getAttribute("href") ?? "").replace(/#.*/, "") : "";
      if (leadsToPage(to)) next.push(to);
    }
  }
  expect([...plain]).toEqual([]);
  expect(read.size).toBeGreaterThan(60);
});

test.each(["de", "es", "fr"] as const)(
  "no text of a member's pages in %s is left in English",
  async (language) => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const talk = await makeConversation(ada, ben);
    await ada.json("PUT", "/api/profile/language", { language });
    const catalog = readCatalog(language);
    const said = new Set(catalog.values());
    // "Start" is what Home is called in German.
    const english = new Set([...catalog.keys()].filter((text) => !said.has(text)));
    const reader = openVisitor(ada);
    const left: string[] = [];
    for (const path of [...SAMPLE, `/messages/${talk}`, `/members/${ben.id}`]) {
      const { element, source } = await reader.visit(path);
      expect([path, langOf(source)]).toEqual([path, language]);
      for (const each of element.querySelectorAll("title, body *"))
        for (const { nodeType, textContent } of each.childNodes)
          if (nodeType === 3 && !each.closest(OTHERS_WORDS) && english.has(textContent?.trim() ?? ""))
            left.push(`${path}: ${textContent}`);
    }
    expect(left).toEqual([]);
  },
);

test("a page that was loaded in another language is loaded anew", async () => {
  const ada = await addMember("Ada");
  const version = async (headers = {}) =>
    (await ada.get("/records.data", headers)).headers.get("Build") ?? "";
  const english = await version();
  await ada.json("PUT", "/api/profile/language", { language: "de" });
  expect([english.includes("-"), (await version()).startsWith(`${english}-de-`)]).toEqual([false, true]);
});

test("the offline page is in the language that it is asked for in, and says so", async () => {
  const answers = ["de", "nl", ""].map(async (language) => {
    const { response, html } = await text(await visitor().get(`/offline?language=${language}`, FR));
    return [langOf(html), response.headers.get("Content-Language")];
  });
  expect(await Promise.all(answers)).toEqual([
    ["de", "de"],
    ["fr", "fr"],
    ["fr", "fr"],
  ]);
});

describe("the API", () => {
  test("refuses in the language asked for, with the same code", async () => {
    const refused = (headers = {}) =>
      visitor().get("/api/matches", { Accept: "application/problem+json", ...headers });
    const [english, german] = [await refused(), await refused(DE)];
    expect([english.status, german.status]).toEqual([401, 401]);
    expect([(await english.json()).detail, (await german.json()).detail]).toEqual([
      "You're signed out.",
      "Du bist abgemeldet.",
    ]);
    expect(german.headers.get("Content-Language")).toBe("de");
    expect(german.headers.get("Vary")).toContain("Accept-Language");
  });

  test("says what is wrong with a field in the member's language", async () => {
    const ada = await addMember("Ada");
    await ada.json("PUT", "/api/profile/language", { language: "de" });
    const refused = await ada.json("PUT", "/api/profile/language", { language: "tlh" });
    expect([refused.status, await refused.text()]).toEqual([400, "Wähl eine Sprache aus der Liste"]);
  });
});

test("300 requests at once in three languages by three members are each answered in their own", async () => {
  const languages = ["en", "de", "en-XA"] as const;
  const skip = { en: "Skip to content", de: "Zum Inhalt springen", "en-XA": toPseudo("Skip to content") };
  const members = await Promise.all(languages.map((_, i) => addMember(["Ada", "Ben", "Cleo"][i] ?? "")));
  for (const [i, member] of members.entries())
    await member.json("PUT", "/api/profile/language", { language: languages[i] });
  const pages = await Promise.all(
    Array.from({ length: 300 }, async (_, i) => {
      const which = i % 3;
      const other = languages[(which + 1) % 3] ?? "en";
      const response = await members[which]?.get(i % 2 ? "/records" : "/playlists", {
        "Accept-Language": other,
      });
      const html = (await response?.text()) ?? "";
      return { lang: langOf(html), expected: languages[which] ?? "en", html };
    }),
  );
  for (const { lang, expected, html } of pages) {
    expect(lang).toBe(expected);
    expect(languages.filter((language) => html.includes(skip[language]))).toEqual([expected]);
  }
});
