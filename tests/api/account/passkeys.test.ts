// Passkeys and authenticator apps: adding them, signing in and confirming with them, and everything that must be refused.
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makePasskeyDevice, type PasskeyDevice } from "../../fakes/passkey-device";
import type { Browser } from "../client";
import { challengeOf, isSignedIn, makeCodes, query, startAuthenticator, tokenIn } from "../mail";
import { operate } from "../operate";
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

test("anything but a passkey's answer is refused with a sentence", async () => {
  const ada = await signUp("Ada");
  const long = `{"id":"${"x".repeat(50_000)}"}`;
  for (const passkey of ["", "{}", "null", "[]", '{"id":1}', "not JSON", long]) {
    for (const path of ["/settings/passkeys", "/settings/confirm"]) {
      const refused = await ada.form(path, { name: "Laptop", passkey });
      expect([passkey, path, refused.status]).toEqual([passkey, path, 400]);
    }
    const browser = visitor();
    expect((await browser.form(await goToSignIn(browser), { passkey })).status).toBe(400);
  }
});

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

const WRONG = "That code is wrong or was already used. Wait for the next one.";
const STEP_MS = 30_000;

/** The code of a key, as many steps from now as `steps`. */
function codeOf(key: string, steps = 0) {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Turns an authenticator app on with the current code, and makes that unused again; resolves with the key. */
async function turnOn(person: Browser): Promise<string> {
  const key = await startAuthenticator(person);
  const done = await person.form("/settings/authenticator", { code: codeOf(key) });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/settings/authenticator"]);
  await forgetUse();
  return key;
}

/** Enters the password at a new sign-in; resolves with the page of the code. */
async function enterPassword({ email, password }: Person) {
  const browser = visitor();
  const page = await goToSignIn(browser, "/matches");
  const sent = await browser.form(page, { email, password });
  return { browser, page, next: sent.headers.get("Location") ?? "" };
}

/** Makes codes unused again, since tests can't wait half a minute for the next one. */
const forgetUse = () => query("update authenticator set last_step = null");

async function expectWrong(answer: Response, message = WRONG) {
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)]);
}

test("a member turns an authenticator app on, and signing in with the password asks for a code", async () => {
  const ada = await signUp("Ada");
  const key = await startAuthenticator(ada);
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  // Another tab shows the same key, which may have been scanned already.
  expect(await startAuthenticator(ada)).toBe(key);
  const other = await startAuthenticator(await signUp("Ben"));
  await expectWrong(await ada.form("/settings/authenticator", { code: codeOf(other) }));
  // A code is asked for from the first one on.
  expect((await enterPassword(ada)).next).not.toContain("/code");
  const first = codeOf(key);
  await ada.form("/settings/authenticator", { code: first.replace(/(...)/, "$1 ") });
  expect(await (await ada.get("/settings")).text()).toContain(
    "On. You need a code as well as your password.",
  );
  expect((await ada.form("/settings/authenticator/start", {})).status).toBe(303);

  const { browser, page, next } = await enterPassword(ada);
  expect(next).toBe(`${page}/code`);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await browser.get(next)).status).toBe(200);
  await expectWrong(await browser.form(next, { code: "000000" }));
  await expectWrong(await browser.form(next, { code: first }));
  await forgetUse();
  await expectWrong(await browser.form(next, { code: "12345" }), "Enter the 6 digits from your app");
  const arrived = await browser.follow(await browser.form(next, { code: codeOf(key) }));
  expect([arrived.status, new URL(arrived.url).pathname]).toEqual([200, "/matches"]);
  expect(await isSignedIn(browser)).toBe(true);

  await ada.form("/settings/authenticator/remove", {});
  expect((await enterPassword(ada)).next).not.toContain("/code");
  const events = await query(
    "select kind from security_event where member_id = ? and kind like 'auth%' order by id",
    ada.id,
  );
  expect(events.map(({ kind }) => kind)).toEqual(["authenticator-added", "authenticator-removed"]);
});

test.each(["one after the other", "at the same time"])(
  "a code sent twice %s signs in once",
  async (order) => {
    const ada = await signUp("Ada");
    const key = await turnOn(ada);
    const { browser, next } = await enterPassword(ada);
    const code = codeOf(key);
    const send = () => browser.form(next, { code });
    // A browser that sends a form twice gets no answer to the first one.
    const first = send();
    if (order === "one after the other") await first;
    const [, second] = await Promise.all([first, send()]);
    await browser.follow(second);
    expect(await isSignedIn(browser)).toBe(true);
    const entered = await enterPassword(ada);
    await expectWrong(await entered.browser.form(entered.next, { code }));
  },
);

test("no code works twice, not even at the same time, and none before it afterwards", async () => {
  const ada = await signUp("Ada");
  const key = await turnOn(ada);
  for (let round = 0; round < 5; round++) {
    await forgetUse();
    const fields = { password: ada.password, code: codeOf(key) };
    const both = await Promise.all([1, 2].map(() => ada.form("/settings/confirm", fields)));
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
  }
  await expectWrong(await ada.form("/settings/confirm", { password: ada.password, code: codeOf(key, -1) }));
});

test("a code counts one step early or late, and no more", async () => {
  const ada = await signUp("Ada");
  const key = await turnOn(ada);
  const currentStep = () => Math.floor(Date.now() / STEP_MS);
  let answers: number[] = [];
  let step: number;
  do {
    step = currentStep();
    answers = [];
    for (const steps of [-2, -1, 0, 1, 2]) {
      await forgetUse();
      const fields = { password: ada.password, code: codeOf(key, steps) };
      answers.push((await ada.form("/settings/confirm", fields)).status);
    }
    // The clock may have moved on by a step in between.
  } while (currentStep() !== step);
  expect(answers).toEqual([400, 303, 303, 303, 400]);
});

