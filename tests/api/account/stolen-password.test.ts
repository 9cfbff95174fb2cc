// A thief who knew a password for a while has nothing left after any of the ways in which its owner takes the account back.
import { expect, test } from "vitest";
import { toDate } from "~/days";
import { dayOf } from "~/models/member/visit.server";
import { createExport } from "../exports";
import {
  codeOf,
  isSignedIn,
  makeCodes,
  NEW_PASSWORD as NEW,
  PASSWORD,
  query,
  shareMailApp,
  startAuthenticator,
  tokenIn,
} from "../mail";
import { goToSignIn, makeConversation, type Person } from "../people";
import { openStream } from "../stream";

const {
  app,
  visitor,
  newAddress,
  readLink,
  readLinkOf,
  signUp: addOwner,
  signInAgain,
  press,
  canSignIn,
  addPasskey,
  canUsePasskey,
  turnAppOn,
  resetWithCode,
} = await shareMailApp();

const CLOSED = "This link was already used or has expired.";
/** How long a live stream may stay open. */
const STREAM_MS = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Starts a sign-in, and follows it after the password up to a redirect to `end`, which is not followed. */
async function signInUpTo(email: string, end: string) {
  const browser = visitor();
  const page = await goToSignIn(browser);
  let answer = await browser.form(page, { email, password: PASSWORD });
  for (;;) {
    const { pathname, search } = new URL(answer.headers.get("Location") ?? "", app().origin);
    if (pathname.endsWith(end) || pathname.includes(end))
      return { browser, page, resume: () => browser.get(pathname + search) };
    answer = await browser.get(pathname + search);
  }
}

/** The page that tells a friend of a plan which the owner has agreed on with somebody, made by the thief. */
async function sharePlan(thief: Person): Promise<string> {
  const other = await addOwner();
  const path = `/api/conversations/${await makeConversation(thief, other)}/plan`;
  const plan = { place: "Café Nordbahn", date: toDate(dayOf() + 4), time: "19:30" };
  const { id: planId } = (await (await other.json("POST", path, plan)).json()) as { id: string };
  await thief.json("PATCH", path, { planId, step: "accept" });
  const made = await thief.json("POST", `${path}/links`, { planId });
  return new URL(((await made.json()) as { url: string }).url).pathname;
}

/** Begins, takes and sets up everything that a thief with the password can. `tryAll` tells what of it still works. */
async function breakIn(owner: Person) {
  const { email } = owner;
  const thief = await signInAgain(owner);
  const passkey = await addPasskey(thief);
  const [code = "", ...codes] = await makeCodes(thief);
  const reached = newAddress("thief");
  expect((await thief.form("/settings/email", { email: reached })).status).toBe(200);
  const pending = await readLink(reached);
  const exported = await createExport(thief);
  expect((await thief.get(exported)).status).toBe(200);
  const shared = await sharePlan({ ...owner, ...thief });
  expect((await visitor().get(shared)).status).toBe(200);
  const stream = await openStream(thief);
  const unfinished = await signInUpTo(email, "/oidc/auth/");
  const withCode = await signInUpTo(email, "/api/callback");
  const tryAll = async () => {
    const isStreamOpen = await Promise.race([
      stream.ended.then(() => false),
      new Promise((resolve) => setTimeout(() => resolve(true), STREAM_MS)),
    ]);
    for (const { browser, resume } of [unfinished, withCode]) await browser.follow(await resume());
    const isCodeGood = await isSignedIn(withCode.browser);
    expect(withCode.browser.cookies.map(({ name }) => name)).toContain("provider");
    await withCode.browser.follow(await withCode.browser.get("/api/login"));
    const confirmed = await (await press(pending)).text();
    return {
      "sign-in held back": await isSignedIn(unfinished.browser),
      "code held back": isCodeGood,
      "provider session": await isSignedIn(withCode.browser),
      session: await isSignedIn(thief),
      "live stream": isStreamOpen,
      export: (await thief.get(exported)).status === 200,
      "friend's link": (await visitor().get(shared)).status === 200,
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
  "friend's link": false,
  "pending address": false,
  passkey: false,
  "recovery code": false,
};

/** How an owner takes an account back. `codes` are on a sheet that the thief has seen, too. */
const remedies: Record<string, (owner: Person, codes: string[]) => Promise<unknown>> = {
  "a change of password": (owner) =>
    owner.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW }),
  "a reset by mail": async ({ email }) => {
    await visitor().form("/forgot-password", { email });
    await press(await readLinkOf(email, "Choose a new password for B-Side"), { newPassword: NEW });
  },
  "a reset by recovery code": ({ email }, [code = ""]) => resetWithCode(email, code),
  "a reset from the console": async ({ email }) => {
    const { makeResetLink } = await import("~/models/account/recovery/reset-link.server");
    const token = tokenIn(await makeResetLink(email));
    await press(`/reset-password?token=${token}`, { newPassword: NEW });
  },
  "signing out the other browsers": (owner) => owner.form("/settings/sessions/end", {}),
  "turning an authenticator app on": turnAppOn,
  "adding a passkey": (owner) => addPasskey(owner),
};

test.each(Object.entries(remedies))("after %s a thief has nothing", async (_, takeBack) => {
  const owner = await addOwner();
  const { codes, tryAll } = await breakIn(owner);
  // A new passkey has signed the owner out.
  await takeBack({ ...owner, ...(await signInAgain(owner)) }, codes);
  expect(await tryAll()).toEqual(NOTHING);
});

const withoutAuthenticator = Object.entries(remedies).filter(([name]) => !name.includes("authenticator"));

test.each(withoutAuthenticator)(
  "after %s a thief's entered password is worth nothing",
  async (name, takeBack) => {
    const owner = await addOwner();
    const key = await turnAppOn(owner);
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
    const thief = await signInAgain(owner);
    const codes = await makeCodes(thief);
    await turnAppOn(thief);
    await takeBack(owner, codes);
    expect(await canSignIn(owner.email, NEW)).toBe(true);
  },
);

test("a thief's key for an authenticator app that is never turned on is not the owner's", async () => {
  const owner = await addOwner();
  const thief = await signInAgain(owner);
  const keys = [await startAuthenticator(thief), await startAuthenticator(owner)];
  expect(keys).toEqual([expect.stringMatching(/^[A-Z2-7]/), expect.stringMatching(/^[A-Z2-7]/)]);
  expect(keys[1]).not.toBe(keys[0]);
});

test("what has stood for more than a week stays, and so does what the owner's browser has set up", async () => {
  const owner = await addOwner();
  const phone = await signInAgain(owner);
  const old = await addPasskey(phone);
  await query("update passkey set created_at = created_at - ?", 8 * DAY_MS);
  const laptop = await signInAgain(owner);
  const own = await addPasskey(laptop);
  await laptop.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW });
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
