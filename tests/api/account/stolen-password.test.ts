// Whoever knew a password for a while has nothing left after any of the ways in which its owner takes the account back.
import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabaseFile } from "../../database-file";
import { type MailServer, startMailServer } from "../../fakes/mail-server";
import { makePasskeyDevice, type PasskeyDevice } from "../../fakes/passkey-device";
import { operate } from "../operate";
import { type Browser, goToSignIn, openBrowser, type RunningServer, signIn, startServer } from "../server";
import { openStream } from "../stream";

const PASSWORD = "listen closely";
const NEW = "a much better password";
const CLOSED = "This link was already used or has expired.";
/** How long a live stream may stay open. */
const STREAM_MS = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

let server: RunningServer;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startServer({ SMTP_URL: mail.url, MAIL_FROM: "B-Side <hello@b-side.example>" });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
  mail.close();
  expect(server.output()).not.toContain('"msg":"bug"');
});

const visitor = () => openBrowser(server);

async function query(sql: string, ...args: (string | number)[]) {
  const client = openDatabaseFile(`${server.dataDir}/b-side.sqlite`);
  const { rows } = await client.execute({ sql, args });
  client.close();
  return rows;
}

/** The owner of an account: the browser they use, and their address. */
type Owner = Browser & { email: string };

/** Adds an account with a proven address, whose owner is signed in. */
async function addOwner(): Promise<Owner> {
  const email = `ada-${randomUUID()}@example.org`;
  await query(
    `insert into account (id, email, password_hash, first_name, last_name, email_confirmed_at, created_at)
      values (?, ?, ?, 'Ada', 'Lovelace', ?, ?)`,
    randomUUID(),
    email,
    await hash(PASSWORD),
    Date.now(),
    Date.now(),
  );
  return Object.assign(await signInAs(email), { email });
}

async function signInAs(email: string, browser = visitor(), password = PASSWORD): Promise<Browser> {
  await signIn(browser, email, password);
  return browser;
}

const isSignedIn = async (browser: Browser) => (await browser.get("/api/auth/user")).status === 200;

/** The link in the latest mail to an address that contains these words. */
async function readLink(email: string, words: string): Promise<string> {
  const find = () => mail.mails.filter(({ to, text }) => to === email && text.includes(words)).at(-1);
  await expect.poll(find).toBeDefined();
  const [url = ""] = find()?.text.match(/http\S+token=\S+/) ?? [];
  return url.slice(server.origin.length);
}

const press = (link: string, fields: Record<string, string> = {}) =>
  visitor().form(link, { token: link.split("token=")[1] ?? "", ...fields });

async function makeCodes(browser: Browser): Promise<string[]> {
  const page = await (await browser.form("/settings/recovery-codes", {})).text();
  return [...page.matchAll(/<li>([a-z\d]{5}-[a-z\d]{5})<\/li>/g)].map(([, code = ""]) => code);
}

const resetWithCode = (email: string, code: string, newPassword = NEW) =>
  visitor().form("/forgot-password/code", { email, code, newPassword });

const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate();

/** Turns on an authenticator app; resolves with its key. */
async function addAuthenticator(browser: Browser): Promise<string> {
  await browser.form("/settings/authenticator/start", {});
  const page = await (await browser.get("/settings/authenticator")).text();
  const key = /<code[^>]*>([A-Z\d ]+)<\/code>/.exec(page)?.[1] ?? "";
  expect((await browser.form("/settings/authenticator", { code: codeOf(key) })).status).toBe(303);
  // Tests can't wait half a minute for the next code.
  await query("update authenticator set last_step = null");
  return key;
}

async function challengeOf(browser: Browser, path: string) {
  const answer = await browser.form(path, {}, { Accept: "application/json" });
  return (await answer.json()) as Parameters<PasskeyDevice["create"]>[0] & { rpId: string };
}

