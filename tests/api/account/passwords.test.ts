import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { isSignedIn, makeCodes, query, tokenIn } from "../mail";
import { operate } from "../operate";
import { goToSignIn, makeMatch, type Person, signIn } from "../people";

const { app, signUp, visitor } = shareApp();

const NEW = "a much better password";
const WRONG_CODE = "The email or recovery code is wrong, or the code was already used.";
const WRONG_LINK = "This link was already used or has expired. Ask for a new one.";

const recover = (email: string, code: string, newPassword = NEW) =>
  visitor().form("/forgot-password", { email, code, newPassword });

async function makeLink(email: string): Promise<string> {
  const { makeResetLink } = await import("~/models/account/recovery/reset-link.server");
  return tokenIn(await makeResetLink(email));
}

const reset = (token: string, newPassword = NEW) =>
  visitor().form(`/reset-password?token=${token}`, { token, newPassword });

async function canSignIn(email: string, password: string): Promise<boolean> {
  const browser = visitor();
  await signIn(browser, email, password);
  return isSignedIn(browser);
}

test("a member changes the password, and their other browsers are signed out", async () => {
  const ada = await signUp("Ada");
  const other = visitor();
  await signIn(other, ada.email);
  expect((await other.get("/api/auth/user")).status).toBe(200);
  const wrong = await ada.form("/settings/password", { currentPassword: "wrong", newPassword: NEW });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining("That isn&#x27;t your password."),
  ]);
  const changed = await ada.form("/settings/password", { currentPassword: ada.password, newPassword: NEW });
  expect([changed.status, changed.headers.get("Location")]).toEqual([303, "/settings"]);
  expect((await ada.get("/api/auth/user")).status).toBe(200);
  expect((await other.get("/api/auth/user")).status).toBe(401);
  expect([await canSignIn(ada.email, ada.password), await canSignIn(ada.email, NEW)]).toEqual([false, true]);
});

test.each(["password", "12345678", "QWERTYUIOP"])("%j is refused as a new password", async (newPassword) => {
  const ada = await signUp("Ada");
  const refused = await ada.form("/settings/password", { currentPassword: ada.password, newPassword });
  const text = await refused.text();
  expect([refused.status, text.includes("too easy to guess")]).toEqual([400, true]);
  expect(text).not.toContain(`value="${newPassword}"`);
});

test("a recovery code sets a new password once, and ends all sessions", async () => {
  const ada = await signUp("Ada");
  const codes = await makeCodes(ada);
  expect(new Set(codes).size).toBe(10);
  expect(await (await ada.get("/settings")).text()).toContain("You have 10 recovery codes left.");
  const [code = ""] = codes;
  expect((await recover(ada.email, code, "password")).status).toBe(400);
  const done = await recover(ada.email.toUpperCase(), ` ${code.toUpperCase().replace("-", " ")} `);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("Password Changed")]);
  expect((await ada.get("/api/auth/user")).status).toBe(401);
  expect([await canSignIn(ada.email, ada.password), await canSignIn(ada.email, NEW)]).toEqual([false, true]);
  const again = await recover(ada.email, code, "yet another password");
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining(WRONG_CODE)]);
});

test("codes of another account, made-up codes and unknown addresses get the same answer", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const [code = ""] = await makeCodes(ben);
  await makeCodes(ada);
  const answers = [];
  for (const [email, typed] of [
    [ada.email, code],
    [ada.email, "00000-00000"],
    ["nobody@example.org", code],
  ] as const) {
    const answer = await recover(email, typed);
    answers.push([answer.status, (await answer.text()).includes(WRONG_CODE)]);
  }
  expect(answers).toEqual([
    [400, true],
    [400, true],
    [400, true],
  ]);
  expect(await canSignIn(ben.email, ben.password)).toBe(true);
});

test("new recovery codes replace the earlier ones", async () => {
  const ada = await signUp("Ada");
  const [old = ""] = await makeCodes(ada);
  await makeCodes(ada);
  expect((await recover(ada.email, old)).status).toBe(400);
});

