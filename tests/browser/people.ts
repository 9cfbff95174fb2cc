// The people of the browser tests: signed up through the pages, brought together through the API.
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { openBrowser, openPage } from "./pages";

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
export async function signUp(
  browser: Browser,
  firstName: string,
  hasScripts: boolean,
  lastName = "Lovelace",
): Promise<Person> {
  const context = await openBrowser(browser, hasScripts);
  const signIn = await context.request.get("/api/login");
  const home = await context.request.post(`${signIn.url()}/sign-up`, {
    form: {
      firstName,
      lastName,
      email: `person-${test.info().workerIndex}-${++people}@example.org`,
      password: "a long enough password",
      adult: "on",
    },
    headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
  });
  expect(home.ok(), `signing up: ${home.status()}`).toBe(true);
  const { id } = await (await context.request.get("/api/auth/user")).json();
  return { id, firstName, hasScripts, page: await openPage(context), context };
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

/** Makes two match. */
export async function matchUp(one: Person, other: Person) {
  await like(one, other);
  await like(other, one);
}

/** Makes two match and talk; resolves with the id of their conversation. */
export async function talkUp(one: Person, other: Person): Promise<string> {
  await matchUp(one, other);
  return startTalk(one, other);
}

/** Signs up Ada and Ben, each with scripts or without. */
export async function signUpTwo(browser: Browser, hasScripts: boolean, otherHasScripts: boolean) {
  return {
    ada: await signUp(browser, "Ada", hasScripts),
    ben: await signUp(browser, "Ben", otherHasScripts),
  };
}

/** Ada and Ben, who match. */
export async function matchedTwo(browser: Browser, hasScripts: boolean, otherHasScripts = hasScripts) {
  const two = await signUpTwo(browser, hasScripts, otherHasScripts);
  await matchUp(two.ada, two.ben);
  return two;
}

/** Ada and Ben, who match, and `talk`, the id of their conversation. */
export async function talkingTwo(browser: Browser, hasScripts: boolean, otherHasScripts = true) {
  const two = await signUpTwo(browser, hasScripts, otherHasScripts);
  return { ...two, talk: await talkUp(two.ada, two.ben) };
}

/** Writes a message through the API. */
export async function write(person: Person, talkId: string, content: string) {
  await send(person, "POST", `/api/conversations/${talkId}/messages`, { content });
}