async function addPasskey(browser: Browser): Promise<PasskeyDevice> {
  const key = makePasskeyDevice(server.origin);
  const passkey = key.create(await challengeOf(browser, "/settings/passkeys/challenge"));
  expect((await browser.form("/settings/passkeys", { name: "A key", passkey })).status).toBe(303);
  return key;
}

async function canUsePasskey(key: PasskeyDevice): Promise<boolean> {
  const browser = visitor();
  const page = await goToSignIn(browser);
  const passkey = key.use(await challengeOf(browser, `${page}/challenge`));
  await browser.follow(await browser.form(page, { passkey }));
  return isSignedIn(browser);
}

/** Starts a sign-in, and follows it after the password up to a redirect to `end`, which is not followed. */
async function signInUpTo(email: string, end: string) {
  const browser = visitor();
  const page = await goToSignIn(browser);
  let answer = await browser.form(page, { email, password: PASSWORD });
  for (;;) {
    const { pathname, search } = new URL(answer.headers.get("Location") ?? "", server.origin);
    if (pathname.endsWith(end) || pathname.includes(end))
      return { browser, page, resume: () => browser.get(pathname + search) };
    answer = await browser.get(pathname + search);
  }
}

/** Begins, takes and sets up all that a thief with the password can. `tryAll` tells what of it still works. */
async function breakIn(email: string) {
  const thief = await signInAs(email);
  const passkey = await addPasskey(thief);
  const [code = "", ...codes] = await makeCodes(thief);
  const reached = `thief-${randomUUID()}@example.org`;
  expect((await thief.form("/settings/email", { email: reached })).status).toBe(200);
  const pending = await readLink(reached, "use this email address");
  await thief.form("/settings/export", {});
  let exported = "";
  const findExport = async () => {
    const page = await (await thief.get("/settings/export")).text();
    exported = /href="(\/settings\/export\/[^"]+\.zip)"/.exec(page)?.[1] ?? "";
    return exported;
  };
  await expect.poll(findExport).not.toBe("");
  const stream = await openStream(thief);
  const unfinished = await signInUpTo(email, "/oidc/auth/");
  const withCode = await signInUpTo(email, "/api/callback");
  const withCookie = await signInUpTo(email, "/api/callback");
  const tryAll = async () => {
    const isStreamOpen = await Promise.race([
      stream.ended.then(() => false),
      new Promise((resolve) => setTimeout(() => resolve(true), STREAM_MS)),
    ]);
    for (const { browser, resume } of [unfinished, withCode]) await browser.follow(await resume());
    await withCookie.browser.follow(await withCookie.browser.get("/api/login"));
    const confirmed = await (await press(pending)).text();
    return {
      "sign-in held back": await isSignedIn(unfinished.browser),
      "code held back": await isSignedIn(withCode.browser),
      "provider session": await isSignedIn(withCookie.browser),
      session: await isSignedIn(thief),
      "live stream": isStreamOpen,
      export: (await thief.get(exported)).status === 200,
      "pending address": !confirmed.includes(CLOSED),
      passkey: await canUsePasskey(passkey),
      "recovery code": (await resetWithCode(email, code, "the thief has it now")).status === 200,
    };
  };
  return { codes: [code, ...codes].reverse(), tryAll };
}

const NOTHING = {
  "sign-in held back": false,
  "code held back": false,
  "provider session": false,
  session: false,
  "live stream": false,
  export: false,
  "pending address": false,
  passkey: false,
  "recovery code": false,
};

/** How an owner takes an account back. `codes` are on a sheet that the thief has seen, too. */
const remedies: Record<string, (owner: Owner, codes: string[]) => Promise<unknown>> = {
  "a change of password": (owner) =>
    owner.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW }),
  "a reset by mail": async ({ email }) => {
    await visitor().form("/forgot-password", { email });
    await press(await readLink(email, "Forgot your password"), { newPassword: NEW });
  },
  "a reset by recovery code": ({ email }, [code = ""]) => resetWithCode(email, code),
  "a reset from the console": async ({ email }) => {
    const { said } = await operate(server.dataDir, ["account", "reset", email]);
    await press(/\/reset-password\?token=[\w-]+/.exec(said)?.[0] ?? "", { newPassword: NEW });
  },
  "signing out the other browsers": (owner) => owner.form("/settings/sessions/end", {}),
  "turning an authenticator app on": addAuthenticator,
  "adding a passkey": addPasskey,
};

