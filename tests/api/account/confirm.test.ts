// Asking members again who they are before something sensitive.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { query } from "../mail";
import { openBrowser, type Person, setConfirmed, signIn, signUp as signUpIn } from "../server";

const { app, signUp, visitor } = shareApp();

const SENSITIVE = ["/settings/recovery-codes", "/settings/delete", "/settings/export"];
const LONG_AGO = Date.now() - 10 * 60_000;

async function destinationOf(answer: Promise<Response>) {
  const { status, headers } = await answer;
  return [status, headers.get("Location")];
}

const confirm = (person: Pick<Person, "form">, to: string, password: string) =>
  person.form(`/settings/confirm?to=${encodeURIComponent(to)}`, { password });

test.each(SENSITIVE)(
  "%s asks again after ten minutes, before it is shown and before it acts",
  async (path) => {
    const ada = await signUp("Ada");
    expect((await ada.get(path)).status).toBe(200);
    await setConfirmed(app(), LONG_AGO);
    const asking = [303, `/settings/confirm?to=${encodeURIComponent(path)}`];
    expect(await destinationOf(ada.get(path))).toEqual(asking);
    expect(await destinationOf(ada.form(path, {}))).toEqual(asking);
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
    expect(await destinationOf(ada.get(path))).toEqual(asking);
    expect(await destinationOf(confirm(ada, path, ada.password))).toEqual([303, path]);
    expect((await ada.get(path)).status).toBe(200);
  },
);

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

test.each(["https://evil.example/", "//evil.example", "/api/logout", "/\\evil.example", ""])(
  "from the page to return to %j only the settings are left",
  async (to) => {
    const ada = await signUp("Ada");
    expect(await destinationOf(confirm(ada, to, ada.password))).toEqual([303, "/settings"]);
  },
);

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
