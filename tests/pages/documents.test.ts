// The operator's documents, as visitors and members read them without scripts.
import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { db } from "db/client.server";
import { acceptance, documentText } from "db/schema";
import { expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const folder = mkdtempSync(join(tmpdir(), "b-side-pages-"));
const head = "---\ntitle: Terms of Use\nask-again: true\n---";
writeFileSync(join(folder, "terms.md"), `${head}\n\n## Age\n\nYou are <b>18</b>.`);
writeFileSync(join(folder, "imprint.md"), "# Imprint\n\nAda Lovelace, 1 Analytical Row");
writeFileSync(join(folder, "settings.md"), "Mine");

const { visitor, addMember } = shareApp({ PAGES_DIR: folder });

test("documents are linked in the footer of every page, for visitors and members", async () => {
  for (const browser of [visitor(), await addMember("Ada")]) {
    for (const path of ["/", "/help", "/no-such-page"]) {
      const [footer] = (await openVisitor(browser).visit(path)).all("contentinfo");
      expect(footer?.links.slice(0, 5), path).toEqual([
        "Help and Safety",
        "Your Data",
        "Give Notice",
        "Terms of Use",
        "Imprint",
      ]);
    }
    const page = await (await openVisitor(browser).visit("/help")).follow("Terms of Use");
    expect([page.address, page.status, page.title]).toEqual(["/terms", 200, "Terms of Use · B-Side"]);
    expect(page.headings).toEqual(["Terms of Use", "Age"]);
    expect(page.text).toContain("You are <b>18</b>.");
  }
});

test("a name is found in any case, and nothing outside the folder or without a document is", async () => {
  const { visit } = openVisitor(visitor());
  expect((await visit("/Terms")).status).toBe(200);
  for (const path of ["/privacy", "/terms/x", "/terms.md", "/..%2fterms", "/%2e%2e%2fterms", "/constructor"])
    expect([path, (await visit(path)).status]).toEqual([path, 404]);
});

test("the operators' page says which file is no page", async () => {
  const ada = await addMember("Ada");
  await addStaff(ada.email, "operator");
  const page = await openVisitor(ada).visit("/admin");
  expect(page.within("Left to Set Up").text).toContain(
    "settings.md is not shown: B-Side has a page of its own at /settings.",
  );
  expect((await openVisitor(ada).visit("/settings")).headings).toContain("Settings");
});

/** Fills in the form of newcomers, but for the tick at the documents. */
async function fillSignUp(browser: ReturnType<typeof openVisitor>) {
  const form = await (await browser.visit("/api/login?to=/records")).follow("Create Account");
  form.fill("First name", "Ben").fill("Last name", "Byron").fill("Email", `ben-${randomUUID()}@example.org`);
  return form.fill("Password", "listen closely").check("I'm 18 or older");
}

test("sign-up asks to accept the terms, and goes on once they are", async () => {
  const browser = openVisitor(visitor());
  const form = await fillSignUp(browser);
  expect([form.addressOf("Terms of Use"), form.isChecked("I accept “Terms of Use”")]).toEqual([
    "/terms",
    false,
  ]);
  const refused = await form.press("Create Account");
  expect(refused.errorOf("I accept “Terms of Use”")).toBe("Accept this to continue");
  expect(refused.value("First name")).toBe("Ben");
  const joined = await refused
    .fill("Password", "listen closely")
    .check("I accept “Terms of Use”")
    .press("Create Account");
  expect(joined.address).toBe("/records");
  expect((await db.select().from(acceptance)).map(({ document }) => document)).toEqual(["terms"]);
});

test("changed terms are asked for at the next sign-in, before anything else, and can be declined by leaving", async () => {
  const cleo = await addMember("Cleo");
  const before = { version: "before", text: "## Age\n\nYou are 16." };
  await db.insert(documentText).values(before);
  await db.insert(acceptance).values({
    ...{ memberId: Number(cleo.id), document: "terms", version: before.version },
    acceptedAt: new Date(0),
  });
  expect((await openVisitor(cleo).visit("/records")).address).toBe("/records");
  const browser = visitor();
  const { visit } = openVisitor(browser);
  let page = await visit("/api/login?to=/records");
  page = await page.fill("Email", cleo.email).fill("Password", cleo.password).press("Sign In");
  expect(page.address).toBe("/agreement?to=%2Frecords");
  expect(page.text).toContain("No longer there You are 16.");
  expect(page.text).toContain("New You are <b>18</b>.");
  expect(page.text).not.toContain("Age");

  expect((await visit("/discover")).address).toBe("/agreement");
  expect((await browser.get("/api/discover")).status).toBe(403);
  expect((await browser.json("POST", "/api/matches", { targetUserId: 1, liked: true })).status).toBe(403);
  for (const path of ["/terms", "/imprint", "/help", "/privacy/data", "/settings/export", "/settings/delete"])
    expect((await visit(path)).address, path).toBe(path);

  expect((await page.press("Accept and Continue")).errors).toEqual(["Accept this to continue"]);
  page = await page.check("I accept “Terms of Use”").press("Accept and Continue");
  expect(page.address).toBe("/records");
  expect((await browser.get("/api/discover")).status).toBe(200);
});
