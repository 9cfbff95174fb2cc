import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { acceptance, account, documentText, member } from "db/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
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
import { findOrAddMember } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { addNewcomer } from "../../cast";

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

const readAcceptances = (memberId: number) =>
  db.select().from(acceptance).where(eq(acceptance.memberId, memberId));
const dueNames = async (memberId: number) => (await listDueDocuments(memberId)).map(({ name }) => name);
const isDue = async (memberId: number) =>
  (await db.select().from(member).where(eq(member.id, memberId)))[0]?.hasAgreementDue;

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
  const [login] = await db.select().from(account).where(eq(account.id, ada.subject));
  expect(login?.accepted).toBeNull();
});

test("a form without the tick is refused, and one that showed other versions", () => {
  const { versions } = showDocuments();
  expect(() => acceptShown({ accepts: false, versions })).toThrow("Accept this to continue");
  publish({ ...first, terms: "Play fair.\n\nPay a little." });
  expect(() => acceptShown({ accepts: true, versions })).toThrow("changed since you opened the page");
  publish({ imprint: "Ada" });
  expect(acceptShown({ accepts: false, versions: "" })).toEqual([]);
});

test("who comes from an outside provider, or was there before the documents, is asked at the next sign-in", async () => {
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

test("who comes from an outside provider says that they are 18, which is kept with its day, and is asked once", async () => {
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
  const [kept] = await db.select().from(member).where(eq(member.id, zoe.id));
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
  await db.update(member).set({ ageCheck: "declared" }).where(eq(member.id, dan.id));
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
