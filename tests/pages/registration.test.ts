// What a visitor sees of a deployment that takes no new members.
import { expect, test } from "vitest";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const { visitor } = shareApp({ REGISTRATION: "closed" });

test("the sign-in page says that nobody can join, and offers no form for it", async () => {
  const browser = visitor();
  const page = await openVisitor(browser).visit("/api/login");
  expect(page.has("B-Side isn't taking new members right now.")).toBe(true);
  expect(page.links).not.toContain("Create Account");
  const joining = await openVisitor(visitor()).visit("/api/login?new");
  expect(joining.headings).toContain("Not Taking New Members");
  expect(joining.buttons).not.toContain("Create Account");
});

test("a form that is sent all the same adds nobody", async () => {
  const browser = visitor();
  const page = await openVisitor(browser).visit("/api/login?new");
  const fields = {
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@example.org",
    password: "listen closely",
  };
  const sent = await browser.form(page.address, { ...fields, adult: "on" });
  expect(sent.status).toBe(403);
  expect((await browser.get("/api/auth/user")).status).toBe(401);
});
