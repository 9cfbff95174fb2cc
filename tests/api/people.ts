// The members of tests over HTTP: they sign up through the pages, and act through the API.
import { openDatabaseFile } from "../database-file";
import { type Browser, openBrowser, type Site } from "./client";

/** A member: their browser, and their credentials. */
export type Person = Browser & { id: string; email: string; password: string };

let people = 0;
const password = "listen closely";

/** The same member, with the same cookies so far, at another machine. */
export function at(server: Site, { id, email, password, cookies }: Person): Person {
  return Object.assign(openBrowser(server, cookies), { id, email, password });
}

/** Goes to the sign-in page and returns its path; `to` is the path to return to. */
export async function goToSignIn(browser: Browser, to = "/"): Promise<string> {
  const login = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  const provider = new URL(login.headers.get("Location") ?? "");
  const sent = await browser.get(provider.pathname + provider.search);
  const page = sent.headers.get("Location");
  if (!page) throw new Error(`No sign-in page: ${sent.status} ${await sent.text()}`);
  return page;
}

/** Signs up through the pages; the browser is signed in afterwards. */
export async function signUp(browser: Browser, firstName: string): Promise<Person> {
  const page = await goToSignIn(browser);
  const email = `${firstName.toLowerCase()}-${++people}@example.org`;
  const lastName = "Lovelace";
  const made = await browser.form(`${page}/sign-up`, { firstName, lastName, email, password, adult: "on" });
  const home = await browser.follow(made);
  if (home.status !== 200) throw new Error(`Sign-up returned ${home.status}`);
  const member = (await (await browser.get("/api/auth/user")).json()) as { id: string };
  return Object.assign(browser, { id: member.id, email, password });
}

/** Signs in through the pages; resolves with the last response. */
export async function signIn(browser: Browser, email: string, typed = password, to = "/"): Promise<Response> {
  const page = await goToSignIn(browser, to);
  return browser.follow(await browser.form(page, { email, password: typed }));
}

/** Changes when the members of all sessions last proved who they are. */
export async function setConfirmed({ dataDir }: Site, at: number) {
  const client = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  await client.execute({ sql: "update session set confirmed_at = ?", args: [at] });
  client.close();
}

const taste = {
  topArtists: ["Radiohead", "Stereolab", "Broadcast"],
  favoriteGenres: ["Indie", "Electronic"],
  totalScrobbles: 10,
  concertsAttended: 2,
};

/** Saves a newcomer's profile and preferences. */
export async function completeProfile(person: Person): Promise<Person> {
  await person.json("PATCH", "/api/profile", {
    bio: "Likes records.",
    age: 30,
    location: "Portland, Oregon",
  });
  await person.json("POST", "/api/music-preferences", taste);
  return person;
}

/** Likes or passes on another member. */
export async function decide(one: Person, other: Person, liked: boolean) {
  return one.json("POST", "/api/matches", { targetUserId: other.id, liked });
}

/** Lets two members like each other. */
export async function makeMatch(one: Person, other: Person) {
  await decide(one, other, true);
  await decide(other, one, true);
}

/** Lets two members match and start a conversation; resolves with its id. */
export async function makeConversation(one: Person, other: Person): Promise<string> {
  await makeMatch(one, other);
  const started = await one.json("POST", "/api/conversations", { targetUserId: other.id });
  return ((await started.json()) as { id: string }).id;
}

/** Lets a member like another and start a request, which has no message yet; returns its id. */
export async function makeRequest(from: Person, to: Person): Promise<string> {
  await decide(from, to, true);
  const started = await from.json("POST", "/api/conversations", { targetUserId: to.id });
  return ((await started.json()) as { id: string }).id;
}
