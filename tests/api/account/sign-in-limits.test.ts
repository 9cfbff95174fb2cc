// Limits behind a trusted proxy: strangers can neither guess passwords and codes nor lock an owner out or fill an inbox.
import { expect, test } from "vitest";
import { type Browser, openBrowser } from "../client";
import {
  codeOf,
  isSignedIn,
  makeCodes,
  NEWCOMER,
  PASSWORD,
  query,
  sayings,
  shareMailApp,
  startAuthenticator,
  tokenIn,
} from "../mail";
import { goToSignIn, signIn } from "../people";

const { app, mail, newAddress, readLink, signUp, consumeRateLimit } = await shareMailApp({
  RATE_LIMITS: "on",
  TRUST_PROXY: "127.0.0.1",
});

/** A browser at an address. It forges another one each time, which the proxy forwards before its own. */
const browserAt = (address: string, cookies: Browser["cookies"] = []) =>
  openBrowser(app(), cookies, {
    "X-Forwarded-For": `192.0.2.${Math.ceil(Math.random() * 250)}, ${address}`,
  });

/** A member who has signed in at an address. */
async function addOwner(address: string) {
  const { email, id } = await signUp();
  const browser = browserAt(address);
  await signIn(browser, email);
  expect(await isSignedIn(browser)).toBe(true);
  return Object.assign(browser, { email, id });
}

async function guess(browser: Browser, email: string, times: number): Promise<Response[]> {
  const page = await goToSignIn(browser);
  return Promise.all(
    Array.from({ length: times }, (_, n) => browser.form(page, { email, password: `guess ${n}` })),
  );
}

const count = (answers: Response[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test("a stranger's wrong passwords do not lock the owner out, even in a new browser", async () => {
  const ada = await addOwner("203.0.113.1");
  const guesses = await guess(browserAt("198.51.100.1"), ada.email, 30);
  expect(count(guesses, 400)).toBe(10);
  expect(count(guesses, 429)).toBe(20);
  expect((await signIn(browserAt("203.0.113.2"), ada.email)).status).toBe(200);
  expect((await signIn(browserAt("203.0.113.1"), ada.email)).status).toBe(200);
});

test("after 100 guesses in an hour from all addresses together, each new browser may try once a minute, whether or not there is an account", async () => {
  const ben = await addOwner("203.0.113.3");
  await ben.json("POST", "/api/auth/logout", {});
  // He has signed in once.
  for (let n = 0; n < 99; n++) await consumeRateLimit("unknownBrowser", ben.email);
  for (let n = 0; n < 100; n++) await consumeRateLimit("unknownBrowser", "nobody@example.org");
  const guesses = await guess(browserAt("198.51.101.1"), ben.email, 10);
  expect([count(guesses, 400), count(guesses, 429)]).toEqual([1, 9]);
  for (const [email, status] of [
    [ben.email, 200],
    ["nobody@example.org", 400],
  ] as const) {
    expect((await signIn(browserAt("203.0.113.4"), email)).status).toBe(status);
    const refused = await signIn(browserAt("203.0.113.4"), email);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
    expect(await sayings(refused)).toMatch(/where you've signed in before.* to get a link by email\./);
  }
  expect((await signIn(browserAt("203.0.113.3"), ben.email)).status).toBe(200);
  expect((await signIn(ben, ben.email)).status).toBe(200);
});

test("an address can start 60 sign-ins in ten minutes, and further ones write nothing", async () => {
  const begin = async (browser: Browser) => {
    const login = await browser.get("/api/login");
    const provider = new URL(login.headers.get("Location") ?? "");
    return browser.get(provider.pathname + provider.search);
  };
  const begun = await Promise.all(Array.from({ length: 65 }, () => begin(browserAt("198.51.100.9"))));
  expect(count(begun, 303)).toBe(60);
  const refused = begun.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused?.text()).toContain("That was a little too fast. Try again in");
  const countRows = async () => (await query("select count(*) as rows from provider_record"))[0]?.rows;
  const before = await countRows();
  expect((await begin(browserAt("198.51.100.9"))).status).toBe(429);
  expect(await countRows()).toBe(before);
  expect((await begin(browserAt("198.51.100.10"))).status).toBe(303);
});

test("guessing codes is slowed down without locking the owner out", async () => {
  const ada = await addOwner("203.0.113.11");
  const [recoveryCode = ""] = await makeCodes(ada);
  const key = await startAuthenticator(ada);
  await ada.form("/settings/authenticator", { code: codeOf(key) });
  const forgetUse = () => query("update authenticator set last_step = null");
  const enterPassword = async (browser: Browser, password = PASSWORD) => {
    const page = await goToSignIn(browser);
    return (await browser.form(page, { email: ada.email, password })).headers.get("Location") ?? "";
  };
  const enter = async (browser: Browser, fields: Record<string, string>, password = PASSWORD) =>
    browser.form(await enterPassword(browser, password), fields);
  const guessCodes = async (address: string) => {
    const browser = browserAt(address);
    const next = await enterPassword(browser);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await browser.form(next, { code: "000000" })).status);
    return statuses;
  };
  expect(await guessCodes("192.0.2.2")).toEqual([400, 400, 400, 400, 400, 429]);
  for (let i = 3; i < 8; i++) expect((await guessCodes(`192.0.2.${i}`))[4]).toBe(400);
  // Thirty wrong codes in a day from browsers that have never signed in.
  expect((await guessCodes("192.0.2.9"))[0]).toBe(429);
  await forgetUse();
  const known = ada.cookies.filter(({ name }) => name === "browser");
  expect((await enter(browserAt("192.0.2.10", known), { code: codeOf(key) })).status).toBe(303);
  expect((await enter(browserAt("192.0.2.11"), { recoveryCode })).status).toBe(303);
  await forgetUse();
  const refused = await enter(browserAt("192.0.2.12"), { code: codeOf(key) });
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringContaining("A recovery code works at once"),
  ]);
  // A person who guessed the old password doesn't know the new one.
  const newPassword = "a password of her own";
  const changed = await ada.form("/settings/password", { currentPassword: PASSWORD, newPassword });
  expect(changed.status).toBe(303);
  expect((await enter(browserAt("192.0.2.13"), { code: codeOf(key) }, newPassword)).status).toBe(303);
});

