// Asking members again who they are before something sensitive, such as deleting the account, and coming back after that;
// tests/models/account/deletion.test.ts is about what becomes of the rest.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { openBrowser } from "../client";
import { query } from "../mail";
import { decide, makeConversation, type Person, setConfirmed, signIn, signUp as signUpIn } from "../people";

const { app, signUp, visitor, addMember } = shareApp();

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
