// The app with a mail server, and people who act with the links that they are mailed.
import { Secret, TOTP } from "otpauth";
import { afterAll, expect } from "vitest";
import { shareApp } from "../app";
import { startMailServer } from "../fakes/mail-server";
import { makePasskeyDevice, type PasskeyDevice } from "../fakes/passkey-device";
import type { Browser } from "./client";
import { goToSignIn, type Person, signIn } from "./people";
import type { Variables } from "./server";

export const PASSWORD = "listen closely";
export const NEW_PASSWORD = "a much better password";

/** The fields of a sign-up's link in another browser than the one that signed up. */
export const NEWCOMER = { firstName: "Ada", lastName: "Byron", password: PASSWORD, adult: "on" };
/** The fields at the first proof of an address. */
export const OWNER = { firstName: "Ada", lastName: "Byron", newPassword: NEW_PASSWORD };

export const sayings = async (answer: Response) => (await answer.text()).replaceAll("&#x27;", "'");
export const tokenIn = (path: string) => path.split("token=")[1] ?? "";

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get("/api/auth/user")).status === 200;
}

/** The current code of an authenticator app's key. */
export const codeOf = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate();

/** The challenge that a path issues for a passkey. */
export async function challengeOf(browser: Pick<Browser, "form">, path: string) {
  return (await (await browser.form(path, {}, { Accept: "application/json" })).json()) as Parameters<
    PasskeyDevice["create"]
  >[0] & { rpId: string };
}

/** Starts setting up an authenticator app; resolves with the key that the page shows. */
export async function startAuthenticator(person: Browser): Promise<string> {
  await person.form("/settings/authenticator/start", {});
  const page = await (await person.get("/settings/authenticator")).text();
  return /<code[^>]*>([A-Z\d ]+)<\/code>/.exec(page)?.[1] ?? "";
}

/** Creates recovery codes, which the page shows. */
export async function makeCodes(person: Pick<Browser, "form">): Promise<string[]> {
  const page = await (await person.form("/settings/recovery-codes", {})).text();
  const codes = page.match(/(?<=<li>)[\da-z]{5}-[\da-z]{5}(?=<)/g) ?? [];
  expect(codes).toHaveLength(10);
  return codes;
}

/** Runs SQL on the database of the test file. */
export async function query(sql: string, ...args: (string | number)[]) {
  const { client } = await import("db/client.server");
  return (await client.execute({ sql, args })).rows;
}

/** Starts both before the file's tests, and stops them after. */
export async function shareMailApp(variables: Variables = {}) {
  const mail = await startMailServer();
  // After the app has stopped, which finishes the mail in transit.
  afterAll(() => mail.close());
  const {
    app,
    visitor,
    signUp: addPerson,
    signInAgain,
    consumeRateLimit,
  } = shareApp({ ...mail.variables, ...variables });
  let addresses = 0;

  const newAddress = (name = "ada") => `${name}-new-${++addresses}@example.org`;

  const pathIn = (text = "") => text.match(/http\S+token=\S+/)?.[0].slice(app().origin.length);

  /** The path of the link in the latest mail to an address that has one, once there are `count` mails. */
  async function readLink(email: string, count = 1): Promise<string> {
    const received = await mail.untilReceived(email, count);
    expect(received.at(-1)?.text).toContain(`${app().origin}/`);
    return pathIn(received.at(-1)?.text) ?? "";
  }

  /** The path of the link in the latest mail to an address with this subject. */
  async function readLinkOf(email: string, subject: string): Promise<string> {
    const find = () => mail.mails.filter((each) => each.to === email && each.subject === subject).at(-1);
    await expect.poll(() => pathIn(find()?.text), { message: subject, interval: 10 }).toBeDefined();
    return pathIn(find()?.text) ?? "";
  }

  async function requestAccount(browser: Browser, email: string, password = PASSWORD) {
    const page = await goToSignIn(browser, "/settings");
    const fields = { firstName: "Ada", lastName: "Lovelace", email, password, adult: "on" };
    return browser.form(`${page}/sign-up`, fields);
  }

  /** A member whose account is from before there was mail. */
  const signUpUnconfirmed = (firstName = "Ada"): Promise<Person> => addPerson(firstName);

  /** A member with a confirmed address. */
  async function signUp(firstName = "Ada"): Promise<Person> {
    const person = await addPerson(firstName);
    await query("update account set email_confirmed_at = ? where email = ?", Date.now(), person.email);
    return person;
  }

  /** Sends the form of a link's page, in a new browser unless `by` is given. */
  const press = (
    link: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
    by: Browser = visitor(),
  ) => by.form(link, { token: tokenIn(link), ...fields }, headers);

  async function canSignIn(email: string, password: string): Promise<boolean> {
    const browser = visitor();
    await signIn(browser, email, password);
    return isSignedIn(browser);
  }

  async function accountOf({ email }: { email: string }): Promise<string> {
    const [account] = await query("select id from account where email = ?", email);
    return String(account?.id);
  }

  /** A browser in which a thief who knows the password has signed in. */
  const thiefOf = (owner: Person): Promise<Browser> => signInAgain(owner);

  async function addPasskey(person: Browser, key = makePasskeyDevice(app().origin)): Promise<PasskeyDevice> {
    const passkey = key.create(await challengeOf(person, "/settings/passkeys/challenge"));
    expect((await person.form("/settings/passkeys", { name: "Laptop", passkey })).status).toBe(303);
    return key;
  }

  async function canUsePasskey(key: PasskeyDevice): Promise<boolean> {
    const browser = visitor();
    const page = await goToSignIn(browser);
    const passkey = key.use(await challengeOf(browser, `${page}/challenge`));
    await browser.follow(await browser.form(page, { passkey }));
    return isSignedIn(browser);
  }

  /** Turns an authenticator app on, and makes its code unused again; resolves with the key. */
  async function turnAppOn(person: Browser): Promise<string> {
    const key = await startAuthenticator(person);
    expect((await person.form("/settings/authenticator", { code: codeOf(key) })).status).toBe(303);
    // Tests can't wait half a minute for the next code.
    await query("update authenticator set last_step = null");
    return key;
  }

  return {
    app,
    mail,
    visitor,
    newAddress,
    readLink,
    readLinkOf,
    requestAccount,
    signUp,
    signUpUnconfirmed,
    signInAgain,
    consumeRateLimit,
    press,
    canSignIn,
    accountOf,
    thiefOf,
    addPasskey,
    canUsePasskey,
    turnAppOn,
    resetWithCode: (email: string, code = "", newPassword = NEW_PASSWORD) =>
      visitor().form("/forgot-password/code", { email, code, newPassword }),
  };
}
