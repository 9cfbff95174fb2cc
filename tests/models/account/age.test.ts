// How it is known that members are 18 or older, and who waits where it has to be proven.
import { inspect } from "node:util";
import { db } from "db/client.server";
import { account, candidate, member } from "db/schema";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { getAgePage, readAge } from "~/integrations/age-provider.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { addAccount } from "~/models/account/account.server";
import { describeAge, isAdultSince } from "~/models/account/age/age";
import { proveAge, readAgeCheck } from "~/models/account/age/age.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { listWaitingReasons, updateWaitingOfAll } from "~/models/account/waiting/waiting.server";
import { findOrAddMember, getMember } from "~/models/member/member.server";
import { listSetupNotes } from "~/models/operator/setup.server";
import { addMember, addModerator } from "../../cast";
import { startProvider } from "../../fakes/provider";
import { changeRows, countRows } from "../../rows";
import { decide, report } from "../safety/cases";

const client = { id: "b-side", secret: "its secret", redirectTo: "http://127.0.0.1:1/settings/age/callback" };
const asked = { issuer: "https://age.example", clientId: client.id, clientSecret: client.secret };
const provider = await startProvider(client);
afterAll(() => provider.close());
afterEach(() => {
  provider.failures.clear();
  env.ageProvider = undefined;
});

const isCandidate = async (id: number) => (await countRows(candidate, { memberId: id })) === 1;
const answer = (subject: string) => ({ issuer: asked.issuer, subject, isAdult: true });

test("what the sign-up form asks of everybody is kept, with its day", async () => {
  const person = { firstName: "Ada", lastName: "Lovelace", email: "ada-of-age@example.org" };
  const subject = await addAccount({ ...person, password: "listen closely" }, "127.0.0.1");
  await changeRows(account, { id: subject }, { createdAt: new Date("2026-11-21T23:00:00Z") });
  const added = await findOrAddMember({ ...person, issuer: "embedded", subject });
  expect(readAgeCheck(added)).toEqual({ check: "declared", day: "2026-11-21" });
  expect(describeAge(readAgeCheck(added))).toBe("You said on Nov 21, 2026 that you're 18 or older.");
  expect(added.waitingSince).toBeNull();
});

test.each([
  ["2008-11-26", true],
  ["2008-11-28", false],
  // It is still the 27th in the west.
  ["2008-11-27", false],
  ["2007", true],
  ["2008", false],
  ["0000-11-27", undefined],
  // What providers send for nobody's birthdate.
  ["0001-01-01", undefined],
  ["1900-01-01", undefined],
  ["1900", undefined],
  ["1899-12-31", undefined],
  ["9999-12-31", undefined],
  ["2026-11-29", undefined],
  ["2027", undefined],
  ["2001-02-30", undefined],
  ["2001-13-01", undefined],
  ["1900-01-02", true],
  ["2000-02-29", true],
  ["2026-11-27", false],
  ["11/27/1990", undefined],
  ["", undefined],
])("somebody born %s is of age on Nov 27, 2026: %s", (birthdate, expected) => {
  expect(isAdultSince(birthdate, new Date("2026-11-27T06:00:00Z"))).toBe(expected);
});

test("a provider that tells birthdates is asked for them, and the birthdate goes nowhere", async () => {
  env.ageProvider = { ...asked, issuer: provider.issuer };
  const page = await getAgePage();
  expect(page.scopes).toEqual(["openid", "profile"]);
  provider.signInAs("ada", { birthdate: "1990-12-10" });
  const nonce = "a nonce";
  const verifier = "v".repeat(43);
  const address = new URL(page.consentPage);
  for (const [name, value] of Object.entries({
    ...{ client_id: client.id, response_type: "code", redirect_uri: client.redirectTo, state: "s", nonce },
    ...{ scope: page.scopes.join(" "), code_challenge_method: "S256" },
    code_challenge: Buffer.from(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)),
    ).toString("base64url"),
  }))
    address.searchParams.set(name, value);
  const code = (await provider.visit(address.href)).searchParams.get("code") ?? "";
  const said = await readAge({ code, verifier, redirectTo: client.redirectTo, nonce });
  expect(said).toMatchObject({ issuer: provider.issuer, subject: "ada", birthdate: "1990-12-10" });
  const ada = await addMember("Ada");
  if (said) await proveAge(ada.id, said);
  expect(JSON.stringify(await getMember(ada.id))).not.toContain("1990");
  expect(readAgeCheck(await getMember(ada.id))).toMatchObject({ check: "provider" });
});

test("what the provider has said is in no log", async () => {
  env.ageProvider = { ...asked, issuer: provider.issuer };
  const id_token = await provider.signIdToken({ sub: "ada", birthdate: "1990-12-10", nonce: "a", exp: 1 });
  provider.failures.set("/token", (res) => res.end(JSON.stringify({ id_token })));
  const question = { code: "c", verifier: "v", redirectTo: client.redirectTo, nonce: "a" };
  const failure = await readAge(question).catch((error) => error);
  // What the log gets of a refusal is its cause.
  expect(failure).toMatchObject({ code: "unanswered", cause: "age provider: JWTExpired" });
  expect(inspect(failure, { depth: 9 })).not.toContain("1990");
});

test("a birthdate that is none is in the log, without the date", async () => {
  env.ageProvider = asked;
  const { id } = await addMember("Lou");
  const failure = await proveAge(id, { issuer: asked.issuer, subject: "lou", birthdate: "0001-01-01" }).catch(
    (error) => error,
  );
  expect(failure).toMatchObject({
    message: "The age check sent a date of birth that can't be right. Check it there, then try again.",
    cause: "age provider: a birthdate that is a placeholder, in the future or no date",
  });
  expect(inspect(failure, { depth: 9 })).not.toContain("0001");
});

