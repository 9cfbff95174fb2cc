// Which versions of the operator's documents members have accepted, and which they still have to.
import { db } from "db/client.server";
import { type AcceptedDocument, EMBEDDED_MEMBERS } from "db/column-types";
import { acceptance, documentText, member } from "db/schema";
import { type Database, hasRow, holds, type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, inArray, not } from "drizzle-orm";
import { type Message, msg } from "~/language/text";
import { ADULTS_ONLY } from "~/models/account/age/age";
import { awaitsAgeDeclaration, declareAge } from "~/models/account/age/age-proof.server";
import { Refusal } from "~/refusal";
import { ACCEPTED_DOCUMENTS, type ShownDocuments } from "./document";
import type { OperatorDocument } from "./document-files.server";
import { findDocument, findVersion } from "./documents.server";
import { diffParagraphs, type TextPart } from "./paragraph-diff.server";

const ACCEPT = msg("Accept this to continue");

/** A document that a member has to accept, and how it differs from what they accepted before. */
export type DueDocument = OperatorDocument & { changes: TextPart[] | undefined };

/** The documents that this deployment has members accept. */
function listAcceptedDocuments(): OperatorDocument[] {
  return ACCEPTED_DOCUMENTS.flatMap((name) => findDocument(name) ?? []);
}

/** The documents to accept at sign-up. */
export function showDocuments(documents = listAcceptedDocuments()): ShownDocuments {
  return {
    links: documents.map(({ name, title }) => ({ title, path: `/${name}` })),
    versions: documents.map(({ name, version }) => `${name}:${version}`).join(" "),
  };
}

/**
 * What a newcomer who was shown `versions` accepts. Refuses a form without the checkbox (invalid, at `accepts`), and one that
 * showed other versions than the current ones (conflict, at `accepts`).
 */
export function acceptShown(
  { accepts, versions }: { accepts: boolean; versions: string },
  documents: OperatorDocument[] = listAcceptedDocuments(),
): AcceptedDocument[] {
  if (documents.length === 0) return [];
  if (!accepts) throw refusalAtTick("invalid", ACCEPT);
  if (versions !== showDocuments(documents).versions)
    throw refusalAtTick("conflict", msg("This has changed since you opened the page. Read it again"));
  return documents.map(({ name, version }) => ({ name, version, at: Date.now() }));
}

function refusalAtTick(code: "invalid" | "conflict", message: Message) {
  return new Refusal(code, message, { accepts: message });
}

/** Records what a new member accepted at sign-up. */
export async function saveAccepted(on: Database, memberId: number, accepted: AcceptedDocument[]) {
  for (const { name, version, at } of accepted) {
    await on
      .insert(acceptance)
      .values({ memberId, document: name, version, acceptedAt: new Date(at) })
      .onConflictDoNothing();
    const current = findVersion(name, version);
    if (current) await on.insert(documentText).values({ version, text: current.text }).onConflictDoNothing();
  }
}

/**
 * The documents that a member has to accept: those of which they have accepted no version, and those that ask again and of
 * which they have accepted other versions than the current one, in whichever language.
 */
export async function listDueDocuments(memberId: number, on: Database = db): Promise<DueDocument[]> {
  const due: DueDocument[] = [];
  for (const document of listAcceptedDocuments()) {
    const accepted = await on
      .select({ version: acceptance.version, text: documentText.text })
      .from(acceptance)
      .leftJoin(documentText, eq(documentText.version, acceptance.version))
      .where(and(eq(acceptance.memberId, memberId), eq(acceptance.document, document.name)))
      .orderBy(desc(acceptance.acceptedAt));
    const [last] = accepted;
    if (last && (!document.asksAgain || accepted.some(({ version }) => findVersion(document.name, version))))
      continue;
    // The version of a translation begins with its language.
    const before = accepted.find(({ version }) => version.split(":").at(-2) === document.language)?.text;
    due.push({ ...document, changes: before ? diffParagraphs(before, document.text) : undefined });
  }
  return due;
}

/** What a member has to agree to before doing anything else. */
export async function listAgreements(memberId: number, on: Database = db) {
  return {
    documents: await listDueDocuments(memberId, on),
    asksAge: await holds(on, awaitsAgeDeclaration(memberId)),
  };
}

/** Finds out, at a sign-in, whether the member has something to agree to before doing anything else. */
export async function checkAgreement(memberId: number): Promise<boolean> {
  const { documents, asksAge } = await listAgreements(memberId);
  const isDue = asksAge || documents.length > 0;
  await db
    .update(member)
    .set({ hasAgreementDue: isDue })
    .where(and(eq(member.id, memberId), eq(member.hasAgreementDue, !isDue)));
  return isDue;
}

/**
 * Accepts the documents that a member has to, and records that they are an adult. Refuses as `acceptShown` does, and without
 * the statement that they are 18 or older (invalid, at `adult`).
 */
export async function saveAgreement(
  memberId: number,
  { adult, ...shown }: { accepts: boolean; versions: string; adult: boolean },
) {
  await transaction(async (tx) => {
    const { documents, asksAge } = await listAgreements(memberId, tx);
    if (asksAge && !adult) {
      const fields = documents.length && !shown.accepts ? [["accepts", ACCEPT]] : [];
      throw new Refusal("invalid", ADULTS_ONLY, Object.fromEntries([["adult", ADULTS_ONLY], ...fields]));
    }
    await saveAccepted(tx, memberId, acceptShown(shown, documents));
    const age = asksAge ? declareAge(new Date()) : {};
    await tx
      .update(member)
      .set({ hasAgreementDue: false, ...age })
      .where(eq(member.id, memberId));
  });
}

/** Forgets what the member of an account has accepted, so that the next sign-in asks. */
export async function forgetAcceptance(tx: Tx, accountId: string) {
  const owner = tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)));
  await tx.delete(acceptance).where(inArray(acceptance.memberId, owner));
}

/** Deletes texts of documents that no member's acceptance refers to any more. */
export async function deleteUnusedTexts() {
  const isUsed = hasRow(acceptance, eq(acceptance.version, documentText.version));
  await db.delete(documentText).where(not(isUsed));
}
