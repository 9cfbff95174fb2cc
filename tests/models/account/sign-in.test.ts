// Passwords, and the browsers and addresses that a sign-in comes from.

import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { client, db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, authenticator, knownClient, mail, session } from "db/schema";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { decrypt } from "~/encryption.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { addAccount, checkPassword } from "~/models/account/account.server";
import { passwordInput, signInInput, signUpInput } from "~/models/account/account-schema";
import { confirmEmail, requestConfirmation } from "~/models/account/email.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { makeRecoveryCodes, resetWithCode } from "~/models/account/recovery/recovery-codes.server";
import { makeResetLink, requestResetLink, resetWithLink } from "~/models/account/recovery/reset-link.server";
import {
  checkSecondFactor,
  confirmAuthenticator,
  startAuthenticator,
} from "~/models/account/second-factor/authenticator.server";
import {
  addKnownBrowser,
  type Client,
  deleteExpiredClients,
  knowsBrowser,
} from "~/models/account/sign-in/known-client.server";
import { checkCurrentPassword } from "~/models/account/sign-in/password.server";
import { changePassword } from "~/models/account/sign-in/password-change.server";
import { estimateStrength } from "~/models/account/sign-in/password-strength";
import {
  addSession,
  endMemberSession,
  endOtherSessions,
  getSession,
} from "~/models/account/sign-in/session.server";
import { findOrAddMember } from "~/models/member/member.server";
import { changeRows, deleteRows, rowsOf } from "../../rows";

vi.hoisted(() => {
  Object.assign(process.env, { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "hello@b-side.example" });
});

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

const PASSWORD = "listen very closely";

/** Adds a member who is signed in twice. */
async function addMemberWithSessions() {
  const person = { firstName: "Ada", lastName: "Lovelace", email: `${randomUUID()}@example.org` };
  const accountId = await addAccount({ ...person, password: PASSWORD }, randomUUID());
  const { id: memberId } = await findOrAddMember({ ...person, issuer: EMBEDDED_MEMBERS, subject: accountId });
  for (let added = 0; added < 2; added++) await addSession(memberId, {}, { userAgent: "" });
  const readSessions = async () =>
    (await db.select({ id: session.id }).from(session).where(eq(session.memberId, memberId))).map(
      ({ id }) => id,
    );
  const [own = ""] = await readSessions();
  const change = (currentPassword: string) =>
    changePassword(
      accountId,
      { currentPassword, newPassword: "listen even more closely" },
      { sessionId: own, userAgent: "" },
    );
  const readHash = async () =>
    (await db.select({ hash: account.passwordHash }).from(account).where(eq(account.id, accountId)))[0]?.hash;
  const readTokens = async () => {
    const sent = await db.select().from(mail).where(eq(mail.recipient, person.email)).orderBy(mail.createdAt);
    return sent.map(({ content }) => ("token" in content ? content.token : ""));
  };
  const tokens = {
    "the command line": async () =>
      new URL(await makeResetLink(person.email)).searchParams.get("token") ?? "",
    async mail() {
      await requestResetLink(person.email, { address: randomUUID() });
      return (await readTokens()).at(-1) ?? "";
    },
  };
  const reset = (token: string, purpose?: "confirm") => {
    const input = { ...person, token, newPassword: "listen again", removesWays: false };
    return resetWithLink(input, { address: randomUUID(), userAgent: "" }, purpose);
  };
  const prove = () => checkPassword({ email: person.email, password: PASSWORD }, { address: randomUUID() });
  return { accountId, memberId, own, change, prove, readTokens, tokens, reset, readHash, readSessions };
}

test("changing a password ends the member's other sessions, and a refused change ends none", async () => {
  const { own, change, readSessions } = await addMemberWithSessions();
  await expect(change("something else")).toBeRefused("invalid");
  expect(await readSessions()).toHaveLength(2);
  await change(PASSWORD);
  expect(await readSessions()).toEqual([own]);
});

test("a password stays unchanged if the other sessions can't be ended", async () => {
  const { change, readHash, readSessions } = await addMemberWithSessions();
  const before = await readHash();
  await client.execute(
    "create trigger keep_sessions before delete on session begin select raise(abort, 'kept'); end",
  );
  try {
    await expect(change(PASSWORD)).rejects.toThrow();
  } finally {
    await client.execute("drop trigger keep_sessions");
  }
  expect(await readHash()).toBe(before);
  expect(await readSessions()).toHaveLength(2);
});