test("where the age has to be proven, members who were there before wait, and come back with the proof or the rule", async () => {
  const [ben, cleo] = [await addMember("Ben"), await addMember("Cleo")];
  env.ageProvider = asked;
  await updateWaitingOfAll();
  for (const { id } of [ben, cleo]) {
    expect(await listWaitingReasons(id)).toEqual(["age"]);
    expect((await getMember(id)).waitingSince).not.toBeNull();
    expect(await isCandidate(id)).toBe(false);
  }
  await proveAge(ben.id, answer("ben"));
  expect((await getMember(ben.id)).waitingSince).toBeNull();
  expect(await isCandidate(ben.id)).toBe(true);
  await updateWaitingOfAll();
  expect((await getMember(ben.id)).waitingSince).toBeNull();
  env.ageProvider = undefined;
  await updateWaitingOfAll();
  expect((await getMember(cleo.id)).waitingSince).toBeNull();
  expect(await isCandidate(cleo.id)).toBe(true);
});

test("newcomers wait from their first sign-in on", async () => {
  env.ageProvider = asked;
  const identity = { issuer: "https://id.example", subject: "dora", email: null };
  const dora = await findOrAddMember({ ...identity, firstName: "Dora", lastName: "M" });
  expect(dora.waitingSince).not.toBeNull();
  expect(readAgeCheck(dora)).toBeNull();
});

test("one person proves the age of one account, even at once", async () => {
  env.ageProvider = asked;
  const members = await Promise.all([addMember("Eve"), addMember("Fay"), addMember("Gus")]);
  const proofs = await Promise.allSettled(members.map(({ id }) => proveAge(id, answer("eve"))));
  expect(proofs.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(proofs.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
  const rows = await db
    .select({ proof: member.ageProof })
    .from(member)
    .where(eq(member.ageCheck, "provider"));
  for (const { proof } of rows) expect(proof).not.toContain("eve");
});

test("the operator of a public deployment is told that nobody's age is proven", () => {
  const aboutAge = () => listSetupNotes().filter((note) => note.includes("AGE_CHECK"));
  expect(aboutAge()).toEqual([]);
  env.isPublic = true;
  expect(aboutAge()).toEqual([
    "Members only say that they are 18 or older. AGE_CHECK=provider lets them prove it.",
  ]);
  env.ageProvider = asked;
  expect(aboutAge()).toEqual([]);
  env.isPublic = false;
});

test("a person who has deleted an account can prove the age of the next one, unless the first is suspended", async () => {
  env.ageProvider = asked;
  const [ina, jon] = [await addMember("Ina"), await addMember("Jon")];
  await proveAge(ina.id, answer("ina"));
  const change = (id: number, to: Partial<typeof member.$inferSelect>) => changeRows(member, { id }, to);
  await change(ina.id, { deletedAt: new Date(), suspendedAt: new Date() });
  await expect(proveAge(jon.id, answer("ina"))).toBeRefused("conflict");
  await change(ina.id, { suspendedAt: null });
  await proveAge(jon.id, answer("ina"));
  expect((await getMember(jon.id)).waitingSince).toBeNull();
  // Coming back, it waits again.
  expect(await getMember(ina.id)).toMatchObject({ ageCheck: null, waitingSince: expect.any(Date) });
});

test("a banned person can't prove the age of another account, even once the first is erased", async () => {
  env.ageProvider = asked;
  const [kim, lea, mia] = [await addMember("Kim"), await addMember("Lea"), await addModerator("Mia")];
  await proveAge(kim.id, answer("kim"));
  await decide(mia, await report(lea, await getMember(kim.id)), { kind: "ban" });
  await deleteAccount(kim.id);
  await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
  expect((await getMember(kim.id)).ageProof).toBeNull();
  await expect(proveAge((await addMember("Ned")).id, answer("kim"))).toBeRefused(
    "forbidden",
    expect.stringContaining("Your earlier account was banned."),
  );
});

test("a proof isn't free before a moderator has decided about the deleted account that has it", async () => {
  env.ageProvider = asked;
  const [pia, lea, mia] = [await addMember("Pia"), await addMember("Lea"), await addModerator("Mia")];
  await proveAge(pia.id, answer("pia"));
  const caseId = await report(lea, await getMember(pia.id));
  await deleteAccount(pia.id);
  const next = await addMember("Pia");
  await expect(proveAge(next.id, answer("pia"))).toBeRefused("conflict");
  await decide(mia, caseId, { kind: "none" });
  await proveAge(next.id, answer("pia"));
  expect((await getMember(next.id)).waitingSince).toBeNull();
});

test.each([
  ["invalid", {}],
  ["invalid", { birthdate: "soon" }],
  ["invalid", { birthdate: "0001-01-01" }],
  ["invalid", { birthdate: "2001-02-30" }],
  ["forbidden", { isAdult: false }],
  ["forbidden", { isAdult: false, birthdate: "1990-12-10" }],
  ["forbidden", { birthdate: "2020-12-10" }],
] as const)("refused as %s: %j", async (code, said) => {
  env.ageProvider = asked;
  const hal = await addMember("Hal");
  await expect(proveAge(hal.id, { issuer: asked.issuer, subject: "hal", ...said })).toBeRefused(code);
  expect((await getMember(hal.id)).ageCheck).not.toBe("provider");
});
