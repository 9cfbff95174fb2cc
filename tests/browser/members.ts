// The members of the browser tests: they sign up through the pages and match through the API.
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  request,
  test,
} from "@playwright/test";
import { photo } from "../fakes/picture-files";
import { webm } from "../fakes/recordings";
import { openContext, openPage } from "./pages";

/** A member who needs no browser, and sends requests alone. */
export type Member = { id: string; email: string; firstName: string; request: APIRequestContext };

/** A member with a browser of their own. */
export type Person = Member & { hasScripts: boolean; page: Page; context: BrowserContext };

/** The password of all members. */
export const PASSWORD = "a long enough password";

let people = 0;

/** Signs up a member in a browser of their own, whose pages run scripts if `hasScripts`. */
export async function signUp(
  browser: Browser,
  firstName: string,
  hasScripts: boolean,
  lastName?: string,
): Promise<Person> {
  const context = await openContext(browser, hasScripts);
  const member = await join(context.request, firstName, lastName);
  return { ...member, hasScripts, page: await openPage(context), context };
}

/** Signs up a member without a browser. */
export async function addMember(firstName: string, lastName?: string, mailbox?: string): Promise<Member> {
  return join(await request.newContext(), firstName, lastName, mailbox);
}

async function join(
  request: APIRequestContext,
  firstName: string,
  lastName = "Lovelace",
  mailbox = "person",
): Promise<Member> {
  const signIn = await request.get("/api/login");
  const email = `${mailbox}-${test.info().workerIndex}-${++people}@example.org`;
  let answer = await request.post(`${signIn.url()}/sign-up`, {
    form: { firstName, lastName, email, password: PASSWORD, adult: "on" },
    headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
    maxRedirects: 0,
  });
  // As far as the session: the first page isn't asked for.
  while (!/\/welcome$/.test(answer.headers().location ?? "")) {
    expect(answer.status(), `sign-up: ${await answer.text()}`).toBeLessThan(304);
    const next = new URL(answer.headers().location ?? "", answer.url());
    answer = await request.get(next.href, { maxRedirects: 0 });
  }
  const { id } = await (await request.get("/api/auth/user")).json();
  return { id, email, firstName, request };
}

/** Sends JSON to the API as a page of the site does. */
export async function sendJson(person: Member, method: string, path: string, value: unknown) {
  const answer = await person.request.fetch(path, {
    method,
    data: value as object,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  return answer.status() === 204 ? undefined : answer.json();
}

/** Sends a form as a page without scripts does. */
export async function sendForm(person: Member, path: string, form: Record<string, string> = {}) {
  const headers = { "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  const answer = await person.request.post(path, { headers, form });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
}

/** Saves a member's music preferences. */
export async function setPreferences(person: Member, topArtists: string[], favoriteGenres: string[]) {
  const preferences = { topArtists, favoriteGenres, totalScrobbles: 0, concertsAttended: 0 };
  await sendJson(person, "POST", "/api/music-preferences", preferences);
}

/** Likes another member. */
export async function like(person: Member, other: Member) {
  await sendJson(person, "POST", "/api/matches", { targetUserId: other.id, liked: true });
}

/** Starts a conversation; resolves with its id. */
export async function startConversation(person: Member, other: Member): Promise<string> {
  return (await sendJson(person, "POST", "/api/conversations", { targetUserId: other.id })).id;
}

/** Lets two members like each other. */
export async function makeMatch(one: Member, other: Member) {
  await like(one, other);
  await like(other, one);
}

/** Lets two members match and start a conversation; resolves with its id. */
export async function makeConversation(one: Member, other: Member): Promise<string> {
  await makeMatch(one, other);
  return startConversation(one, other);
}

/** Signs up Ada and Ben. */
export async function signUpPair(browser: Browser, hasScripts: boolean, otherHasScripts: boolean) {
  return {
    ada: await signUp(browser, "Ada", hasScripts),
    ben: await signUp(browser, "Ben", otherHasScripts),
  };
}

/** Signs up Ada and Ben, who match. */
export async function matchedPair(browser: Browser, hasScripts: boolean, otherHasScripts = hasScripts) {
  const pair = await signUpPair(browser, hasScripts, otherHasScripts);
  await makeMatch(pair.ada, pair.ben);
  return pair;
}

/** Signs up Ada and Ben, who match; `conversationId` is that of their conversation. */
export async function conversingPair(browser: Browser, hasScripts: boolean, otherHasScripts = true) {
  const pair = await signUpPair(browser, hasScripts, otherHasScripts);
  return { ...pair, conversationId: await makeConversation(pair.ada, pair.ben) };
}

/** Signs up Ada, who has scripts, and Ben, who needs no browser; they match. */
export async function matchWithMember(browser: Browser): Promise<{ ada: Person; ben: Member }> {
  const pair = { ada: await signUp(browser, "Ada", true), ben: await addMember("Ben") };
  await makeMatch(pair.ada, pair.ben);
  return pair;
}

/** Like `matchWithMember`; `conversationId` is that of their conversation. */
export async function conversationWithMember(browser: Browser) {
  const pair = await matchWithMember(browser);
  return { ...pair, conversationId: await startConversation(pair.ada, pair.ben) };
}

/**
 * Opens a message's menu and presses something in it. Without scripts, the frame of the messages loads again once it has been
 * shown, which closes the menu.
 */
export async function pressInMenu(menu: Locator, find: (menu: Locator) => Locator) {
  await expect(async () => {
    await menu.locator("summary").click({ timeout: 2000 });
    await find(menu).click({ timeout: 2000 });
  }).toPass();
}

/** Sends a message through the API. */
export async function sendMessage(person: Member, conversationId: string, content: string) {
  await sendJson(person, "POST", `/api/conversations/${conversationId}/messages`, { content });
}

/** Sends a photo through the API; resolves with its message's id. */
export async function sendPhoto(person: Member, conversationId: string, caption = ""): Promise<string> {
  const answer = await person.request.post(
    `/api/conversations/${conversationId}/photos?${new URLSearchParams({ content: caption })}`,
    { data: await photo("jpeg", 1200, 800), headers: { "Sec-Fetch-Site": "same-origin" } },
  );
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

/** Sends a voice note of silence; resolves with its message's id. */
export async function sendVoice(person: Member, conversationId: string, seconds = 3): Promise<string> {
  const answer = await person.request.post(`/api/conversations/${conversationId}/voice-notes`, {
    data: Buffer.from(await webm(seconds)),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}
