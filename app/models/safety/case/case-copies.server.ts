// Copies of removed pictures on other members' pages and in other chats, which a sanction also removes if the moderator says
// so. In chats it also removes pictures that only look like one: they can't wait for a moderator, who sees nothing of a chat
// but what was reported.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import {
  attachment,
  evidencePicture,
  member,
  message,
  picture,
  playlist,
  record,
  report,
  sanction,
} from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";
import { publish } from "~/live/publish.server";
import { LOOKS_REMOVED } from "~/models/picture/upload";
import { photoIdOf, removeContent } from "~/models/safety/evidence/content-removal.server";
import { addRemoval, applySanctions, ownStatements } from "~/models/safety/sanctions/sanction.server";
import type { SanctionInput } from "~/models/safety/sanctions/sanction-schema";
import { logAction } from "~/models/safety/staff/moderation-log.server";

/**
 * Removes the exact copies of the pictures that a sanction removed, each with a sanction of its own, which its member can
 * appeal. It is no strike: the owner of a copy may not know better. Covers from the Cover Art Archive don't count as copies.
 */
export async function removeCopies(
  moderatorId: number,
  caseId: string,
  { rule }: Pick<SanctionInput, "rule">,
): Promise<void> {
  const [decided] = await db.select().from(sanction).where(eq(sanction.caseId, caseId));
  const ids = decided?.removed.flatMap((content) => photoIdOf(content) ?? []) ?? [];
  if (!decided || !ids.length) return;
  const digests = await listDigests(ids);
  if (!digests.length) return;
  const owners = await findOwners(digests);
  // They share the sanction's evidence, so that an appeal can restore them.
  const [evidence] = await db
    .select({ id: report.id })
    .from(report)
    .where(eq(report.caseId, caseId))
    .limit(1);
  if (!evidence) return;
  const grounds = {
    moderatorId,
    rule,
    statement: ownStatements.copy.text,
    // Not translated: the log is kept in English.
    detail: "Copy removed",
    actorId: moderatorId,
  };
  for (const ownerId of owners) {
    await transaction(async (tx) => {
      const copies = await listCopies(tx, digests, ownerId);
      await removeFrom(tx, ownerId, copies, { ...grounds, reportId: evidence.id });
    });
    await setImmediate();
  }
}

/**
 * Removes a member's photos in chats that look like a picture that a sanction removed, in the same way as copies. The moderator
 * of that sanction has not seen them, and no evidence of them is kept.
 */
export async function removeAlikePhotos(ownerId: number, ids: string[], sanctionId: string): Promise<void> {
  await transaction(async (tx) => {
    const [followed] = await tx.select().from(sanction).where(eq(sanction.id, sanctionId));
    if (!followed) return;
    const { moderatorId, rule } = followed;
    const sent = await listSent(tx, and(inArray(attachment.id, ids), eq(attachment.ownerId, ownerId)));
    const grounds = {
      moderatorId,
      rule,
      statement: ownStatements.alike.text,
      detail: LOOKS_REMOVED.text,
      actorId: null,
    };
    await removeFrom(tx, ownerId, { own: [], sent }, { ...grounds, isAlike: true });
  });
}

async function listDigests(ids: string[]): Promise<string[]> {
  const pictures = await db.select({ digest: picture.digest }).from(picture).where(inArray(picture.id, ids));
  const files = await db
    .select({ digest: attachment.digest })
    .from(attachment)
    .where(inArray(attachment.id, ids));
  return [...pictures, ...files].flatMap(({ digest }) => digest ?? []);
}

const isCopy = (digests: string[]) =>
  and(
    inArray(picture.digest, digests),
    isNull(picture.releaseId),
    isNull(picture.heldAt),
    isNull(picture.removedAt),
  );

/** True for photos in chats, except deleted ones. */
export const isSentPhoto = and(eq(attachment.kind, "photo"), isNull(message.deletedAt));

