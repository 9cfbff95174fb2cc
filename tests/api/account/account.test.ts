// Passwords, deleting the account and coming back, and exports, which are kept in a bucket. tests/models/account has what
// deletion leaves, and what an export holds.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DAY_MS } from "~/durations";
import { shareApp } from "../../app";
import { startBucket } from "../../fakes/bucket";
import { readZip } from "../../read-zip";
import { openBrowser } from "../client";
import { createExport } from "../exports";
import { isSignedIn, makeCodes, query, tokenIn } from "../mail";
import { operate } from "../operate";
import {
  decide,
  goToSignIn,
  makeConversation,
  makeMatch,
  type Person,
  setConfirmed,
  signIn,
  signUp as signUpIn,
} from "../people";

const bucket = await startBucket();
afterAll(() => bucket.close());
const { app, signUp, visitor, addMember } = shareApp(bucket.variables);

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

test("an easy new password is refused, and not sent back", async () => {
  const ada = await signUp("Ada");
  for (const newPassword of ["password", "12345678", "QWERTYUIOP"]) {
    const refused = await ada.form("/settings/password", { currentPassword: ada.password, newPassword });
    const text = await refused.text();
    expect([newPassword, refused.status, text.includes("too easy to guess")]).toEqual([
      newPassword,
      400,
      true,
    ]);
    expect(text).not.toContain(`value="${newPassword}"`);
  }
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

test("recovery codes are offered the day after a match to each member who has none, also after a reset with one", async () => {
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map(signUp));
  if (!ada || !ben) throw new Error("nobody signed up");
  const offer = async (person: Person, path = "/") => {
    const page = await (await person.get(path)).text();
    return /href="(\/settings\/recovery-codes[^"]*)"/.exec(page)?.[1];
  };
  await makeMatch(ada, ben);
  expect([await offer(ada), await offer(ada, `/members/${ben.id}/match`)]).toEqual([undefined, undefined]);
  await query(`update match set created_at = created_at - ${DAY_MS}`);
  const address = "/settings/recovery-codes?to=%2F";
  expect([await offer(ada), await offer(ada)]).toEqual([address, address]);
  const page = await (await ada.get(address)).text();
  for (const text of ["You have no recovery codes.", "Show My Codes", `href="/"`])
    expect(page).toContain(text);
  const [code = ""] = await makeCodes(ada);
  expect(await offer(ada)).toBeUndefined();
  expect(await offer(ben)).toBeDefined();
  expect((await recover(ada.email, code)).status).toBe(200);
  const again = visitor();
  await signIn(again, ada.email, NEW);
  expect(await (await again.get("/settings")).text()).toContain("You have no recovery codes.");
  expect(await offer({ ...ada, ...again })).toBe(address);
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

const SENSITIVE = ["/settings/recovery-codes", "/settings/delete", "/settings/export"];
const LONG_AGO = Date.now() - 10 * 60_000;

async function destinationOf(answer: Promise<Response>) {
  const { status, headers } = await answer;
  return [status, headers.get("Location")];
}

const confirm = (person: Pick<Person, "form">, to: string, password: string) =>
  person.form(`/settings/confirm?to=${encodeURIComponent(to)}`, { password });

test("sensitive pages ask again after ten minutes, before they are shown and before they act", async () => {
  const ada = await signUp("Ada");
  for (const path of SENSITIVE) expect((await ada.get(path)).status).toBe(200);
  await setConfirmed(app(), LONG_AGO);
  const asking = (path: string) => [303, `/settings/confirm?to=${encodeURIComponent(path)}`];
  for (const path of SENSITIVE) {
    expect(await destinationOf(ada.get(path))).toEqual(asking(path));
    expect(await destinationOf(ada.form(path, {}))).toEqual(asking(path));
    expect((await ada.get("/api/auth/user")).status).toBe(200);
    const asJson = await ada.json("POST", path, {}, { Accept: "application/json" });
    expect([asJson.status, await asJson.text()]).toEqual([
      403,
      expect.stringContaining("Confirm it&#x27;s you in Settings, then try again."),
    ]);
    const wrong = await confirm(ada, path, "wrong");
    const text = await wrong.text();
    expect([wrong.status, text.includes("That isn&#x27;t your password.")]).toEqual([400, true]);
    expect(text).not.toContain('value="wrong"');
    expect(await destinationOf(ada.get(path))).toEqual(asking(path));
  }
  for (const path of SENSITIVE) {
    expect(await destinationOf(confirm(ada, path, ada.password))).toEqual([303, path]);
    expect((await ada.get(path)).status).toBe(200);
    await setConfirmed(app(), LONG_AGO);
  }
});

test("confirming counts for one browser only", async () => {
  const ada = await signUp("Ada");
  const other = visitor();
  await signIn(other, ada.email);
  await setConfirmed(app(), LONG_AGO);
  await confirm(ada, "/settings/delete", ada.password);
  expect((await ada.get("/settings/delete")).status).toBe(200);
  expect((await other.get("/settings/delete")).status).toBe(303);
});

test("another member's password confirms nothing", async () => {
  const ada = await signUp("Ada");
  const other = visitor();
  await signIn(other, ada.email);
  await other.form("/settings/password", { currentPassword: ada.password, newPassword: "something else" });
  const ben = await signUp("Ben");
  await setConfirmed(app(), LONG_AGO);
  expect((await confirm(ben, "/settings/delete", "something else")).status).toBe(400);
});

test("of the pages to return to only those of this site are followed", async () => {
  const ada = await signUp("Ada");
  for (const to of ["https://evil.example/", "//evil.example", "/api/logout", "/\\evil.example", ""])
    expect(await destinationOf(confirm(ada, to, ada.password)), to).toEqual([303, "/settings"]);
});

test("a sign-in without a password counts from when the password was entered", async () => {
  const ada = await signUpIn(visitor(), "Grace");
  const signInSilently = async () => {
    const known = ada.cookies.filter(({ name }) => name.startsWith("provider"));
    const browser = openBrowser(app(), known);
    await browser.follow(await browser.get("/api/login"));
    expect((await browser.get("/api/auth/user")).status).toBe(200);
    return (await browser.get("/settings/delete")).status;
  };
  expect(await signInSilently()).toBe(200);
  const since = Math.floor(LONG_AGO / 1000);
  await query("update provider_record set payload = json_set(payload, '$.loginTs', ?)", since);
  expect(await signInSilently()).toBe(303);
});

test("a suspended member can confirm and delete the account", async () => {
  const ada = await signUp("Ada");
  await query("update member set suspended_at = ? where id = ?", Date.now(), ada.id);
  await setConfirmed(app(), LONG_AGO);
  expect((await ada.get("/settings/delete")).headers.get("Location")).toContain("/settings/confirm");
  expect((await ada.get("/settings/confirm")).status).toBe(200);
  expect((await confirm(ada, "/settings/delete", ada.password)).status).toBe(303);
  expect(await destinationOf(ada.form("/settings/delete", {}))).toEqual([303, "/account-deleted"]);
});

test("a deleted member can confirm nothing", async () => {
  const ada = await signUp("Ada");
  await query("update member set deleted_at = ? where id = ?", Date.now(), ada.id);
  expect(await destinationOf(ada.get("/settings/confirm"))).toEqual([303, "/come-back"]);
  expect(await destinationOf(confirm(ada, "/settings/delete", ada.password))).toEqual([303, "/come-back"]);
});

const remove = (person: Person) => person.form("/settings/delete", {});

test("a member deletes the account, and all browsers are signed out", async () => {
  const ada = await signUp("Ada");
  const other = visitor();
  await signIn(other, ada.email);
  const done = await remove(ada);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/account-deleted"]);
  expect((await ada.get("/api/auth/user")).status).toBe(401);
  expect((await other.get("/api/auth/user")).status).toBe(401);
  expect((await ada.get("/account-deleted")).status).toBe(200);
});

test("signing in to a deleted account leads only to the page that restores it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const id = await makeConversation(ada, ben);
  await remove(ada);
  const back = visitor();
  await signIn(back, ada.email);
  for (const path of ["/", "/discover", `/messages/${id}`, "/settings", "/account-status"]) {
    const answer = await back.get(path);
    expect([path, answer.status, answer.headers.get("Location")]).toEqual([path, 303, "/come-back"]);
  }
  for (const path of ["/api/auth/user", "/api/discover", "/api/live"])
    expect([path, (await back.get(path)).status]).toEqual([path, 403]);
  expect((await back.json("POST", `/api/conversations/${id}/messages`, { content: "Hi" })).status).toBe(403);
  expect(await (await back.get("/come-back")).text()).toContain("Come back, Ada?");

  const chat = await ben.get(`/messages/${id}`);
  const text = await chat.text();
  expect([text.includes("Former member"), text.includes("This member has left B-Side.")]).toEqual([
    true,
    true,
  ]);
  expect((await ben.get(`/members/${ada.id}`)).status).toBe(404);
  expect((await decide(ben, ada, false)).status).toBe(404);

  const restored = await back.form("/come-back", {});
  expect([restored.status, restored.headers.get("Location")]).toEqual([303, "/"]);
  expect((await back.get("/api/auth/user")).status).toBe(200);
  expect(await (await ben.get(`/messages/${id}`)).text()).not.toContain("Former member");
});

