import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, member, pendingAccount } from "db/schema";
import { beforeEach, expect, test } from "vitest";
import { digest } from "~/digest.server";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { addAccount, checkPassword } from "~/models/account/account.server";
import { requestEmailChange } from "~/models/account/email.server";
import { hashPassword } from "~/models/account/sign-in/password.server";
import { MAIL_DOMAIN_REFUSED } from "~/models/account/sign-in/registration";
import { addressForFriends } from "~/models/account/sign-in/registration.server";
import { createPendingAccount, requestAccount } from "~/models/account/sign-in/sign-up.server";
import { findOrAddMember } from "~/models/member/member.server";

const password = "listen very closely";
const closed = { code: "forbidden", message: expect.stringContaining("isn't taking new members") };
const wrongDomain = { code: "invalid", fields: { email: MAIL_DOMAIN_REFUSED } };

beforeEach(() => {
  Object.assign(env, { registration: "open", mailDomains: {} });
});

const setDomains = (mailDomains: { allowed?: string[]; refused?: string[] }) =>
  Object.assign(env, { mailDomains });
const person = (email = `${randomUUID()}@example.org`) => ({ firstName: "Ada", lastName: "Lovelace", email });
const fromOutside = (email: string | null) =>
  findOrAddMember({ ...person(), email, issuer: "https://id.example", subject: randomUUID() });

test.each([
  ["open", env.origin],
  ["approval", null],
  ["invitation", null],
  ["closed", null],
] as const)("with registration %s, friends are sent to %s", (registration, address) => {
  env.registration = registration;
  expect(addressForFriends()).toBe(address);
});

/** A sign-up that waits for its link, and the ways to use it. */
async function addPending(email: string) {
  const [token, interaction] = [randomUUID(), randomUUID()];
  await db.insert(pendingAccount).values({
    ...person(email),
    ...{ id: digest(token), passwordHash: await hashPassword(password), interaction: digest(interaction) },
    ...{ createdAt: new Date(), expiresAt: new Date(Date.now() + DAY_MS) },
  });
  const { email: _, ...typed } = { ...person(email), password };
  return [() => createPendingAccount(token, { interaction }), () => createPendingAccount(token, typed)];
}

/** Every way in for a newcomer with an address. */
async function waysIn(email: string): Promise<(() => Promise<unknown>)[]> {
  const asked = { ...person(email), password };
  return [
    () => addAccount(asked, "127.0.0.1"),
    () => requestAccount(asked, { address: "127.0.0.1", interaction: randomUUID() }),
    ...(await addPending(email)),
    () => fromOutside(email),
  ];
}

const count = async () => [await db.$count(account), await db.$count(member)];

test("closed, no way leads in, and whoever is a member still does", async () => {
  const ada = person();
  const subject = await addAccount({ ...ada, password }, "127.0.0.1");
  const outside = { ...person(), issuer: "https://id.example", subject: randomUUID() };
  const { id } = await findOrAddMember(outside);
  const before = await count();
  env.registration = "closed";
  for (const enter of await waysIn(`${randomUUID()}@example.org`))
    await expect(enter()).rejects.toMatchObject(closed);
  expect(await count()).toEqual(before);

  expect((await findOrAddMember(outside)).id).toBe(id);
  const proof = await checkPassword(
    { email: ada.email, password },
    { address: "127.0.0.1", browser: undefined },
  );
  expect(proof.accountId).toBe(subject);
  // An account is no member yet: the door is asked again.
  const enter = () => findOrAddMember({ ...ada, issuer: EMBEDDED_MEMBERS, subject });
  await expect(enter()).rejects.toMatchObject(closed);
  env.registration = "open";
  expect((await enter()).firstName).toBe("Ada");
});

test.each([
  ["refused", { refused: ["spam.example"] }, ["a@spam.example", "a@mx.spam.example"], ["a@nospam.example"]],
  ["not allowed", { allowed: ["uni.example"] }, ["a@example.org", "a@uni.example.org"], ["a@cs.uni.example"]],
])("a mail domain that is %s leads in by no way", async (_, mailDomains, refused, taken) => {
  for (const email of refused) {
    setDomains({});
    const ways = await waysIn(email);
    setDomains(mailDomains);
    for (const enter of ways) await expect(enter(), email).rejects.toMatchObject(wrongDomain);
  }
  for (const email of taken)
    await expect(addAccount({ ...person(email), password }, "::1")).resolves.toBeTruthy();
});

test("an address that an outside provider doesn't tell is no allowed one, and no refused one", async () => {
  setDomains({ refused: ["spam.example"] });
  await expect(fromOutside(null)).resolves.toBeTruthy();
  setDomains({ allowed: ["uni.example"] });
  await expect(fromOutside(null)).rejects.toMatchObject(wrongDomain);
});

test("an address can't be changed to a domain that newcomers can't have", async () => {
  const subject = await addAccount({ ...person(), password }, "127.0.0.1");
  setDomains({ refused: ["spam.example"] });
  await expect(requestEmailChange(subject, "ada@spam.example", "")).rejects.toMatchObject(wrongDomain);
});
