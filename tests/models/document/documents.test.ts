import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { composeMail } from "~/mail/template.server";
import { listSetupProblems } from "~/models/operator/setup.server";

const folder = mkdtempSync(join(tmpdir(), "b-side-documents-"));
writeFileSync(join(folder, "imprint.md"), "# Imprint & Contact\n\nAda Lovelace");
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  Object.assign(env, { pagesDir: folder, isPublic: true });
});

test("a mail links to the documents", () => {
  const { text, html } = composeMail({ kind: "known" });
  expect(text).toContain(`B-Side\n${env.origin}\nImprint & Contact: ${env.origin}/imprint\n`);
  expect(html).toContain(`Imprint &#38; Contact: <a href="${env.origin}/imprint"`);
  env.pagesDir = undefined;
  expect(composeMail({ kind: "known" }).text).not.toContain("imprint");
});

test("a public deployment is told which documents it lacks, and another is not", () => {
  const missing = "There is no terms.md, privacy.md, rules.md, accessibility.md in PAGES_DIR.";
  expect(listSetupProblems()).toContain(missing);
  env.isPublic = false;
  expect(listSetupProblems()).toEqual([]);
});
