// What newcomers and moderators see of a deployment where newcomers need approval.
import { expect, test } from "vitest";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const question = "What did you last play twice?";
const { signUp } = shareApp({ REGISTRATION: "approval", APPROVAL_QUESTION: question });

test("a newcomer answers, waits and keeps to their own pages, and a moderator lets them in", async () => {
  const browser = await signUp("Ada");
  const ada = openVisitor(browser);
  for (const path of ["/", "/discover", "/messages", "/matches", "/members/1", "/artists/can"])
    expect((await ada.visit(path)).address, path).toBe("/waiting");
  for (const path of ["/profile", "/settings", "/welcome/music", "/records", "/settings/privacy"])
    expect((await ada.visit(path)).address, path).toBe(path);
  for (const path of ["/api/discover", "/api/matches", "/api/conversations", "/api/artists/can"]) {
    const refused = await browser.get(path);
    expect([refused.status, await refused.text()], path).toEqual([403, expect.stringContaining("/waiting")]);
  }
  expect((await browser.get("/api/auth/user")).status).toBe(200);

  expect((await browser.form("/waiting", { answer: "" })).status).toBe(400);
  await browser.form("/waiting", { answer: "Low, by Low" });
  expect((await ada.visit("/waiting")).has("Someone will read your answer.")).toBe(true);

  const moderator = await signUp("Mo");
  const { addStaff } = await import("~/models/safety/staff.server");
  await addStaff(moderator.email, "moderator");
  const queue = await openVisitor(moderator).visit("/moderation/newcomers");
  expect([queue.has("Ada Lovelace"), queue.has(question), queue.has("Low, by Low")]).toEqual([
    true,
    true,
    true,
  ]);
  const { id } = await (await browser.get("/api/auth/user")).json();
  const decide = (outcome: string) => moderator.form("/moderation/newcomers", { members: id, outcome });
  expect((await decide("refuse")).status).toBe(400);
  expect((await decide("let-in")).status).toBe(303);
  expect((await ada.visit("/discover")).address).toBe("/discover");
  expect((await ada.visit("/waiting")).address).toBe("/");
});