test("a sign-in that a password has proven starts no session once the password has changed", async () => {
  const { memberId, own, change, prove, readSessions } = await addMemberWithSessions();
  const [before, proof] = [await prove(), await prove()];
  await addSession(memberId, {}, { userAgent: "", proof: before });
  await change(PASSWORD);
  await expect(addSession(memberId, {}, { userAgent: "", proof })).toBeRefused("invalid");
  expect(await readSessions()).toEqual([own]);
});

test.each(["the command line", "mail"] as const)(
  "a link from %s sets no password once it has changed in the settings",
  async (by) => {
    const { change, readHash, reset, tokens } = await addMemberWithSessions();
    const token = await tokens[by]();
    await change(PASSWORD);
    const changed = await readHash();
    await expect(reset(token)).toBeRefused("invalid");
    expect(await readHash()).toBe(changed);
    await reset(await tokens["the command line"]());
    expect(await readHash()).not.toBe(changed);
  },
);

test("the console makes a link for an address as its owner writes it, its domain in their script", async () => {
  const person = { firstName: "Ivan", lastName: "", email: `ivan-${randomUUID()}@xn--e1afmkfd.xn--p1ai` };
  await addAccount({ ...person, password: PASSWORD }, randomUUID());
  const typed = person.email.replace("xn--e1afmkfd.xn--p1ai", "Пример.рф");
  await expect(makeResetLink(typed)).resolves.toContain("/reset-password?token=");
});

test("a link that confirms an address sets no password once another has confirmed it", async () => {
  const { accountId, readHash, readTokens, reset } = await addMemberWithSessions();
  for (let asked = 0; asked < 2; asked++) await requestConfirmation(accountId);
  const [first = "", second = ""] = await readTokens();
  const before = await readHash();
  await confirmEmail(first, accountId, "");
  await expect(reset(second, "confirm")).toBeRefused("invalid");
  expect(await readHash()).toBe(before);
});

describe.each([
  ["p\u00e4ssw\u00f6rd-\u00dcml\u00e4ut 42 ok", "pa\u0308sswo\u0308rd-U\u0308mla\u0308ut 42 ok"],
  ["contrase\u00f1a-larga 9", "contrasen\u0303a-larga 9"],
])("%s, composed and decomposed", (composed, decomposed) => {
  const wrong = { code: "invalid" };
  const email = () => `${randomUUID()}@example.org`;
  const addPerson = async (password: string) => {
    const person = { firstName: "Ada", lastName: "Lovelace", email: email() };
    const accountId = await addAccount({ ...person, password }, randomUUID());
    const signIn = (typed: string) =>
      checkPassword({ email: person.email, password: typed }, { address: randomUUID() });
    const confirm = (typed: string) =>
      checkCurrentPassword({ accountId, sessionId: randomUUID() }, typed, "password");
    return { ...person, accountId, signIn, confirm };
  };
  const change = (accountId: string, currentPassword: string, newPassword: string) =>
    changePassword(accountId, { currentPassword, newPassword }, { sessionId: randomUUID(), userAgent: "" });

  test("open what was set with the other, wherever it was set", async () => {
    for (const [set = "", typed = ""] of [
      [composed, decomposed],
      [decomposed, composed],
    ]) {
      const ada = await addPerson(set);
      const open = async () => {
        await expect(ada.signIn(typed)).resolves.toMatchObject({ accountId: ada.accountId });
        await expect(ada.confirm(typed)).resolves.toBeTruthy();
        await expect(ada.signIn(`${typed}!`)).rejects.toMatchObject(wrong);
        await expect(ada.signIn(typed.normalize("NFD").replace(/\p{M}/gu, ""))).rejects.toMatchObject(wrong);
      };
      await open();
      await change(ada.accountId, typed, PASSWORD);
      await change(ada.accountId, PASSWORD, set);
      await open();
      const token = new URL(await makeResetLink(ada.email)).searchParams.get("token") ?? "";
      const reset = { token, newPassword: set, removesWays: false };
      await resetWithLink(reset, { address: randomUUID(), userAgent: "" });
      await open();
    }
  });

  test("a password from before they were normalized opens as it was typed, and from then on by either", async () => {
    const withOldHash = async (password: string) => {
      const ada = await addPerson(PASSWORD);
      const passwordHash = await hash(password);
      await changeRows(account, { id: ada.accountId }, { passwordHash });
      return ada;
    };
    const [ada, ben, cleo] = [
      await withOldHash(decomposed),
      await withOldHash(decomposed),
      await withOldHash(composed),
    ];
    await ada.signIn(decomposed);
    await ada.signIn(composed);
    await change(ben.accountId, decomposed, PASSWORD);
    await ben.signIn(PASSWORD);
    await cleo.signIn(decomposed);
    await expect(ada.signIn(PASSWORD)).rejects.toMatchObject(wrong);
  });
});

