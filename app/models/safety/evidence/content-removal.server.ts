// Content that moderators choose to remove, and restore after an appeal.
import { db } from "db/client.server";
import type { EvidenceSnapshot, RemovedContent } from "db/column-types";
import { evidence, evidencePicture, picture, removedPicture, report } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { t } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { promotePhoto } from "~/models/picture/photo-order.server";
import type { RemovalChoice } from "~/models/safety/case/case";
import { moderatedContent, removable } from "./moderated-content.server";

/** How many of a case's newest reports with evidence are searched for the member's content. */
const REPORTS = 50;

/** No member's id: content without an owner is removed by its own id. */
const NOBODYS = 0;

type Picture = Extract<RemovedContent, { pictureId: string }>;
type NewSanction = { id: string; caseId: string; removed: RemovedContent[] };

/**
 * The member's content that a sanction on a case can remove. Includes pictures that were reported and that their member has
 * replaced since, so that copies are refused.
 */
async function listRemovable(
  on: Database,
  person: Member,
  caseId: string,
  chosen: readonly string[] = [],
): Promise<RemovedContent[]> {
  const newest = on
    .select({ id: report.id })
    .from(report)
    // A notice that has found nothing new has no evidence of its own.
    .innerJoin(evidence, eq(evidence.reportId, report.id))
    .where(eq(report.caseId, caseId))
    .orderBy(desc(report.createdAt), asc(report.id))
    .limit(REPORTS);
  const { snapshot } = evidence;
  // Parsing 50 whole snapshots takes 150 ms.
  const reports = await on
    .select({
      profile: sql<EvidenceSnapshot["profile"]>`${snapshot} -> '$.profile'`.mapWith(JSON.parse),
      reportedPhotoId: sql<string | null>`${snapshot} ->> '$.reportedPhotoId'`,
    })
    .from(evidence)
    .where(inArray(evidence.reportId, newest));
  const isTheirs = and(eq(picture.ownerId, person.id), isNull(picture.removedAt));
  const kept = await on
    .selectDistinct({ id: picture.id })
    .from(evidencePicture)
    .innerJoin(picture, eq(picture.id, evidencePicture.pictureId))
    .where(and(inArray(evidencePicture.reportId, newest), isTheirs));
  const shown = { on, person, caseId, newest, reports, chosen, kept: kept.map(({ id }) => id) };
  const found: RemovedContent[] = [];
  for (const content of Object.values(moderatedContent))
    if ("remove" in content) found.push(...(await content.find(shown)));
  return found;
}

/** The content that a sanction on a case without a member can remove. */
async function listOwnerless(on: Database, caseId: string): Promise<RemovedContent[]> {
  const found: RemovedContent[] = [];
  for (const content of Object.values(moderatedContent))
    if ("findOwnerless" in content && content.findOwnerless)
      found.push(...(await content.findOwnerless(on, caseId)));
  return found;
}

/** The content that a moderator can choose to remove: the case's member's, or without a member what has no owner. */
export async function listChoices(person: Member | null, caseId: string): Promise<RemovalChoice[]> {
  const found = person ? await listRemovable(db, person, caseId) : await listOwnerless(db, caseId);
  const choices = found.map((content): RemovalChoice => {
    const { each, name } = removable(content.kind);
    const photo = each && { photoId: photoIdOf(content), isInChat: "messageId" in content };
    return { key: keyOf(content), label: each ? t(each) : t("The {name}", { name }), ...photo };
  });
  return [...new Map(choices.map((choice) => [choice.key, choice])).values()];
}

/** The chosen content; some of what the moderator saw may be gone. */
export async function findChosen(
  tx: Tx,
  person: Member | undefined,
  caseId: string,
  keys: readonly string[],
): Promise<RemovedContent[]> {
  const found = person
    ? await listRemovable(tx, person, caseId, idsOf(keys))
    : await listOwnerless(tx, caseId);
  return found.filter((content) => keys.includes(keyOf(content)));
}

/** The key of content in the sanction form: its kind, with its id if every item has a checkbox. */
function keyOf(content: RemovedContent): string {
  return removable(content.kind).each ? `${content.kind}:${photoIdOf(content)}` : content.kind;
}

/** The ids of items with a checkbox each that were chosen. */
export function idsOf(keys: readonly string[]): string[] {
  return keys.flatMap((key) => key.split(":").slice(1));
}

/** The id of a picture, or of the message of a chat photo: copies of these are banned. */
export function photoIdOf(content: RemovedContent): string | undefined {
  if ("pictureId" in content) return content.pictureId;
  return "messageId" in content ? content.messageId : undefined;
}

/**
 * Removes a new sanction's content. Pictures are kept as evidence, so that an overturned appeal can restore them; the caller
 * bans their copies.
 */
export async function removeContent(
  tx: Tx,
  memberId: number | null,
  { caseId, removed }: NewSanction,
): Promise<void> {
  for (const content of removed) {
    if ("pictureId" in content) await keepAsEvidence(tx, caseId, content.pictureId);
    await removable(content.kind).remove(tx, memberId ?? NOBODYS, content);
  }
  if (memberId === null) return;
  // Last, because the next photo may be removed, too.
  await promotePhoto(tx, memberId);
}

/** Keeps a picture for moderators alone. */
async function keepAsEvidence(tx: Tx, caseId: string, pictureId: string): Promise<void> {
  const [first] = await tx.select({ id: report.id }).from(report).where(eq(report.caseId, caseId)).limit(1);
  const held = await tx
    .update(picture)
    .set({ heldAt: new Date() })
    .where(eq(picture.id, pictureId))
    .returning({ id: picture.id });
  if (first && held.length)
    await tx.insert(evidencePicture).values({ reportId: first.id, pictureId }).onConflictDoNothing();
}

/** Bans new uploads of pictures with these hashes; with `searchDueAt`, existing ones are searched for, too. */
export async function banHashes(
  tx: Tx,
  sanctionId: string,
  hashes: string[],
  searchDueAt: Date | null = null,
): Promise<void> {
  const rows = hashes.map((hash) => ({ hash, sanctionId, searchDueAt }));
  if (rows.length) await tx.insert(removedPicture).values(rows).onConflictDoNothing();
}

/** Restores what a sanction removed, unless the member has replaced it or it was never approved. */
export async function restoreContent(
  tx: Tx,
  memberId: number,
  { id: sanctionId, removed }: NewSanction,
): Promise<void> {
  for (const content of removed)
    if (!("pictureId" in content) || (await releasePicture(tx, content)))
      await removable(content.kind).restore(tx, memberId, content);
  await tx.delete(removedPicture).where(eq(removedPicture.sanctionId, sanctionId));
}

/** Lets others see a picture again; false if its member had replaced it, if it wasn't approved or if it is gone. */
async function releasePicture(tx: Tx, content: Picture): Promise<boolean> {
  if ("wasPending" in content || content.isShown === false) return false;
  const [kept] = await tx
    .update(picture)
    .set({ heldAt: null })
    .where(eq(picture.id, content.pictureId))
    .returning({ removedAt: picture.removedAt });
  return kept !== undefined && !kept.removedAt;
}
