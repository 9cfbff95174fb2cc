// Passkeys on the built server: adding one, signing in, confirming, and everything that must be refused.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makePasskeyDevice, type PasskeyDevice } from "../../fakes/passkey-device";
import type { Browser } from "../client";
import { challengeOf, isSignedIn, query } from "../mail";
import { goToSignIn, type Person, setConfirmed } from "../people";

const { app, signUp, visitor } = shareApp();

const TOO_LATE = "That took too long or was already used. Please try again.";
const UNKNOWN = "We don&#x27;t recognize this passkey. It may have been removed.";
const NOT_VERIFIED = "This passkey couldn&#x27;t be verified. Please try again.";
const REMOVED = "It can&#x27;t be used to sign in anymore.";

const device = (options = {}) => makePasskeyDevice(app().origin, options);

async function addPasskey(person: Browser, key: PasskeyDevice, odd = {}, name = "My laptop") {
  const challenge = await challengeOf(person, "/settings/passkeys/challenge");
  return person.form("/settings/passkeys", { name, passkey: key.create(challenge, odd) });
}

/** Signs in with a passkey; resolves with the browser, and the response to its answer. */
async function signInWith(key: PasskeyDevice, odd = {}, to = "/matches") {
  const browser = visitor();
  const page = await goToSignIn(browser, to);
  const passkey = key.use(await challengeOf(browser, `${page}/challenge`), odd);
  return { browser, page, passkey, answer: await browser.form(page, { passkey }) };
}

async function expectRefused(answer: Response, message: string) {
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)]);
}

const confirmWith = async (person: Person, key: PasskeyDevice, odd = {}) => {
  const passkey = key.use(await challengeOf(person, "/settings/confirm/challenge"), odd);
  return person.form("/settings/confirm?to=/settings/delete", { passkey });
};

test("a member adds a passkey, signs in with it, renames and removes it", async () => {
  const ada = await signUp("Ada");
  const key = device();
  const added = await addPasskey(ada, key);
  expect([added.status, added.headers.get("Location")]).toEqual([303, "/settings/passkeys"]);
  const list = await (await ada.get("/settings/passkeys")).text();
  expect(list).toContain("My laptop");
  expect(list).toContain("never used");
  expect(await (await ada.get("/settings")).text()).toContain("You have one passkey.");

  const { browser, answer } = await signInWith(key);
  const arrived = await browser.follow(answer);
  expect([arrived.status, new URL(arrived.url).pathname]).toEqual([200, "/matches"]);
  expect(await (await browser.get("/api/auth/user")).json()).toMatchObject({ id: ada.id });
  expect((await browser.get("/settings/delete")).status).toBe(200);
  expect(await (await ada.get("/settings/passkeys")).text()).not.toContain("never used");

  expect((await ada.form(`/settings/passkeys/${key.id}`, { name: " " })).status).toBe(400);
  await ada.form(`/settings/passkeys/${key.id}`, { name: "Old laptop" });
  expect(await (await ada.get("/settings/passkeys")).text()).toContain("Old laptop");

  await ada.form(`/settings/passkeys/${key.id}/remove`, {});
  expect(await (await ada.get("/settings/passkeys")).text()).toContain(REMOVED);
  await expectRefused((await signInWith(key)).answer, UNKNOWN);
  const events = await query("select kind from security_event where member_id = ? order by id", ada.id);
  expect(events.map(({ kind }) => kind)).toEqual(["passkey-added", "sign-in", "passkey-removed"]);
});

test("passkeys ask again after ten minutes before they are listed, added, renamed or removed", async () => {
  const ada = await signUp("Ada");
  const key = device();
  await addPasskey(ada, key);
  await setConfirmed(app(), 0);
  const list = `/settings/confirm?to=${encodeURIComponent("/settings/passkeys")}`;
  for (const [path, fields] of [
    ["/settings/passkeys", { name: "Laptop", passkey: "{}" }],
    [`/settings/passkeys/${key.id}`, { name: "Laptop" }],
    [`/settings/passkeys/${key.id}/remove`, {}],
  ] as const) {
    const asked = await ada.form(path, fields);
    expect([path, asked.status, asked.headers.get("Location")]).toEqual([path, 303, list]);
  }
  const kept = await ada.get("/settings/passkeys?name=Work%20phone");
  expect(kept.headers.get("Location")).toBe(
    `/settings/confirm?to=${encodeURIComponent("/settings/passkeys?name=Work%20phone")}`,
  );
  const challenge = await ada.form("/settings/passkeys/challenge", {}, { Accept: "application/json" });
  expect([challenge.status, await challenge.text()]).toEqual([
    403,
    "Confirm it's you in Settings, then try again.",
  ]);
  expect((await confirmWith(ada, key)).headers.get("Location")).toBe("/settings/delete");
  expect((await ada.get("/settings/passkeys?name=Work%20phone")).status).toBe(200);
});