test.each([
  ["composed", "\u00e4"],
  ["decomposed", "a\u0308"],
])("letters of a password count once, also %s", (_, letter) => {
  const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org", adult: true };
  const isTaken = (length: number) => {
    const password = letter.repeat(length);
    return [
      signUpInput.safeParse({ ...person, password }),
      passwordInput.safeParse({ currentPassword: PASSWORD, newPassword: password }),
      signInInput.safeParse({ ...person, password }),
    ].map(({ success }) => success);
  };
  expect(isTaken(7)).toEqual([false, false, true]);
  expect(isTaken(8)).toEqual([true, true, true]);
  expect(isTaken(200)).toEqual([true, true, true]);
  expect(isTaken(201)).toEqual([false, false, false]);
});

test.each([
  ["", "weak"],
  ["x7#Kq2", "weak"],
  ["password1", "weak"],
  ["Password123!", "weak"],
  ["aaaaaaaaaaaaaaaaaaaa", "weak"],
  ["abcdefghijklmnopqrst", "weak"],
  ["12345678901234567890", "weak"],
  ["abcxyzabcxyzabcxyzabcxyz", "weak"],
  ["k7#Qz!m2", "fair"],
  ["quiet brook", "fair"],
  ["a long enough password", "strong"],
  ["correct horse battery staple", "strong"],
  ["k7#Qz!m2Rw9$Lp", "strong"],
])("%j is %s", (password, strength) => {
  expect(estimateStrength(password)).toBe(strength);
});

afterEach(() => {
  vi.useRealTimers();
});
const NEW = "listen even more closely";

type Owner = Awaited<ReturnType<typeof addOwner>>;

/** A client at an address of its own. */
const makeClient = (browser?: string): Client => ({ address: randomUUID(), browser });

/** Adds an account whose owner is signed in at a client that it knows. */
async function addOwner() {
  const person = { firstName: "Ada", lastName: "Lovelace", email: `${randomUUID()}@example.org` };
  const accountId = await addAccount({ ...person, password: PASSWORD }, randomUUID());
  const member = await findOrAddMember({ ...person, issuer: EMBEDDED_MEMBERS, subject: accountId });
  const client = makeClient(randomUUID());
  const { sessionId } = await signInAt({ accountId, memberId: member.id }, client);
  return { ...person, accountId, memberId: member.id, client, sessionId };
}

/** Signs in to an account at a client; returns the session. */
async function signInAt({ accountId, memberId }: Pick<Owner, "accountId" | "memberId">, client: Client) {
  const session = await getSession(await addSession(memberId, {}, { userAgent: "" }));
  if (!session) throw new Error("nobody is signed in");
  await addKnownBrowser(accountId, client.browser, session.sessionId);
  return session;
}

/** "signed in", or the message of the refusal. */
const enter = (email: string, password: string, client: Client) =>
  checkPassword({ email, password }, client).then(
    () => "signed in",
    ({ message }: Error) => message,
  );

const WRONG = "The email or password is wrong.";
const SLOWED = /^There were many wrong passwords for this email, .* Try again in \d+ seconds?\. /;

/** Enters the 100 wrong passwords that strangers have in an hour. */
async function spendTries(email: string) {
  const strangers = Array.from({ length: 10 }, () => makeClient());
  const answers = await Promise.all(
    strangers.flatMap((stranger) =>
      Array.from({ length: 10 }, () => enter(email, "a wrong guess", stranger)),
    ),
  );
  expect(new Set(answers)).toEqual(new Set([WRONG]));
}

test("however many wrong passwords strangers enter, a new browser gets its turn at once and every minute", async () => {
  const ada = await addOwner();
  await spendTries(ada.email);
  vi.useFakeTimers({ toFake: ["Date"] });
  const strangers = Array.from({ length: 50 }, () => makeClient());
  for (const stranger of strangers) expect(await enter(ada.email, "a wrong guess", stranger)).toBe(WRONG);
  expect(await enter(ada.email, PASSWORD, makeClient(randomUUID()))).toBe("signed in");
  const phone = makeClient();
  expect(await enter(ada.email, "a wrong guess", phone)).toBe(WRONG);
  expect(await enter(ada.email, PASSWORD, phone)).toMatch(SLOWED);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect(await enter(ada.email, PASSWORD, phone)).toBe("signed in");
});

