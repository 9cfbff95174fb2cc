// Deleting an account over HTTP, and coming back; tests/models/account/deletion.test.ts is about what becomes of the rest.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { query } from "../mail";
import { decide, makeConversation, type Person, signIn } from "../server";

const { addMember, signUp, visitor } = shareApp();

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