test("the code of another account is wrong", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await turnOn(ada);
  const his = await turnOn(ben);
  const { browser, next } = await enterPassword(ada);
  await expectWrong(await browser.form(next, { code: codeOf(his) }));
  const hisSignIn = await enterPassword(ben);
  expect((await browser.form(hisSignIn.next, { code: codeOf(his) })).status).toBe(400);
  expect(await isSignedIn(browser)).toBe(false);
});

test("the page of the code needs the password of this very sign-in, entered within ten minutes", async () => {
  const ada = await signUp("Ada");
  const key = await turnOn(ada);
  const fresh = visitor();
  const page = await goToSignIn(fresh);
  for (const answer of [
    await fresh.get(`${page}/code`),
    await fresh.form(`${page}/code`, { code: codeOf(key) }),
  ])
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);

  const old = await enterPassword(ada);
  await query(
    "update provider_record set payload = json_set(payload, '$.result.passwordProof.at', ?) where kind = 'Interaction' and id = ?",
    Date.now() - 600_001,
    old.page.split("/").pop() ?? "",
  );
  const late = await old.browser.form(old.next, { code: codeOf(key) });
  expect([late.status, late.headers.get("Location")]).toEqual([303, old.page]);

  const changed = await enterPassword(ada);
  await ada.form("/settings/password", { currentPassword: ada.password, newPassword: "another password" });
  const after = await changed.browser.form(changed.next, { code: codeOf(key) });
  expect([after.status, after.headers.get("Location")]).toEqual([303, changed.page]);
});

test("a recovery code replaces a code once", async () => {
  const ada = await signUp("Ada");
  const [code = "", other = ""] = await makeCodes(ada);
  await turnOn(ada);
  const { browser, next } = await enterPassword(ada);
  await expectWrong(await browser.form(next, { recoveryCode: "00000-00000" }), "That recovery code is wrong");
  await browser.follow(await browser.form(next, { recoveryCode: ` ${code.toUpperCase()} ` }));
  expect(await isSignedIn(browser)).toBe(true);
  expect(await (await ada.get("/settings")).text()).toContain("You have 9 recovery codes left.");
  const again = await enterPassword(ada);
  await expectWrong(
    await again.browser.form(again.next, { recoveryCode: code }),
    "That recovery code is wrong",
  );

  const both = await Promise.all(
    [1, 2].map(() => ada.form("/settings/confirm", { password: ada.password, recoveryCode: other })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
});

test("confirming takes the password and a code; neither alone is enough", async () => {
  const ada = await signUp("Ada");
  const key = await turnOn(ada);
  await setConfirmed(app(), 0);
  expect(await (await ada.get("/settings/confirm")).text()).toContain("Authenticator code");
  for (const path of [
    "/settings/authenticator",
    "/settings/authenticator/remove",
    "/settings/authenticator/start",
  ]) {
    const asked = await ada.form(path, {});
    expect(asked.headers.get("Location")).toBe("/settings/confirm?to=%2Fsettings%2Fauthenticator");
  }
  const confirm = (fields: Record<string, string>) => ada.form("/settings/confirm", fields);
  await expectWrong(await confirm({ password: ada.password }));
  await expectWrong(
    await confirm({ password: "wrong", code: codeOf(key) }),
    "That isn&#x27;t your password.",
  );
  await expectWrong(await confirm({ code: codeOf(key) }), "Password is required");
  expect((await ada.get("/settings/delete")).status).toBe(303);
  expect((await confirm({ password: ada.password, code: codeOf(key) })).status).toBe(303);
  expect((await ada.get("/settings/delete")).status).toBe(200);
});

test("a reset password still needs a code, which the console can turn off", async () => {
  const ada = await signUp("Ada");
  await turnOn(ada);
  // A reset takes one that was set up within a week with it.
  await query("update authenticator set created_at = 0");
  const { makeResetLink } = await import("~/models/account/recovery/reset-link.server");
  const token = tokenIn(await makeResetLink(ada.email));
  const newPassword = "a much better password";
  await visitor().form(`/reset-password?token=${token}`, { token, newPassword });
  const now = { ...ada, password: newPassword };
  expect((await enterPassword(now)).next).toContain("/code");
  expect(await operate(app().dataDir, ["account", "remove-authenticator", ada.email.toUpperCase()])).toEqual({
    code: 0,
    said: `${ada.email.toUpperCase()} no longer needs a code to sign in. The password is unchanged.`,
  });
  expect((await enterPassword(now)).next).not.toContain("/code");
  const { removeAuthenticatorOf } = await import("~/models/account/second-factor/authenticator.server");
  await expect(removeAuthenticatorOf(ada.email)).rejects.toThrow();
});

test("a key that was shown an hour ago can't be turned on", async () => {
  const ada = await signUp("Ada");
  const key = await startAuthenticator(ada);
  await query("update authenticator set created_at = created_at - 3600001");
  expect((await ada.form("/settings/authenticator", { code: codeOf(key) })).status).toBe(409);
  expect(await (await ada.get("/settings/authenticator")).text()).toContain("Set Up");
});

test("the key is stored encrypted", async () => {
  const ada = await signUp("Ada");
  const key = (await turnOn(ada)).replaceAll(" ", "");
  expect(JSON.stringify(await query("select * from authenticator"))).not.toContain(key);
});