test("of two simultaneous uses of a code one succeeds", async () => {
  const ada = await signUp("Ada");
  const [code = ""] = await makeCodes(ada);
  const both = await Promise.all([recover(ada.email, code), recover(ada.email, code)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a link from the console sets a new password once", async () => {
  const ada = await signUp("Ada");
  const { said } = await operate(app().dataDir, ["account", "reset", ada.email.toUpperCase()]);
  const token = /token=([\w-]{43})/.exec(said)?.[1] ?? "";
  const both = await Promise.all([reset(token), reset(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const again = await reset(token);
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining(WRONG_LINK)]);
  expect((await ada.get("/api/auth/user")).status).toBe(401);
  expect(await canSignIn(ada.email, NEW)).toBe(true);
});

test("a link is refused after an hour", async () => {
  const ada = await signUp("Ada");
  const token = await makeLink(ada.email);
  await query("update account_link set expires_at = expires_at - 3600001");
  expect((await reset(token)).status).toBe(400);
  expect(await canSignIn(ada.email, ada.password)).toBe(true);
});

test("wrong usage of the command is explained", async () => {
  expect(await operate(app().dataDir, ["account", "reset", "nobody@example.org"])).toEqual({
    code: 1,
    said: "No account has the email address nobody@example.org.",
  });
  expect(await operate(app().dataDir, ["account"])).toEqual({
    code: 1,
    said: "Usage: npm run account -- reset|remove-authenticator EMAIL",
  });
});

test("codes, links and passwords are never stored in plain text", async () => {
  const ada = await signUp("Ada");
  const codes = await makeCodes(ada);
  const token = await makeLink(ada.email);
  const tables = ["account", "recovery_code", "account_link"];
  const text = JSON.stringify(await Promise.all(tables.map((table) => query(`select * from ${table}`))));
  for (const secret of [...codes, token, ada.password]) expect(text).not.toContain(secret);
});

test("recovery codes are offered with a match to each member who has none, also after a reset with one", async () => {
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map(signUp));
  if (!ada || !ben) throw new Error("nobody signed up");
  const offer = async (person: Person, other: Person) => {
    const page = await (await person.get(`/members/${other.id}/match`)).text();
    return /href="(\/settings\/recovery-codes[^"]*)"/.exec(page)?.[1];
  };
  await makeMatch(ada, ben);
  const address = `/settings/recovery-codes?to=${encodeURIComponent(`/members/${ben.id}/match`)}`;
  expect([await offer(ada, ben), await offer(ada, ben)]).toEqual([address, address]);
  const page = await (await ada.get(address)).text();
  for (const text of ["You have no recovery codes.", "Show My Codes", `href="/members/${ben.id}/match"`])
    expect(page).toContain(text);
  const [code = ""] = await makeCodes(ada);
  expect(await offer(ada, ben)).toBeUndefined();
  expect(await offer(ben, ada)).toBeDefined();
  expect((await recover(ada.email, code)).status).toBe(200);
  const again = visitor();
  await signIn(again, ada.email, NEW);
  expect(await (await again.get("/settings")).text()).toContain("You have no recovery codes.");
  expect(await offer({ ...ada, ...again }, ben)).toBe(address);
});

test("password managers find the page that changes a password", async () => {
  const found = await visitor().get("/.well-known/change-password");
  expect([found.status, found.headers.get("Location")]).toEqual([302, "/settings/password"]);
  const never = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
  expect((await visitor().get(never)).status).toBe(404);
});

test("the page of recovery codes leads on to this site only", async () => {
  const ada = await signUp("Ada");
  await makeCodes(ada);
  const again = await (await ada.get("/settings/recovery-codes?to=%2Frecords")).text();
  expect(again).toContain("You have 10 recovery codes left.");
  expect([again.includes("Show My Codes"), again.includes("Create New Codes")]).toEqual([false, true]);
  expect(again).toContain('href="/records"');
  const hostile = await (await ada.get("/settings/recovery-codes?to=//evil.example")).text();
  expect(hostile).not.toContain('href="//evil.example"');
});

test("without a mail server nothing is queued and no page pretends", async () => {
  const browser = visitor();
  const page = await goToSignIn(browser);
  const fields = {
    firstName: "Ada",
    lastName: "L",
    email: "ada@example.org",
    password: "listen closely",
    adult: "on",
  };
  expect((await browser.follow(await browser.form(`${page}/sign-up`, fields))).status).toBe(200);
  const forgotten = await (await visitor().get("/forgot-password")).text();
  expect([forgotten.includes("Recovery code"), forgotten.includes("email you")]).toEqual([true, false]);
  const settings = await (await browser.get("/settings")).text();
  expect([settings.includes("ada@example.org"), /Change Email|Send Link/.test(settings)]).toEqual([
    true,
    false,
  ]);
  for (const path of [
    "/settings/email",
    "/confirm-email",
    "/restore-email",
    "/oidc/interaction/none/create",
  ]) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
    expect([path, (await browser.form(path, { token: "none", email: "b@example.org" })).status]).toEqual([
      path,
      404,
    ]);
  }
  expect((await browser.form("/settings/email/confirm", {})).status).toBe(404);
  await browser.form("/settings/password", { currentPassword: fields.password, newPassword: NEW });
  await signIn(visitor(), "ada@example.org", NEW);
  expect(await (await browser.get("/settings/activity")).text()).toContain("Signed in from a new browser");
  expect(await query("select 1 from mail union all select 1 from pending_account")).toEqual([]);
});
