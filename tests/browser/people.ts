// The people of the browser tests: signed up through the pages, brought together through the API.
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";

/** Somebody with a browser of their own. */
export type Person = {
  id: string;
  firstName: string;
  hasScripts: boolean;
  page: Page;
  context: BrowserContext;
};

let people = 0;

/** Opens a browser of somebody who has just signed up. `hasScripts` says whether its pages run scripts. */
export async function signUp(browser: Browser, firstName: string, hasScripts: boolean): Promise<Person> {
  const context = await browser.newContext({ javaScriptEnabled: hasScripts });
  const signIn = await context.request.get("/api/login");
  const home = await context.request.post(`${signIn.url()}/sign-up`, {
    form: {
      firstName,
      lastName: "Lovelace",
      email: `person-${process.pid}-${++people}@example.org`,
      password: "a long enough password",
      adult: "on",
    },
    headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
  });
  expect(home.ok(), `signing up: ${home.status()}`).toBe(true);
  const { id } = await (await context.request.get("/api/auth/user")).json();
  return { id, firstName, hasScripts, page: await context.newPage(), context };
}

/** Sends JSON to the API as a page of the site does. */
export async function send(person: Person, method: string, path: string, value: unknown) {
  const answer = await person.context.request.fetch(path, {
    method,
    data: value as object,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  return answer.status() === 204 ? undefined : answer.json();
}

/** Says what somebody listens to. */
export async function listenTo(person: Person, topArtists: string[], favoriteGenres: string[]) {
  const preferences = { topArtists, favoriteGenres, totalScrobbles: 0, concertsAttended: 0 };
  await send(person, "POST", "/api/music-preferences", preferences);
}

/** Likes somebody. */
export async function like(person: Person, other: Person) {
  await send(person, "POST", "/api/matches", { targetUserId: other.id, liked: true });
}

/** Starts a conversation; resolves with its id. */
export async function startTalk(person: Person, other: Person): Promise<string> {
  return (await send(person, "POST", "/api/conversations", { targetUserId: other.id })).id;
}

/** Makes two match and talk; resolves with the id of their conversation. */
export async function talkUp(one: Person, other: Person): Promise<string> {
  await like(one, other);
  await like(other, one);
  return startTalk(one, other);
}

/** Writes a message through the API. */
export async function write(person: Person, talkId: string, content: string) {
  await send(person, "POST", `/api/conversations/${talkId}/messages`, { content });
}

/** Collects what must not happen on a page: dialogs, errors, and whatever the content policy refuses. */
export function watch(page: Page): string[] {
  const trouble: string[] = [];
  page.on("dialog", (dialog) => {
    trouble.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (said) => {
    if (/Content Security Policy|hydrat|did not match|Minified React/i.test(said.text()))
      trouble.push(said.text());
  });
  page.on("pageerror", (error) => trouble.push(String(error)));
  return trouble;
}