test("mail that is not sent is said so, the same for every address, and counted by inbox", async () => {
  const browser = browserAt("203.0.113.20");
  const page = await goToSignIn(browser);
  const ask = (email: string) =>
    browser.form(`${page}/sign-up`, { ...NEWCOMER, firstName: "Ada", lastName: "L", email });
  const spellings = ["dots@gmail.com", "d.ots+1@googlemail.com", "dots+2@gmail.com"];
  for (const email of spellings) expect((await ask(email)).status).toBe(200);
  const refused = await ask("dots+3@gmail.com");
  expect([refused.status, await sayings(refused)]).toEqual([
    429,
    expect.stringContaining("We've already sent a few emails to this address. Open the latest one"),
  ]);
  expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
  // The owner, whose own sign-up a stranger's have swallowed, has the account with any of them.
  const owners = spellings[0] ?? "";
  const link = await readLink(owners);
  const made = await browserAt("203.0.113.21").form(link, { token: tokenIn(link), ...NEWCOMER });
  expect(made.status).toBe(200);

  const unknown = newAddress();
  const answers = [];
  for (const email of [owners, unknown]) {
    const reset = () => browserAt("203.0.113.22").form("/forgot-password", { email });
    for (let i = 0; i < 3; i++) expect((await reset()).status).toBe(200);
    const answer = await reset();
    const changing = /nonce="[^"]*"|[\w-]{43,54}/g;
    answers.push([answer.status, (await answer.text()).replaceAll(email, "").replace(changing, "")]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(429);

  // A browser that has signed in to the account has mails of its own.
  const known = browserAt("203.0.113.23");
  await signIn(known, owners);
  expect((await known.form("/forgot-password", { email: owners })).status).toBe(200);
  expect(mail.mails.map(({ to }) => to)).not.toContain(unknown);
});