test("the slowed tries of one address are counted against that address alone, and never a known browser", async () => {
  const ada = await addOwner();
  await spendTries(ada.email);
  const stranger = makeClient();
  const guesses = Array.from({ length: 10 }, () => enter(ada.email, "a wrong guess", stranger));
  const answers = await Promise.all(guesses);
  expect(answers.filter((answer) => answer === WRONG)).toHaveLength(1);
  expect(answers.filter((answer) => SLOWED.test(answer))).toHaveLength(9);
  for (let n = 0; n < 3; n++)
    expect(await enter(ada.email, PASSWORD, { ...stranger, browser: ada.client.browser })).toBe("signed in");
});

test("the answers tell neither where an account was signed in to nor whether there is one", async () => {
  const [ada, ben] = [await addOwner(), await addOwner()];
  const nobody = `${randomUUID()}@example.org`;
  await Promise.all([spendTries(ada.email), spendTries(nobody)]);
  for (const expected of [WRONG, expect.stringMatching(SLOWED)])
    for (const address of [ada.client.address, ben.client.address])
      for (const email of [ada.email, nobody])
        expect(await enter(email, "a wrong guess", { address })).toEqual(expected);
});

test("wrong passwords from an address do not keep out a known browser there", async () => {
  const ada = await addOwner();
  const { address } = ada.client;
  const guesses = Array.from({ length: 25 }, () => enter(ada.email, "a wrong guess", { address }));
  expect((await Promise.all(guesses)).at(-1)).toContain("too fast");
  expect(await enter(ada.email, PASSWORD, { address })).toContain("too fast");
  expect(await enter(ada.email, PASSWORD, ada.client)).toBe("signed in");
});

test("a known browser has ten tries in three minutes too", async () => {
  const { email, client } = await addOwner();
  for (let n = 0; n < 10; n++)
    expect(await enter(email, "a wrong guess", makeClient(client.browser))).toBe(WRONG);
  expect(await enter(email, PASSWORD, client)).toContain("too fast");
});

test("neither wrong passwords nor wrong codes of strangers close a reset by recovery code", async () => {
  const ada = await addOwner();
  const [code = ""] = await makeRecoveryCodes(ada.accountId, { sessionId: ada.sessionId, userAgent: "" });
  const tryCode = (typed: string, client: Client) =>
    resetWithCode({ email: ada.email, code: typed, newPassword: NEW }, { ...client, userAgent: "" });
  await spendTries(ada.email);
  const strangers = Array.from({ length: 11 }, () => makeClient());
  const guesses = strangers.flatMap((stranger) => Array.from({ length: 10 }, () => stranger));
  await Promise.all(
    guesses.map((stranger) => expect(tryCode("00000-00000", stranger)).toBeRefused("invalid")),
  );
  for (const stranger of strangers) await expect(tryCode(code, stranger)).toBeRefused("too-many");
  const phone = makeClient();
  await tryCode(code, phone);
  expect(await enter(ada.email, NEW, phone)).toBe("signed in");
  expect(await enter(ada.email, NEW, makeClient())).toBe("signed in");
});

/** What an owner can do against a thief who is signed in with the session; resolves with where the owner is known then. */
const remedies: Record<string, (owner: Owner, thiefSession: string) => Promise<Client | undefined>> = {
  "changing the password": async ({ accountId, sessionId, client }) => {
    await changePassword(
      accountId,
      { currentPassword: PASSWORD, newPassword: NEW },
      { sessionId, userAgent: "" },
    );
    return client;
  },
  "signing out other browsers": async ({ memberId, sessionId, client }) => {
    await endOtherSessions(memberId, { sessionId, userAgent: "" });
    return client;
  },
  "signing out the thief's browser": async ({ memberId, client }, thiefSession) => {
    await endMemberSession(memberId, thiefSession);
    return client;
  },
  "adding an authenticator app": async ({ accountId, sessionId, client }) => {
    await startAuthenticator(accountId, sessionId);
    const [row] = await rowsOf(authenticator, { accountId });
    const key = decrypt(row?.secret ?? "", `authenticator ${accountId}`) ?? "";
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
    await confirmAuthenticator(accountId, code, { sessionId, userAgent: "" });
    return client;
  },
  "a reset by recovery code in a known browser": async ({ accountId, sessionId, email, client }) => {
    const [code = ""] = await makeRecoveryCodes(accountId, { sessionId, userAgent: "" });
    await resetWithCode({ email, code, newPassword: NEW }, { ...client, userAgent: "" });
    return client;
  },
  "a reset with a link in another browser": async ({ email }) => {
    const token = new URL(await makeResetLink(email)).searchParams.get("token") ?? "";
    const phone = makeClient(randomUUID());
    await resetWithLink({ token, newPassword: NEW, removesWays: false }, { ...phone, userAgent: "" });
    return undefined;
  },
};

