// The deployment's documents: their files, versions, acceptance and differences.

import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { dataInventory } from "db/data-inventory";
import { acceptance, account, documentText, member } from "db/schema";
import { JSDOM } from "jsdom";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { inLanguage } from "~/language/language.server";
import { t } from "~/language/text";
import { composeMail } from "~/mail/template.server";
import { addAccount } from "~/models/account/account.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import {
  acceptShown,
  checkAgreement,
  deleteUnusedTexts,
  listDueDocuments,
  saveAgreement,
  showDocuments,
} from "~/models/document/acceptance.server";
import { EXPECTED_DOCUMENTS } from "~/models/document/document";
import { OWN_SEGMENTS, parseDocument, readDocumentFiles } from "~/models/document/document-files.server";
import { listHeadings, renderDocument } from "~/models/document/documents.server";
import { describeKeptData } from "~/models/document/kept-data.server";
import { diffParagraphs } from "~/models/document/paragraph-diff.server";
import { findOrAddMember } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { listSetupNotes, listSetupProblems } from "~/models/operator/setup.server";
import { citeSection, listRuleSections, listSanctions } from "~/models/safety/sanctions/sanction.server";
import { addStaff } from "~/models/safety/staff/staff.server";
import { addMember, addModerator, addNewcomer } from "../../cast";
import { routes, servedAt } from "../../routes";
import { changeRows, rowsOf } from "../../rows";
import { decide, report } from "../safety/cases";

const folder = mkdtempSync(join(tmpdir(), "b-side-documents-"));
afterAll(() => rmSync(folder, { recursive: true }));