async function findOwners(digests: string[]): Promise<number[]> {
  const pictures = await db
    .selectDistinct({ ownerId: picture.ownerId })
    .from(picture)
    .where(and(isCopy(digests), isNotNull(picture.ownerId)));
  const files = await db
    .selectDistinct({ ownerId: attachment.ownerId })
    .from(attachment)
    .innerJoin(message, eq(message.id, attachment.id))
    .where(and(isSentPhoto, inArray(attachment.digest, digests)));
  return [...new Set([...pictures, ...files].flatMap(({ ownerId }) => ownerId ?? []))];
}

/** The ids of a member's pictures, and of the messages with photos. */
type Copies = { own: string[]; sent: string[] };

async function listCopies(tx: Tx, digests: string[], ownerId: number): Promise<Copies> {
  const own = await tx
    .select({ id: picture.id })
    .from(picture)
    .where(and(isCopy(digests), eq(picture.ownerId, ownerId)));
  const isTheirs = and(inArray(attachment.digest, digests), eq(attachment.ownerId, ownerId));
  return { own: own.map(({ id }) => id), sent: await listSent(tx, isTheirs) };
}

async function listSent(tx: Tx, which: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ id: attachment.id })
    .from(attachment)
    .innerJoin(message, eq(message.id, attachment.id))
    .where(and(isSentPhoto, which));
  return rows.map(({ id }) => id);
}

type Grounds = Pick<typeof sanction.$inferSelect, "moderatorId" | "rule" | "statement"> & {
  /** The text for the log, and who did it: nobody if it followed from another sanction. */
  detail: string;
  actorId: number | null;
  /** The report that keeps the pictures as evidence. */
  reportId?: string;
  isAlike?: true;
};

async function removeFrom(
  tx: Tx,
  ownerId: number,
  { own, sent }: Copies,
  { detail, actorId, reportId, isAlike, ...grounds }: Grounds,
): Promise<void> {
  const [person] = await tx.select().from(member).where(eq(member.id, ownerId));
  if (!person) return;
  const removed: RemovedContent[] = [
    ...own.map((id) => toRemoved(person, id)),
    ...sent.map((messageId) => ({ kind: "chatPhoto", messageId, wasDeleted: false, isAlike }) as const),
  ];
  if (!removed.length) return;
  const decided = await addRemoval(tx, person, removed, grounds);
  const { id, caseId, startsAt } = decided;
  await removeContent(tx, ownerId, decided);
  await clearUses(tx, own);
  if (reportId && own.length)
    await tx
      .insert(evidencePicture)
      .values(own.map((pictureId) => ({ reportId, pictureId })))
      .onConflictDoNothing();
  await logAction(tx, { actorId, action: "decided", caseId, memberId: ownerId, detail });
  await publish(tx, "sanction", { id, memberId: ownerId });
  await applySanctions(tx, ownerId, startsAt, { contacts: true });
}

/** How a picture is used by its member: the profile photo, another photo, or a cover, which an appeal doesn't restore. */
function toRemoved(person: typeof member.$inferSelect, pictureId: string): RemovedContent {
  if (person.photoId === pictureId) return { kind: "photo", pictureId };
  const other = person.morePhotos.find(({ photoId }) => photoId === pictureId);
  if (other) return { kind: "morePhoto", pictureId, focus: other.photoFocus };
  return { kind: "cover", pictureId, ...(person.coverId === pictureId ? {} : { isShown: false }) };
}

/** Removes pictures from playlists and records, and from the queue for approval. */
async function clearUses(tx: Tx, ids: string[]): Promise<void> {
  await tx.update(playlist).set({ pictureId: null }).where(inArray(playlist.pictureId, ids));
  await tx.update(record).set({ pictureId: null }).where(inArray(record.pictureId, ids));
  await tx.update(member).set({ pendingPhotoId: null }).where(inArray(member.pendingPhotoId, ids));
  await tx.update(member).set({ pendingCoverId: null }).where(inArray(member.pendingCoverId, ids));
}
