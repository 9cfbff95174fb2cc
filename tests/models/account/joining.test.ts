// Who may join: registration, invitations.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, heldNetwork, invitation, member, pendingAccount, signUp } from "db/schema";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { digest } from "~/digest.server";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { networkOf, rateLimitAddress } from "~/http/client-address.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { t } from "~/language/text";
import { addAccount, checkPassword } from "~/models/account/account.server";
import { requestEmailChange } from "~/models/account/email.server";
import { CODE_REFUSED, INVITATION_NEEDED } from "~/models/account/invitation/invitation";
import {
  addMemberInvitation,
  addOperatorInvitations,
  countLeft,
  endInvitation,
  endInvitationsOf,
  findWord,
  isOpenCode,
  listInviters,
  listOwnInvitations,
} from "~/models/account/invitation/invitation.server";
import { invitationInput } from "~/models/account/invitation/invitation-schema";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { hashPassword } from "~/models/account/sign-in/password.server";
import { MAIL_DOMAIN_REFUSED } from "~/models/account/sign-in/registration";
import { addressForFriends } from "~/models/account/sign-in/registration.server";
import { createPendingAccount, requestAccount } from "~/models/account/sign-in/sign-up.server";
import { findOrAddMember, type Member } from "~/models/member/member.server";
import { readSnapshot } from "~/models/safety/evidence/evidence.server";
import { deleteOldNetworks, listNetworks, setNetworkHeld } from "~/models/safety/newcomer/network.server";
import { listNewcomers } from "~/models/safety/newcomer/newcomer-list.server";
import { addNewcomer } from "../../cast";
import { changeRows, rowsOf } from "../../rows";