test.each([
  ["deleted", "deleted_at = 1"],
  ["suspended", "suspended_at = 1"],
  ["told of a decision", "has_unread_decision = 1"],
  ["asked to accept the terms", "has_agreement_due = 1"],
  ["waiting to be let in", "waiting_since = 1"],
])("whoever is %s can open all that the footer offers, and give notice", async (_, change) => {
  const ada = await addMember("Ada");
  await query(`update member set ${change} where id = ?`, Number(ada.id));
  const page = await ada.follow(await ada.get("/"));
  const footer = /<footer[\s\S]*<\/footer>/.exec(await page.text())?.[0] ?? "";
  const links = [...footer.matchAll(/href="(\/[^"]*)"/g)].map(([, path = ""]) => path);
  expect(links).toContain("/notice");
  for (const path of [...links, "/transparency"])
    expect([path, (await ada.get(path, { Accept: "text/html" })).status]).toEqual([path, 200]);
  const sent = await ada.form("/notice", {
    ...{ reason: "child", about: "A man called Ben", words: "Look at this.", goodFaith: "on" },
  });
  expect(sent.headers.get("Location")).toMatch(/^\/notice\/[\w-]{43}$/);
  expect((await ada.get(sent.headers.get("Location") ?? "", { Accept: "text/html" })).status).toBe(200);
});