function folderWith(files: Record<string, string>): string {
  const path = mkdtempSync(join(folder, "pages-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const html = (text: string) => renderDocument({ text });

/** What a page with this HTML would load or run. */
function dangersIn(source: string): string[] {
  const { body } = new new JSDOM().window.DOMParser().parseFromString(source, "text/html");
  const elements = [...body.querySelectorAll("*")];
  return elements.flatMap((element) => {
    const runs = element.getAttributeNames().filter((name) => /^(on|src|style)/.test(name));
    const leads = /^(https?:|\/|$)/.test(element.getAttribute("href") ?? "") ? [] : ["href"];
    const names = /^(p|a|code|strong|em|h\d)$/i.test(element.tagName) ? [] : [element.tagName];
    return [...names, ...runs, ...leads];
  });
}

test("the expected documents come first, then others by name, each with the title that it gives itself", () => {
  const path = folderWith({
    "community-events.md": "Every Friday.",
    "rules.md": "# House Rules\n\nBe kind.",
    "terms.md": "---\ntitle: Terms of Use\nask-again: true\n---\n\nPlay fair.",
    "notes.txt": "Not a page.",
  });
  const { documents, problems } = readDocumentFiles(path);
  expect(documents.map(({ name, title, text, asksAgain }) => [name, title, text, asksAgain])).toEqual([
    ["terms", "Terms of Use", "Play fair.", true],
    ["rules", "House Rules", "Be kind.", false],
    ["community-events", "Community events", "Every Friday.", false],
  ]);
  expect(problems).toEqual([]);
});

test("a version follows the text alone, whatever the head, the title and the line ends say", () => {
  const version = (file: string) => parseDocument("terms", file).version;
  expect(version("---\nask-again: true\n---\nPlay fair.\n")).toBe(version("Play fair."));
  expect(version("# Terms\r\n\r\nPlay fair.")).toBe(version("Play fair."));
  expect(version("Play fairly.")).not.toBe(version("Play fair."));
});

test("a file that can't be a page is named with the reason, and is none", () => {
  const path = folderWith({
    "discover.md": "Mine",
    "Terms.md": "Capitals",
    "..md": "Dots",
    "%2e%2e.md": "Escapes",
    "a b.md": "Spaces",
    "empty.md": " \n",
    "long.md": "x".repeat(200_001),
  });
  mkdirSync(join(path, "folder.md"));
  symlinkSync(join(path, "nowhere"), join(path, "gone.md"));
  const { documents, problems } = readDocumentFiles(path);
  expect(documents).toEqual([]);
  const form = "its name must be lowercase letters, digits and hyphens, such as community-events.md.";
  expect(problems.sort()).toEqual([
    `%2e%2e.md is not shown: ${form}`,
    `..md is not shown: ${form}`,
    `Terms.md is not shown: ${form}`,
    `a b.md is not shown: ${form}`,
    "discover.md is not shown: B-Side has a page of its own at /discover.",
    "empty.md is not shown: it is empty.",
    "folder.md is not shown: it is not a file.",
    "gone.md is not shown: it cannot be read.",
    "long.md is not shown: it is larger than 200 kB.",
  ]);
});

test("a translation stands beside its document, and one of nothing is named", () => {
  const path = folderWith({
    "terms.md": "---\nask-again: true\n---\n# Terms\n\nPlay fair.",
    "terms.de.md": "# Bedingungen\n\nSpiel fair.",
    "terms.fr.md": "\n",
    "terms.xx.md": "Text",
    "rules.de.md": "Sei nett.",
  });
  const { documents, problems } = readDocumentFiles(path);
  expect(documents.map(({ name, translations }) => [name, Object.keys(translations)])).toEqual([
    ["terms", ["de"]],
  ]);
  expect(documents[0]?.translations.de).toEqual({
    title: "Bedingungen",
    text: "Spiel fair.",
    version: expect.stringMatching(/^de:.{43}$/),
    language: "de",
  });
  expect(problems.sort()).toEqual([
    "rules.de.md is not shown: there is no rules.md, or it isn't shown.",
    "terms.fr.md is not shown: it is empty.",
    "terms.xx.md is not shown: its name must be that of a document and a language, such as terms.de.md.",
  ]);
});

test("a folder with too many documents shows the first of them", () => {
  const names = Array.from({ length: 22 }, (_, index) => `page-${String(index).padStart(2, "0")}.md`);
  const { documents, problems } = readDocumentFiles(
    folderWith(Object.fromEntries(names.map((name) => [name, "Text"]))),
  );
  expect(documents).toHaveLength(20);
  expect(problems).toHaveLength(2);
});

test("no document can take an address of the app's own", () => {
  const served = Object.keys(routes).map((id) => servedAt(id).split("/")[1] ?? "");
  const mounted = ["oidc", "healthz", "metrics", "assets"];
  const files = readdirSync("public");
  const segments = new Set([...served, ...mounted, ...files].filter((each) => /^[a-z][a-z\d-]*$/.test(each)));
  // The operator's own document, beside which the app has /privacy/data.
  segments.delete("privacy");
  expect(OWN_SEGMENTS).toEqual([...segments].sort());
});

test("a document is Markdown, and no HTML, script or picture in it becomes one", () => {
  expect(html("## Age\n\nYou are **18**: see [the rules](/rules).")).toBe(
    '<h2>Age</h2>\n<p>You are <strong>18</strong>: see <a href="/rules">the rules</a>.</p>\n',
  );
  for (const text of [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[press](javascript:alert(1))",
    "[press](JaVaScRiPt:alert(1))",
    "[press](data:text/html;base64,PHN2Zz4=)",
    "[press](vbscript:x)",
    "![spy](https://elsewhere.example/x.png)",
    "<javascript:alert(1)>",
    '[a](https://x.example "\\" onmouseover=alert(1) x=\\"")',
    "`<b onclick=x>`",
  ])
    expect(dangersIn(html(text)), text).toEqual([]);
});

describe("versions", () => {
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

  test("allowed mail domains that nothing confirms are reported, whoever can join", async () => {
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
});

describe("acceptance", () => {
  const folder = mkdtempSync(join(tmpdir(), "b-side-acceptance-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts the server, as it were, with these files. */
  function publish(files: Record<string, string>) {
    const path = mkdtempSync(join(folder, "pages-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, `${name}.md`), text);
    env.pagesDir = path;
  }

  const first = { terms: "Play fair.\n\nPay nothing.", rules: "Be kind.", imprint: "Ada" };
  beforeEach(() => publish(first));

  /** Signs somebody up who accepts what is shown, up to the first sign-in. */
  async function addAccepting(firstName: string) {
    const accepted = acceptShown({ accepts: true, versions: showDocuments().versions });
    const person = { firstName, lastName: "Lovelace", email: `${randomUUID()}@example.org` };
    const subject = await addAccount({ ...person, password: "listen very closely", accepted }, "127.0.0.1");
    return findOrAddMember({ ...person, issuer: EMBEDDED_MEMBERS, subject });
  }

  const readAcceptances = (memberId: number) => rowsOf(acceptance, { memberId });
  const dueNames = async (memberId: number) => (await listDueDocuments(memberId)).map(({ name }) => name);
  const isDue = async (memberId: number) => (await rowsOf(member, { id: memberId }))[0]?.hasAgreementDue;

  test("terms and rules are accepted at sign-up, and kept by version with the time and the text", async () => {
    expect(showDocuments().links.map(({ path }) => path)).toEqual(["/terms", "/rules"]);
    const startedAt = Date.now();
    const ada = await addAccepting("Ada");
    const kept = await readAcceptances(ada.id);
    expect(kept.map(({ document }) => document).sort()).toEqual(["rules", "terms"]);
    for (const { acceptedAt } of kept) expect(acceptedAt.getTime()).toBeGreaterThanOrEqual(startedAt);
    const texts = await db.select().from(documentText);
    expect(texts.map(({ text }) => text).sort()).toEqual([first.rules, first.terms]);
    expect(await checkAgreement(ada.id)).toBe(false);
    const [login] = await rowsOf(account, { id: ada.subject });
    expect(login?.accepted).toBeNull();
  });

  test("a member who accepts a translation is asked again once it changes, and sees the changes", async () => {
    const ask = (text: string) => `---\nask-again: true\n---\n${text}`;
    publish({ ...first, terms: ask("Play fair."), "terms.de": "# Bedingungen\n\nSpiel fair." });
    expect(showDocuments().links[0]?.title).toBe("Terms");
    const ada = await inLanguage("de", async () => {
      expect(showDocuments().links[0]?.title).toBe("Bedingungen");
      return addAccepting("Ada");
    });
    const [version] = (await readAcceptances(ada.id)).flatMap((kept) =>
      kept.document === "terms" ? [kept.version] : [],
    );
    expect(version).toMatch(/^de:/);
    expect(await dueNames(ada.id)).toEqual([]);
    publish({ ...first, terms: ask("Play fairly."), "terms.de": "# Bedingungen\n\nSpiel immer fair." });
    const [due] = await inLanguage("de", () => listDueDocuments(ada.id));
    expect([due?.title, due?.changes]).toEqual([
      "Bedingungen",
      diffParagraphs("Spiel fair.", "Spiel immer fair."),
    ]);
    // In English she has read none.
    expect((await listDueDocuments(ada.id))[0]?.changes).toBeUndefined();
  });

  test("a translation that stays as it was doesn't keep a changed original from asking again", async () => {
    const ask = (text: string) => `---\nask-again: true\n---\n${text}`;
    publish({ terms: ask("Play fair."), "terms.de": "Spiel fair." });
    const ada = await inLanguage("de", () => addAccepting("Ada"));
    publish({ terms: ask("Play fairly."), "terms.de": "Spiel fair." });
    for (const language of ["de", "en"] as const)
      expect(await inLanguage(language, () => dueNames(ada.id))).toEqual(["terms"]);
  });

  test("quotation marks are those of the document's language", () => {
    const html = (language?: "de" | "fr") => renderDocument({ text: 'A "word"', language });
    expect([html(), html("de"), html("fr")]).toEqual([
      "<p>A “word”</p>\n",
      "<p>A „word“</p>\n",
      "<p>A «\u00a0word\u00a0»</p>\n",
    ]);
  });

  test("a form without the tick is refused, and one that showed other versions", () => {
    const { versions } = showDocuments();
    expect(() => acceptShown({ accepts: false, versions })).toThrow("Accept this to continue");
    publish({ ...first, terms: "Play fair.\n\nPay a little." });
    expect(() => acceptShown({ accepts: true, versions })).toThrow("changed since you opened the page");
    publish({ imprint: "Ada" });
    expect(acceptShown({ accepts: false, versions: "" })).toEqual([]);
  });

  test("members from an outside provider, or from before the documents, are asked at the next sign-in", async () => {
    const ben = await addNewcomer("Ben");
    expect(await checkAgreement(ben.id)).toBe(true);
    expect(await isDue(ben.id)).toBe(true);
    const [terms] = await listDueDocuments(ben.id);
    expect(terms?.changes).toBeUndefined();
    const shown = showDocuments(await listDueDocuments(ben.id));
    await expect(
      saveAgreement(ben.id, { adult: true, accepts: false, versions: shown.versions }),
    ).rejects.toThrow();
    await saveAgreement(ben.id, { adult: true, accepts: true, versions: shown.versions });
    expect(await isDue(ben.id)).toBe(false);
    expect(await checkAgreement(ben.id)).toBe(false);
  });

  test("members from an outside provider are asked once to say that they are 18, which is kept with its day", async () => {
    const zoe = await addNewcomer("Zoe");
    const { versions } = showDocuments(await listDueDocuments(zoe.id));
    const refused = saveAgreement(zoe.id, { adult: false, accepts: false, versions });
    await expect(refused).rejects.toMatchObject({
      fields: { adult: "You must be 18 or older", accepts: "Accept this to continue" },
    });
    env.pagesDir = undefined;
    expect(await checkAgreement(zoe.id)).toBe(true);
    await saveAgreement(zoe.id, { adult: true, accepts: false, versions: "" });
    expect(await checkAgreement(zoe.id)).toBe(false);
    const [kept] = await rowsOf(member, { id: zoe.id });
    expect(kept).toMatchObject({ ageCheck: "declared", ageCheckedOn: dayOf() });
  });

  test("a changed document asks again only if its head says so, and shows what has changed", async () => {
    const cleo = await addAccepting("Cleo");
    publish({ ...first, terms: "Play fair.\n\nPay a little." });
    expect(await dueNames(cleo.id)).toEqual([]);
    publish({ ...first, terms: "---\nask-again: true\n---\nPlay fair.\n\nPay a little." });
    const [terms, ...others] = await listDueDocuments(cleo.id);
    expect(others).toEqual([]);
    expect(terms?.changes).toEqual([
      { kind: "same", text: "Play fair." },
      { kind: "removed", text: "Pay nothing." },
      { kind: "added", text: "Pay a little." },
    ]);
    await saveAgreement(cleo.id, {
      adult: true,
      accepts: true,
      versions: showDocuments(terms && [terms]).versions,
    });
    expect(await dueNames(cleo.id)).toEqual([]);
    expect(await readAcceptances(cleo.id)).toHaveLength(3);
    // Back to what was accepted before.
    publish({ ...first, terms: `---\nask-again: true\n---\n${first.terms}` });
    expect(await dueNames(cleo.id)).toEqual([]);
  });

  test("documents that were taken away ask nobody", async () => {
    const dan = await addNewcomer("Dan");
    await changeRows(member, { id: dan.id }, { ageCheck: "declared" });
    expect(await checkAgreement(dan.id)).toBe(true);
    env.pagesDir = undefined;
    expect(await checkAgreement(dan.id)).toBe(false);
    expect(await isDue(dan.id)).toBe(false);
  });

  test("a text is kept for as long as somebody has accepted it", async () => {
    publish({ terms: "Only for Eve." });
    const eve = await addAccepting("Eve");
    const hasText = async () =>
      (await db.select().from(documentText)).some(({ text }) => text === "Only for Eve.");
    await deleteUnusedTexts();
    expect(await hasText()).toBe(true);
    await deleteAccount(eve.id);
    await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
    expect(await readAcceptances(eve.id)).toEqual([]);
    await deleteUnusedTexts();
    expect(await hasText()).toBe(false);
  });
});

const { groups, stays, unexported, evidence } = describeKeptData();
const titles = groups.flatMap(({ things }) => things.map(([title]) => title));

test("every table about a member is described, under a title of its own in its group", () => {
  const described = Object.values(dataInventory).flatMap((table) =>
    "keeps" in table ? Object.values(table.keeps).flatMap((things) => things.map(([title]) => t(title))) : [],
  );
  expect([...titles].sort()).toEqual(described.sort());
  for (const { things } of groups) expect(new Set(things.map(([title]) => title)).size).toBe(things.length);
});

test("every group says what, why and for how long", () => {
  for (const { title, why, until, things } of groups) {
    expect([title, why.endsWith("."), until.endsWith(".")]).toEqual([title, true, true]);
    expect(things.length, title).toBeGreaterThan(0);
    for (const [name, words] of things) expect(words.endsWith("."), name).toBe(true);
  }
});

test("what stays, what the export leaves out and what moderators see is said of every table", () => {
  for (const [name, table] of Object.entries(dataInventory)) {
    const answers: string[] = Object.values(table.columns);
    const said = (word: "stays" | "evidence") => word in table;
    expect([name, said("stays")]).toEqual([name, answers.some((answer) => answer.startsWith("kept"))]);
    expect([name, said("evidence")]).toEqual([name, answers.some((answer) => answer.includes("evidence"))]);
  }
  expect(stays).toContain("The messages you sent, without your name");
  expect(unexported).toContain("The hash of your password");
  expect(unexported).toContain("Recovery codes");
  expect(evidence).toContain("Your reactions");
  for (const lines of [titles, stays, unexported, evidence]) expect(new Set(lines).size).toBe(lines.length);
});

/** The differences as lines: "+" added, "-" removed, "=" the same. */
const diff = (before: string[], after: string[]) =>
  diffParagraphs(before.join("\n\n"), after.join("\n\n")).map(
    ({ kind, text }) => `${{ added: "+", removed: "-", same: "=" }[kind]}${text}`,
  );

test("a changed paragraph is removed and added, and what is around it stays", () => {
  expect(diff(["One", "Two", "Three"], ["One", "Two!", "Three"])).toEqual([
    "=One",
    "-Two",
    "+Two!",
    "=Three",
  ]);
});

test("paragraphs that were added, removed and moved", () => {
  expect(diff(["A", "B", "C"], ["A", "X", "B", "C", "Y"])).toEqual(["=A", "+X", "=B", "=C", "+Y"]);
  expect(diff(["A", "B", "C", "D"], ["B", "D"])).toEqual(["-A", "=B", "-C", "=D"]);
  expect(diff(["A", "B", "A"], ["B", "A", "B"])).toEqual(["-A", "=B", "=A", "+B"]);
  expect(diff(["A"], ["A"])).toEqual(["=A"]);
  expect(diff([""], ["A"])).toEqual(["+A"]);
});

test("spaces and blank lines between paragraphs change nothing", () => {
  expect(diffParagraphs("A\n\n\n B", "A\n  \nB").map(({ kind }) => kind)).toEqual(["same", "same"]);
});

test("the paragraphs of either text are all there, in order, however long the texts are", () => {
  for (const [length, step] of [
    [60, 3],
    [3000, 2],
  ] as const) {
    const before = Array.from({ length }, (_, index) => `p${index}`);
    const after = before.map((text, index) => (index % step ? text : `${text}!`));
    const parts = diffParagraphs(before.join("\n\n"), after.join("\n\n"));
    const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text);
    expect(without("added")).toEqual(before);
    expect(without("removed")).toEqual(after);
  }
});

const rulesFolder = mkdtempSync(join(tmpdir(), "b-side-rules-"));
writeFileSync(
  join(rulesFolder, "rules.md"),
  "# House Rules\n\n## Be **kind**\n\nText # no heading\n\n### 2. No selling ##\n\n## Be kind\n#tag\n",
);
afterAll(() => rmSync(rulesFolder, { recursive: true }));

function withRules() {
  env.pagesDir = rulesFolder;
  onTestFinished(() => {
    env.pagesDir = undefined;
  });
}

test("a sanction cites a heading of the operator's rules, as its member reads it", () => {
  withRules();
  expect(listRuleSections()).toEqual(["Be kind", "2. No selling"]);
  const statement = "You sold tickets.";
  expect(citeSection({ section: "2. No selling", statement })).toBe(
    "House Rules, “2. No selling”: You sold tickets.",
  );
  expect([citeSection({ section: "", statement }), citeSection({ statement })]).toEqual([
    statement,
    statement,
  ]);
  expect(() => citeSection({ section: "tag", statement })).toThrow("Choose a section from your rules");
});

test("whoever is warned reads the section, and one that is gone is refused", async () => {
  withRules();
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await addModerator("Mia")];
  const caseId = await report(ben, ada);
  await expect(decide(mia, caseId, { section: "Be brief" })).rejects.toMatchObject({
    fields: { section: expect.stringContaining("Choose a section") },
  });
  await decide(mia, caseId, { section: "Be kind" });
  const [warning] = await listSanctions(ada.id);
  expect(warning?.statement).toBe("House Rules, “Be kind”: You insulted others.");
});

test("without rules of its own, a deployment cites B-Side's alone", () => {
  expect(listRuleSections()).toEqual([]);
  expect(() => citeSection({ section: "Be kind", statement: "No." })).toThrow("Choose a section");
});