describe("registration", () => {
  const password = "listen very closely";
  const closed = { code: "forbidden", message: expect.stringContaining("isn't taking new members") };
  const wrongDomain = { code: "invalid", fields: { email: t(MAIL_DOMAIN_REFUSED) } };

  beforeEach(() => {
    Object.assign(env, { registration: "open", mailDomains: {} });
  });

  const setDomains = (mailDomains: { allowed?: string[]; refused?: string[] }) =>
    Object.assign(env, { mailDomains });
  const person = (email = `${randomUUID()}@example.org`) => ({
    firstName: "Ada",
    lastName: "Lovelace",
    email,
  });
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
      ...{
        id: digest(token),
        passwordHash: await hashPassword(password),
        interaction: digest(interaction),
      },
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

  test("while registration is closed, nobody can join, and members can still sign in", async () => {
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
    [
      "not allowed",
      { allowed: ["uni.example"] },
      ["a@example.org", "a@uni.example.org"],
      ["a@cs.uni.example"],
    ],
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
});

describe("invitations", () => {
  const password = "listen very closely";
  const needed = { code: "invalid", fields: { invitation: t(INVITATION_NEEDED) } };
  const closed = { code: "invalid", fields: { invitation: t(CODE_REFUSED) } };

  beforeEach(async () => {
    Object.assign(env, { registration: "invitation", invitations: 2, approvalQuestion: undefined });
  });

  const person = () => ({ firstName: "Ada", lastName: "Lovelace", email: `${randomUUID()}@example.org` });
  const makeCode = async () => (await addOperatorInvitations(1))[0] ?? "";
  const signUpWith = (code?: string) => addAccount({ ...person(), password, invitation: code }, randomUUID());
  const fromOutside = (code?: string) =>
    findOrAddMember(
      { ...person(), issuer: "https://id.example", subject: randomUUID() },
      { address: randomUUID(), invitation: code },
    );
  const request = (code?: string) =>
    requestAccount(
      { ...person(), password, invitation: code },
      { address: randomUUID(), interaction: randomUUID() },
    );

  /** A sign-up by mail that waits for its link; returns what opens it. */
  async function addPending(code: string) {
    await request(code);
    const [latest] = await rowsOf(pendingAccount, { invitationId: idOf(code) });
    const [token, interaction] = [randomUUID(), randomUUID()];
    await changeRows(
      pendingAccount,
      { id: latest?.id ?? "" },
      { id: digest(token), interaction: digest(interaction) },
    );
    return () => createPendingAccount(token, { interaction });
  }

  const idOf = (code: string) => digest(`invitation ${code.replaceAll("-", "")}`);

  /** A member who has been there for some days. */
  async function addSenior(firstName: string, days = 40): Promise<Member> {
    env.registration = "open";
    const { id } = await addNewcomer(firstName);
    env.registration = "invitation";
    await changeRows(member, { id }, { createdAt: new Date(Date.now() - days * DAY_MS) });
    const [found] = await rowsOf(member, { id });
    if (!found) throw new Error("The member is gone");
    return found;
  }

  test.each([
    ["the form", signUpWith],
    ["a mailed link", request],
    ["an outside provider", fromOutside],
  ])("without an invitation no way leads in: %s", async (_, enter) => {
    await expect(enter()).rejects.toMatchObject(needed);
    await expect(enter("WRONG-CODE")).rejects.toMatchObject(closed);
    const code = await makeCode();
    await expect(enter(` ${code.toLowerCase().replaceAll("-", " ")}`)).resolves.not.toThrow();
  });

  test("an invitation is used once, whichever way, and by one of two at the same moment", async () => {
    const code = await makeCode();
    const open = [await addPending(code), await addPending(code)];
    const ways = [() => signUpWith(code), () => fromOutside(code), ...open];
    const results = await Promise.allSettled(ways.map((enter) => enter()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const enter of [signUpWith, request, fromOutside])
      await expect(enter(code)).rejects.toMatchObject(closed);
  });

  test("an account or a link from before invitations were needed lets its owner in", async () => {
    env.registration = "open";
    const ada = person();
    const subject = await addAccount({ ...ada, password }, "::1");
    const [token, interaction] = [randomUUID(), randomUUID()];
    const ben = person();
    await requestAccount({ ...ben, password }, { address: "::1", interaction });
    await changeRows(pendingAccount, { email: ben.email }, { id: digest(token) });
    env.registration = "invitation";
    const enter = (code?: string) =>
      findOrAddMember({ ...ada, issuer: EMBEDDED_MEMBERS, subject }, { address: "::1", invitation: code });
    await expect(enter()).rejects.toMatchObject(needed);
    await expect(enter("WRONG-CODE")).rejects.toMatchObject(closed);
    const code = await makeCode();
    const { id } = await enter(code);
    await expect(signUpWith(code)).rejects.toMatchObject(closed);
    const [used] = await rowsOf(invitation, { id: idOf(code) });
    expect(used?.usedBy).toBe(id);
    await expect(createPendingAccount(token, { interaction })).toBeRefused(
      "invalid",
      "You need an invitation to join. Ask for one, then sign up again.",
    );
  });

  test("a refusal for another reason doesn't use up the invitation", async () => {
    const code = await makeCode();
    const ada = { ...person(), password };
    await addAccount({ ...ada, invitation: await makeCode() }, "::1");
    await expect(addAccount({ ...ada, invitation: code }, "::1")).toBeRefused("conflict");
    await expect(signUpWith(code)).resolves.toBeTruthy();
  });

  test("codes are stored as hashes alone", async () => {
    const code = await makeCode();
    const rows = JSON.stringify(await db.select().from(invitation));
    expect(rows).toContain(idOf(code));
    expect(rows).not.toContain(code);
    expect(rows).not.toContain(code.replaceAll("-", ""));
  });

  test("members invite after a month, and no more than they may, at the same moment neither", async () => {
    const [ada, ben] = [await addSenior("Ada"), await addSenior("Ben", 29)];
    await expect(addMemberInvitation(ben.id)).toBeRefused("forbidden");
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => addMemberInvitation(ada.id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const [first, second] = await listOwnInvitations(ada.id);
    await expect(endInvitation(ben.id, first?.id ?? "")).toBeRefused("absent");
    await endInvitation(ada.id, first?.id ?? "");
    expect(await countLeft(ada.id)).toBe(1);
    // A used one doesn't come back.
    const codes = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const used = codes.find((code) => idOf(code) === second?.id);
    await fromOutside(used);
    await expect(endInvitation(ada.id, second?.id ?? "")).toBeRefused("absent");
    expect(await countLeft(ada.id)).toBe(1);
  });

  test("the invitations of who is suspended, deleted or erased don't work, and can be ended together", async () => {
    const ada = await addSenior("Ada");
    const code = await addMemberInvitation(ada.id);
    const set = (suspendedAt: Date | null) => changeRows(member, { id: ada.id }, { suspendedAt });
    await set(new Date());
    expect(await isOpenCode(code, "::1")).toBe(false);
    await expect(signUpWith(code)).rejects.toMatchObject(closed);
    expect(await endInvitationsOf(ada.id)).toBe(1);
    await set(null);
    expect(await isOpenCode(code, "::1")).toBe(false);
    const other = await addMemberInvitation(ada.id);
    await deleteAccount(ada.id);
    await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
    expect(await isOpenCode(other, "::1")).toBe(false);
  });

  test("an operator sees who came by whom, by every way in", async () => {
    const ada = await addSenior("Ada");
    const mo = await addSenior("Mo");
    const guest = await fromOutside(await addMemberInvitation(ada.id));
    const known = person();
    const subject = await addAccount(
      { ...known, password, invitation: await addMemberInvitation(ada.id) },
      "::1",
    );
    const other = await findOrAddMember({ ...known, issuer: EMBEDDED_MEMBERS, subject });
    const chain = (await listInviters()).find(({ id }) => id === String(ada.id));
    const joined = [String(guest.id), String(other.id)].sort();
    expect(chain?.joined.map(({ id }) => id).sort()).toEqual(joined);
    const together = await listNewcomers(mo.id, { show: "new", by: "inviter", value: String(ada.id) });
    expect(together.newcomers.map(({ id }) => id).sort()).toEqual(joined);
    const [row] = await rowsOf(account, { id: subject });
    expect(row?.invitationId).toBeNull();
  });

  test.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:1:2:3::4", "2001:db8:1::/48"],
    ["unknown", undefined],
  ])("the network of %s is %s", (address, network) => {
    expect(networkOf(rateLimitAddress(address))).toBe(network);
  });

  test("new accounts of a held network wait, others don't, and networks are forgotten after a week", async () => {
    env.registration = "open";
    const network = "203.0.113.0/24";
    const join = (from: string) =>
      findOrAddMember(
        { ...person(), issuer: "https://id.example", subject: randomUUID() },
        { network: from },
      );
    const before = await join(network);
    await setNetworkHeld(network, true);
    const [held, elsewhere] = [await join(network), await join("198.51.100.0/24")];
    expect([before, held, elsewhere].map(({ waitingSince }) => waitingSince !== null)).toEqual([
      false,
      true,
      false,
    ]);
    expect(await listNetworks()).toContainEqual(
      expect.objectContaining({ network, count: 2, heldUntil: expect.any(String) }),
    );
    const { newcomers } = await listNewcomers(elsewhere.id, { show: "new", by: "network", value: network });
    expect(newcomers.map(({ id }) => id).sort()).toEqual([String(before.id), String(held.id)].sort());
    await setNetworkHeld(network, false);
    expect((await join(network)).waitingSince).toBeNull();
    await setNetworkHeld(network, true);
    await deleteOldNetworks(Date.now() + 7 * DAY_MS);
    expect([await db.$count(signUp), await db.$count(heldNetwork)]).toEqual([0, 0]);
  });

  test("an invitation carries a word in one line, which whoever has its code reads as long as it is open", async () => {
    const ada = await addSenior("Ada");
    const { word } = invitationInput.parse({ word: "  Come for the\n\u202eKrautrock.  " });
    expect(word).toBe("Come for the Krautrock.");
    const code = await addMemberInvitation(ada.id, word);
    expect([await findWord(code), await findWord(await addMemberInvitation(ada.id))]).toEqual([word, null]);
    const listed = await listOwnInvitations(ada.id);
    expect(listed.map((each) => each.word).sort()).toEqual([word, null]);
    const { invitationWords } = await readSnapshot(db, ada.id, { subject: "member", id: String(ada.id) });
    expect(invitationWords).toEqual([word]);
    await deleteAccount(ada.id);
    expect(await findWord(code)).toBeNull();
  });

  test("a word is refused like a first message, and is gone with its member", async () => {
    const ada = await addSenior("Ada");
    Object.assign(env, { heldWords: ["telegram"] });
    onTestFinished(() => void Object.assign(env, { heldWords: [] }));
    const message = "An invitation can't include “telegram”.";
    await expect(addMemberInvitation(ada.id, "Find me on Telegram")).rejects.toMatchObject({
      fields: { word: message },
    });
    for (const word of [
      "Join at https://spam.example",
      "Write to me@spam.example",
      "Call +1 (503) 555-0123 4",
    ])
      await expect(addMemberInvitation(ada.id, word), word).rejects.toMatchObject({
        fields: { word: "Leave out links, email addresses and phone numbers." },
      });
    expect(await listOwnInvitations(ada.id)).toEqual([]);
    expect(invitationInput.safeParse({ word: "x".repeat(141) }).success).toBe(false);
    const used = await addMemberInvitation(ada.id, "Bring your tapes.");
    await signUpWith(used);
    await deleteAccount(ada.id);
    await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
    expect(
      await db
        .select({ word: invitation.word })
        .from(invitation)
        .where(eq(invitation.id, idOf(used))),
    ).toEqual([{ word: null }]);
  });
});