test("a deleted member comes back on day 13, and is gone on day 15", async () => {
  const { purgeDeletedMembers } = await import("~/jobs/purge.server");
  const ada = await addMember("Ada");
  await remove(ada);
  const goToDay = async (day: number) => {
    await query(
      "update member set deleted_at = ? where id = ?",
      Date.now() - day * 86_400_000,
      Number(ada.id),
    );
    await purgeDeletedMembers();
  };
  await goToDay(13);
  const back = visitor();
  await signIn(back, ada.email);
  expect((await back.get("/")).headers.get("Location")).toBe("/come-back");
  expect((await back.form("/come-back", {})).headers.get("Location")).toBe("/");
  expect(await (await back.get("/api/auth/user")).json()).toMatchObject({ bio: "Likes records." });
  expect((await back.form("/settings/delete", {})).headers.get("Location")).toBe("/account-deleted");

  await goToDay(15);
  const refused = await signIn(visitor(), ada.email);
  expect(await refused.text()).toContain("The email or password is wrong.");
});

const start = (person: Person) => person.form("/settings/export", {});

async function download(person: Person, path: string) {
  const answer = await person.get(path);
  return { answer, files: await readZip(Buffer.from(await answer.arrayBuffer())) };
}

test("a member asks for an export, sees it in the making and downloads it", async () => {
  const ada = await addMember("Ada");
  expect(await (await ada.get("/settings/export")).text()).toContain("Create Export");
  const answer = await start(ada);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/settings/export"]);
  const path = await createExport(ada);
  const { answer: sent, files } = await download(ada, path);
  expect(sent.headers.get("Content-Type")).toBe("application/zip");
  expect(sent.headers.get("Content-Disposition")).toMatch(/^attachment; filename="b-side-[\d-]{10}\.zip"$/);
  expect(sent.headers.get("Cache-Control")).toBe("private, no-store");
  expect(sent.headers.get("Content-Encoding")).toBeNull();
  expect(JSON.parse(String(files.get("profile.json")))).toMatchObject({ id: ada.id, email: ada.email });
  // The file it was put together in goes last.
  const folder = join(app().dataDir, "exports");
  await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
});

test("only its owner downloads an export, after proving who they are, and no picture has its name", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const path = await createExport(ada);
  expect((await ben.get(path)).status).toBe(404);
  expect((await visitor().get(path)).status).toBe(404);
  const [id = ""] = path.match(/[\da-f-]{36}/) ?? [];
  for (const other of [`/settings/export/${id}`, `/settings/export/..%2F${id}.zip`, `/pictures/${id}.zip`]) {
    expect([other, (await ada.get(other)).status]).toEqual([other, 404]);
  }
  await setConfirmed(app(), Date.now() - 10 * 60_000);
  const asked = await ada.get(path);
  expect([asked.status, asked.headers.get("Location")]).toEqual([
    303,
    "/settings/confirm?to=%2Fsettings%2Fexport",
  ]);
});

test("a browser whose export is gone returns to the page of exports, and a signed-out one to its sign-in", async () => {
  const ada = await addMember("Ada");
  const old = await createExport(ada);
  await query("delete from data_export where member_id = ?", Number(ada.id));
  const asDocument = { Accept: "text/html" };
  const answer = await ada.get(old, asDocument);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/settings/export"]);
  const page = await (await ada.follow(answer)).text();
  expect(page).toContain("Export not found");
  expect(page).toContain("Create Export");
  expect((await ada.get(old)).status).toBe(404);

  const visited = await visitor().follow(await visitor().get(old, asDocument));
  expect(visited.status).toBe(404);
  expect(await visited.text()).toContain('href="/api/login?to=%2Fsettings%2Fexport"');
});

test("suspended members take their data with them", async () => {
  const ada = await addMember("Ada");
  await query("update member set suspended_at = ? where id = ?", Date.now(), Number(ada.id));
  expect((await ada.get("/discover")).headers.get("Location")).toBe("/account-status");
  const { files } = await download(ada, await createExport(ada));
  expect(files.has("conversations/1.json")).toBe(false);
  expect(files.has("profile.json")).toBe(true);
});