test("wrong passwords and codes in a stolen session keep no owner from taking the account back", async () => {
  const ada = await addOwner();
  const { sessionId } = await signInAt(ada, makeClient(randomUUID()));
  const thief = { sessionId, userAgent: "" };
  await startAuthenticator(ada.accountId, sessionId);
  const guess = { currentPassword: "a wrong guess", newPassword: NEW };
  for (const tryOne of [
    () => changePassword(ada.accountId, guess, thief),
    () => confirmAuthenticator(ada.accountId, "000000", thief),
    () => checkSecondFactor(ada.accountId, { code: "000000", recoveryCode: "" }, thief),
  ]) {
    const results = await Promise.allSettled(Array.from({ length: 11 }, tryOne));
    expect(results.at(-1)).toMatchObject({ reason: { code: "too-many" } });
  }
  await remedies["adding an authenticator app"]?.(ada, sessionId);
  await remedies["changing the password"]?.(ada, sessionId);
  expect(await enter(ada.email, NEW, ada.client)).toBe("signed in");
});

test.each(Object.entries(remedies))("after %s a thief's browser is forgotten", async (_, remedy) => {
  const ada = await addOwner();
  const thief = makeClient(randomUUID());
  const { sessionId } = await signInAt(ada, thief);
  expect(await knowsBrowser(ada.accountId, thief.browser)).toBe(true);
  const known = await remedy(ada, sessionId);
  expect(await knowsBrowser(ada.accountId, thief.browser)).toBe(false);
  // A request of the thief's that was under way.
  await addKnownBrowser(ada.accountId, thief.browser, sessionId);
  expect(await knowsBrowser(ada.accountId, thief.browser)).toBe(false);
  expect(await knowsBrowser(ada.accountId, known?.browser)).toBe(known !== undefined);
});

test("a browser that resets a password without having signed in before does not become known", async () => {
  const ada = await addOwner();
  const [code = ""] = await makeRecoveryCodes(ada.accountId, { sessionId: ada.sessionId, userAgent: "" });
  const phone = makeClient(randomUUID());
  await resetWithCode({ email: ada.email, code, newPassword: NEW }, { ...phone, userAgent: "" });
  expect(await knowsBrowser(ada.accountId, phone.browser)).toBe(false);
  expect(await knowsBrowser(ada.accountId, ada.client.browser)).toBe(false);
});

test("an account knows its latest 20 browsers for a year, by keyed hashes, and no addresses", async () => {
  const { accountId, sessionId, client } = await addOwner();
  vi.useFakeTimers({ toFake: ["Date"] });
  const browsers = Array.from({ length: 30 }, () => randomUUID());
  for (const browser of browsers) {
    vi.setSystemTime(Date.now() + 1000);
    await addKnownBrowser(accountId, browser, sessionId);
  }
  const known = await Promise.all(browsers.map((browser) => knowsBrowser(accountId, browser)));
  expect(known).toEqual(browsers.map((_, n) => n >= 10));
  const readRows = () => rowsOf(knownClient, { accountId });
  expect(await readRows()).toHaveLength(20);
  const kept = JSON.stringify(await readRows());
  for (const text of [client.address, ...browsers]) expect(kept).not.toContain(text);
  for (const [days, isKnown, rows] of [
    [364, true, 20],
    [2, false, 0],
  ] as const) {
    vi.setSystemTime(Date.now() + days * DAY_MS);
    expect(await knowsBrowser(accountId, browsers.at(-1))).toBe(isKnown);
    await deleteExpiredClients();
    expect(await readRows()).toHaveLength(rows);
  }
});

test("what an account knows goes with it", async () => {
  const [ada, ben] = [await addOwner(), await addOwner()];
  await deleteAccount(ada.memberId);
  await signInAt(ada, ada.client);
  await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
  const rows = await db.select({ accountId: knownClient.accountId }).from(knownClient);
  expect(rows.map(({ accountId }) => accountId)).not.toContain(ada.accountId);
  expect(rows.map(({ accountId }) => accountId)).toContain(ben.accountId);
  await deleteRows(account, { id: ben.accountId });
  expect(await rowsOf(knownClient, { accountId: ben.accountId })).toEqual([]);
});
