import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { client, db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, mail, session } from "db/schema";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { addAccount, checkPassword } from "~/models/account/account.server";
import { passwordInput, signInInput, signUpInput } from "~/models/account/account-schema";
import { confirmEmail, requestConfirmation } from "~/models/account/email.server";
import { makeResetLink, requestResetLink, resetWithLink } from "~/models/account/recovery/reset-link.server";
import { checkCurrentPassword } from "~/models/account/sign-in/password.server";
import { changePassword } from "~/models/account/sign-in/password-change.server";
import { addSession } from "~/models/account/sign-in/session.server";
import { findOrAddMember } from "~/models/member/member.server";

vi.hoisted(() => {
  Object.assign(process.env, { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "hello@b-side.example" });
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
  await expect(change("something else")).rejects.toMatchObject({ code: "invalid" });
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
  await expect(addSession(memberId, {}, { userAgent: "", proof })).rejects.toMatchObject({ code: "invalid" });
  expect(await readSessions()).toEqual([own]);
});

test.each(["the command line", "mail"] as const)(
  "a link from %s sets no password once it has changed in the settings",
  async (by) => {
    const { change, readHash, reset, tokens } = await addMemberWithSessions();
    const token = await tokens[by]();
    await change(PASSWORD);
    const changed = await readHash();
    await expect(reset(token)).rejects.toMatchObject({ code: "invalid" });
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
  await expect(reset(second, "confirm")).rejects.toMatchObject({ code: "invalid" });
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
      await db.update(account).set({ passwordHash }).where(eq(account.id, ada.accountId));
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
