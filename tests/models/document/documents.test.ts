import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { env } from "~/env.server";
import { composeMail } from "~/mail/template.server";
import { EXPECTED_DOCUMENTS } from "~/models/document/document";
import { readDocumentFiles } from "~/models/document/document-files.server";
import { listHeadings, renderDocument } from "~/models/document/documents.server";
import { listSetupNotes, listSetupProblems } from "~/models/operator/setup.server";
import { addStaff } from "~/models/safety/staff/staff.server";
import { addMember } from "../../cast";

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

test("the samples to start from are whole, and cite and forbid as the app does", () => {
  const { documents, problems } = readDocumentFiles("docs/pages");
  expect([documents.map(({ name }) => name), problems]).toEqual([[...EXPECTED_DOCUMENTS], []]);
  for (const document of documents) {
    const html = renderDocument(document);
    expect([document.name, /\[[^\]]+\]/.test(html), /&lt;|<a href="(?!\/)/.test(html)]).toEqual([
      document.name,
      true,
      false,
    ]);
  }
  const rules = documents.find(({ name }) => name === "rules");
  expect(rules && listHeadings(rules)).toContain("Don't sell");
});

test("a public deployment is told which documents it lacks, and another is not", async () => {
  const missing = "There is no terms.md, privacy.md, rules.md, accessibility.md in PAGES_DIR.";
  expect(await listSetupProblems()).toContain(missing);
  env.isPublic = false;
  expect(await listSetupProblems()).toEqual([]);
});

test("allowed mail domains that nothing confirms are told, whoever can join", async () => {
  Object.assign(env, { registration: "approval", mailDomains: { allowed: ["example.org"] } });
  onTestFinished(() => void Object.assign(env, { registration: "open", mailDomains: {} }));
  const told = expect.stringContaining("MAIL_DOMAINS_ALLOWED keeps nobody out");
  expect(await listSetupProblems()).toContainEqual(told);
  Object.assign(env, { mail: { server: "smtps://mail.example", from: "hello@b-side.example" } });
  onTestFinished(() => void Object.assign(env, { mail: undefined }));
  expect(await listSetupProblems()).not.toContainEqual(told);
});

test("a public deployment is told what else it lacks, until it has it", async () => {
  const warning = "INVITATIONS does nothing without REGISTRATION=invitation.";
  const lacking = [
    /^INVITATIONS/,
    /^Anyone can join/,
    /TRUST_PROXY/,
    /terms\.md/,
    /BACKUP_TO/,
    /npm run moderator/,
  ];
  const told = listSetupProblems;
  env.warnings.push(warning);
  expect(await told()).toEqual(lacking.map((pattern) => expect.stringMatching(pattern)));
  expect(listSetupNotes()).toHaveLength(4);
  for (const name of ["terms", "privacy", "rules", "accessibility"])
    writeFileSync(join(folder, `${name}.md`), "Ours");
  env.warnings.pop();
  const mail = { server: "smtps://mail.example", from: "hello@b-side.example" };
  const backup = { to: join(env.dataDir, "backups"), everyHours: 24, keep: 7 };
  Object.assign(env, { mail, backup, trustProxy: 1, pagesDir: `${folder}/` });
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await addStaff(ada.email ?? "", "operator");
  expect(await told()).toEqual([
    expect.stringMatching(/lost together with DATA_DIR/),
    expect.stringMatching(/npm run moderator/),
  ]);
  await addStaff(ben.email ?? "", "moderator");
  env.backup.to = "/backups";
  expect(await told()).toEqual([]);
});
