// Authenticator apps: turned on, asked for at sign-ins and confirmations, turned off.
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import type { Browser } from "../client";
import { isSignedIn, makeCodes, query, startAuthenticator as startSetup, tokenIn } from "../mail";
import { operate } from "../operate";
import { goToSignIn, type Person, setConfirmed } from "../people";

const { app, signUp, visitor } = shareApp();

const WRONG = "That code is wrong or was already used. Wait for the next one.";
const STEP_MS = 30_000;

/** The code of a key, as many steps from now as `steps`. */
function codeOf(key: string, steps = 0) {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Turns an authenticator app on with the current code, and makes that unused again; resolves with the key. */
async function turnOn(person: Browser): Promise<string> {
  const key = await startSetup(person);
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
  const key = await startSetup(ada);
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  // Another tab shows the same key, which may have been scanned already.
  expect(await startSetup(ada)).toBe(key);
  const other = await startSetup(await signUp("Ben"));
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
  const key = await startSetup(ada);
  await query("update authenticator set created_at = created_at - 3600001");
  expect((await ada.form("/settings/authenticator", { code: codeOf(key) })).status).toBe(409);
  expect(await (await ada.get("/settings/authenticator")).text()).toContain("Set Up");
});

test("the key is stored encrypted", async () => {
  const ada = await signUp("Ada");
  const key = (await turnOn(ada)).replaceAll(" ", "");
  expect(JSON.stringify(await query("select * from authenticator"))).not.toContain(key);
});
