// The operator's documents, as visitors and members read them without scripts.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operate } from "../api/operate";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const folder = mkdtempSync(join(tmpdir(), "b-side-pages-"));
writeFileSync(join(folder, "terms.md"), "---\ntitle: Terms of Use\n---\n\n## Age\n\nYou are <b>18</b>.");
writeFileSync(join(folder, "imprint.md"), "# Imprint\n\nAda Lovelace, 1 Analytical Row");
writeFileSync(join(folder, "settings.md"), "Mine");

const { app, visitor, addMember } = shareApp({ PAGES_DIR: folder });

test("documents are linked in the footer of every page, for visitors and members", async () => {
  for (const browser of [visitor(), await addMember("Ada")]) {
    for (const path of ["/", "/help", "/no-such-page"]) {
      const [footer] = (await openVisitor(browser).visit(path)).all("contentinfo");
      expect(footer?.links.slice(0, 3), path).toEqual(["Help and Safety", "Terms of Use", "Imprint"]);
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
  await operate(app().dataDir, ["operator", "add", ada.email]);
  const page = await openVisitor(ada).visit("/admin");
  expect(page.within("Left to Set Up").text).toContain(
    "settings.md is not shown: B-Side has a page of its own at /settings.",
  );
  expect((await openVisitor(ada).visit("/settings")).headings).toContain("Settings");
});
