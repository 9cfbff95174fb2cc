// A community after its last day: what can still be read and done, and what every form and call says of the rest.
import { afterEach, expect, test, vi } from "vitest";
import type { Person } from "../api/people";
import { shareApp } from "../app";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { visitor, addMember, signInAgain } = shareApp({
  ENDS_ON: new Date().toISOString().slice(0, 10),
  COMMUNITY_NAME: "Sad Fest",
});
const READ_ONLY = "Sad Fest has ended. You can still read, download your data and delete your account.";

const endOf = (page: Page) => page.element.querySelector("aside summary")?.textContent;

afterEach(() => vi.useRealTimers());

/** Lets the last day pass, for a member who signs in again. */
async function passEnd(person: Person) {
  vi.useFakeTimers({ now: Date.now() + 3 * 24 * 3_600_000, toFake: ["Date"] });
  return signInAgain(person);
}

test("every page says that it is over, with the way to one's data, and everything can be read", async () => {
  const ada = await passEnd(await addMember("Ada"));
  for (const path of ["/", "/discover", "/messages", "/profile", "/playlists", "/records"]) {
    const page = await openVisitor(ada).visit(path);
    expect([page.status, endOf(page)], path).toEqual([200, "Sad Fest has ended."]);
    expect(page.addressOf("Download Your Data"), path).toBe("/settings/export");
  }
  const landing = await openVisitor(visitor()).visit("/");
  expect(endOf(landing)).toBe("Sad Fest has ended.");
  expect(landing.links).not.toContain("Download Your Data");
});

test("nothing is changed by forms or calls, what was typed stays, and nobody can join", async () => {
  const ada = await passEnd(await addMember("Ada"));
  const form = await openVisitor(ada).visit("/records/new");
  const refused = await form.fill("Artist", "Low").fill("Album", "Hey What").press("Add Record");
  expect([refused.status, refused.has(READ_ONLY), refused.value("Album")]).toEqual([403, true, "Hey What"]);
  const called = await ada.json("POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  expect([called.status, await called.text()]).toEqual([403, READ_ONLY]);
  expect(await (await ada.get("/api/record-collections")).json()).toEqual([]);
  const joining = await openVisitor(visitor()).visit("/api/login?new");
  expect(joining.headings).toContain("Not Taking New Members");
});

test("members sign out, download their data and leave", async () => {
  const ada = await passEnd(await addMember("Ada"));
  const asked = await (await openVisitor(ada).visit("/settings/export")).press("Create Export");
  expect([asked.status, asked.has(READ_ONLY)]).toEqual([200, false]);
  const left = await (await openVisitor(ada).visit("/settings/delete")).press("Delete My Account");
  expect([left.status, left.has(READ_ONLY)]).toEqual([200, false]);
  vi.useRealTimers();
  const ben = await passEnd(await addMember("Ben"));
  expect((await ben.form("/api/auth/logout", {})).status).toBeLessThan(400);
  expect((await ben.get("/api/auth/user")).status).toBe(401);
});