test("a challenge works once, also of two simultaneous uses", async () => {
  const ada = await signUp("Ada");
  const key = device({ counts: false });
  await addPasskey(ada, key);
  for (let round = 0; round < 5; round++) {
    const passkey = key.use(await challengeOf(ada, "/settings/confirm/challenge"));
    const use = () => ada.form("/settings/confirm", { passkey });
    const both = await Promise.all([use(), use()]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
    await expectRefused(await use(), TOO_LATE);
  }
});

test("a challenge expires after five minutes", async () => {
  const ada = await signUp("Ada");
  const key = device();
  await addPasskey(ada, key);
  const passkey = key.use(await challengeOf(ada, "/settings/confirm/challenge"));
  await query("update passkey_challenge set expires_at = expires_at - 300001");
  await expectRefused(await ada.form("/settings/confirm", { passkey }), TOO_LATE);
});

test("a challenge works for nothing and nobody else", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const [hers, his] = [device(), device()];
  await addPasskey(ada, hers);
  await addPasskey(ben, his);
  // Ben's challenge, answered by Ada's browser.
  const foreign = hers.use(await challengeOf(ben, "/settings/confirm/challenge"));
  await expectRefused(await ada.form("/settings/confirm", { passkey: foreign }), TOO_LATE);
  // A challenge for a new passkey.
  const challenge = await challengeOf(ada, "/settings/passkeys/challenge");
  const other = hers.use({ ...challenge, rpId: challenge.rp.id ?? "" });
  await expectRefused(await ada.form("/settings/confirm", { passkey: other }), TOO_LATE);
  // Another sign-in's challenge.
  const [one, two] = [visitor(), visitor()];
  const [pageOne, pageTwo] = [await goToSignIn(one), await goToSignIn(two)];
  const passkey = hers.use(await challengeOf(one, `${pageOne}/challenge`));
  await expectRefused(await two.form(pageTwo, { passkey }), TOO_LATE);
  expect(await isSignedIn(two)).toBe(false);
  // Ben's passkey with Ada's challenge.
  await setConfirmed(app(), 0);
  await expectRefused(await confirmWith(ada, his), UNKNOWN);
  expect((await ada.get("/settings/delete")).status).toBe(303);
});

test.each([
  ["another site", { origin: "https://evil.example" }],
  ["another site's id", { rpId: "evil.example" }],
  ["a device that has not verified its user", { isVerified: false }],
])("the answer of %s is refused, for a sign-in and for a new passkey", async (_, odd) => {
  const ada = await signUp("Ada");
  const key = device();
  await expectRefused(await addPasskey(ada, device(), odd), NOT_VERIFIED);
  await addPasskey(ada, key);
  const { browser, answer } = await signInWith(key, odd);
  await expectRefused(answer, NOT_VERIFIED);
  expect(await isSignedIn(browser)).toBe(false);
});

test("the host that a request names doesn't matter to what a passkey is for", async () => {
  const ada = await signUp("Ada");
  const asked = await ada.form(
    "/settings/passkeys/challenge",
    {},
    {
      Accept: "application/json",
      Host: "evil.example",
      Origin: "https://evil.example",
      "X-Forwarded-Host": "evil.example",
    },
  );
  expect(await asked.json()).toMatchObject({ rp: { id: "127.0.0.1" } });
});

test("no certificate is checked online", async () => {
  const ada = await signUp("Ada");
  for (const format of ["apple", "android-key", "android-safetynet", "tpm", "fido-u2f"])
    await expectRefused(await addPasskey(ada, device(), { format }), NOT_VERIFIED);
});

test("a passkey belongs to one account, and an account has 20 at most", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const key = device();
  await addPasskey(ada, key);
  expect((await addPasskey(ben, key)).status).toBe(409);
  expect((await addPasskey(ada, key)).status).toBe(409);
  for (let i = 1; i < 19; i++) await addPasskey(ada, device());
  const both = await Promise.all([addPasskey(ada, device()), addPasskey(ada, device())]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
  const added = await query(
    "select count(*) as count from security_event where member_id = ? and kind = 'passkey-added'",
    ada.id,
  );
  expect(added[0]?.count).toBe(20);
  expect((await ada.form(`/settings/passkeys/${key.id}`, { name: "Hers" })).status).toBe(303);
  for (const path of [`/settings/passkeys/${key.id}`, "/settings/passkeys/none"]) {
    expect((await ben.get(path)).status).toBe(404);
    expect((await ben.form(path, { name: "Mine" })).status).toBe(404);
  }
  await ben.form(`/settings/passkeys/${key.id}/remove`, {});
  expect(await (await ada.get("/settings/passkeys")).text()).toContain("Hers");
});

test.each(["", "{}", "null", "[]", '{"id":1}', "not JSON", `{"id":"${"x".repeat(50_000)}"}`])(
  "%.20s instead of a passkey's answer is refused with a sentence",
  async (passkey) => {
    const ada = await signUp("Ada");
    for (const path of ["/settings/passkeys", "/settings/confirm"]) {
      const refused = await ada.form(path, { name: "Laptop", passkey });
      expect([path, refused.status]).toEqual([path, 400]);
    }
    const browser = visitor();
    expect((await browser.form(await goToSignIn(browser), { passkey })).status).toBe(400);
  },
);

test("signing in to a deleted or suspended account with a passkey leads where a password does", async () => {
  for (const [column, path] of [
    ["deleted_at", "/come-back"],
    ["suspended_at", "/account-status"],
  ]) {
    const ada = await signUp("Ada");
    const key = device();
    await addPasskey(ada, key);
    await query(`update member set ${column} = ? where id = ?`, Date.now(), ada.id);
    const { browser, answer } = await signInWith(key);
    expect(new URL((await browser.follow(answer)).url).pathname).toBe(path);
  }
});

test("neither a challenge nor a private key is stored", async () => {
  const ada = await signUp("Ada");
  const { challenge } = await challengeOf(ada, "/settings/passkeys/challenge");
  expect(JSON.stringify(await query("select * from passkey_challenge"))).not.toContain(challenge);
});