test.each(Object.entries(remedies))("after %s a thief has nothing", async (_, takeBack) => {
  const owner = await addOwner();
  const { codes, tryAll } = await breakIn(owner.email);
  // A new passkey has signed the owner out.
  await signInAs(owner.email, owner);
  await takeBack(owner, codes);
  expect(await tryAll()).toEqual(NOTHING);
});

const withoutAuthenticator = Object.entries(remedies).filter(([name]) => !name.includes("authenticator"));

test.each(withoutAuthenticator)(
  "after %s a thief's entered password is worth nothing",
  async (name, takeBack) => {
    const owner = await addOwner();
    const key = await addAuthenticator(owner);
    await query("update authenticator set created_at = created_at - ?", 8 * DAY_MS);
    const { browser, page } = await signInUpTo(owner.email, "/code");
    await takeBack(owner, await makeCodes(owner));
    await query("update authenticator set last_step = null");
    const entered = await browser.form(`${page}/code`, { code: codeOf(key) });
    expect([name, entered.status, entered.headers.get("Location")]).toEqual([name, 303, page]);
    expect(await isSignedIn(browser)).toBe(false);
  },
);

const resets = Object.entries(remedies).filter(([name]) => name.includes("reset"));

test.each(resets)(
  "after %s no sign-in asks for the code of a thief's authenticator app",
  async (_, takeBack) => {
    const owner = await addOwner();
    const thief = await signInAs(owner.email);
    const codes = await makeCodes(thief);
    await addAuthenticator(thief);
    await takeBack(owner, codes);
    expect(await isSignedIn(await signInAs(owner.email, visitor(), NEW))).toBe(true);
  },
);

test("a thief's key for an authenticator app that is never turned on is not the owner's", async () => {
  const owner = await addOwner();
  const thief = await signInAs(owner.email);
  const keys = [];
  for (const browser of [thief, owner]) {
    await browser.form("/settings/authenticator/start", {});
    const page = await (await browser.get("/settings/authenticator")).text();
    keys.push(/<code[^>]*>([A-Z\d ]+)<\/code>/.exec(page)?.[1]);
  }
  expect(keys[0]).toBeDefined();
  expect(keys[1]).toBeDefined();
  expect(keys[1]).not.toBe(keys[0]);
});

test("what has stood for more than a week stays, and so does what the owner's browser has set up", async () => {
  const owner = await addOwner();
  const phone = await signInAs(owner.email);
  const [old, own] = [await addPasskey(phone), makePasskeyDevice(server.origin)];
  await query("update passkey set created_at = created_at - ?", 8 * DAY_MS);
  await signInAs(owner.email, owner);
  const passkey = own.create(await challengeOf(owner, "/settings/passkeys/challenge"));
  await owner.form("/settings/passkeys", { name: "Own", passkey });
  await owner.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW });
  expect([await canUsePasskey(old), await canUsePasskey(own)]).toEqual([true, true]);
});

test("a wrong recovery code and a wrong link remove nothing", async () => {
  const owner = await addOwner();
  const key = await addPasskey(owner);
  const [code = ""] = await makeCodes(owner);
  expect((await resetWithCode(owner.email, "00000-00000")).status).toBe(400);
  expect((await press("/reset-password?token=none", { newPassword: NEW })).status).toBe(400);
  expect([await isSignedIn(owner), await canUsePasskey(key)]).toEqual([true, true]);
  expect((await resetWithCode(owner.email, code)).status).toBe(200);
});
