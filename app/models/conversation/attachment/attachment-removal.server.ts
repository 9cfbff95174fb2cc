// Removing files that no longer belong to a message.
import { db } from "db/client.server";
import { ATTACHMENT_KINDS } from "db/column-types";
import { attachment, evidenceAttachment, message, messageVersion } from "db/schema";
import { updateInSteps } from "db/steps.server";
import { hasRow } from "db/transaction.server";
import { and, asc, eq, gt, inArray, lt, not, or, type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "~/durations";
import { storage } from "~/integrations/storage.server";
import { attachmentFiles } from "./attachment";
import { VOICE_NOTE_TEXT } from "./voice";

/** How long a file waits for its message. */
const UNUSED_MS = HOUR_MS;

const SWEEP_ROWS = 100;

/**
 * Removes files older than an hour that no message has: those of messages that were never sent, of members and
 * conversations that are gone, of messages deleted more than 90 days ago, and of expired evidence.
 */
export async function removeUnusedAttachments(now = Date.now()): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await db
      .select()
      .from(attachment)
      .where(
        and(gt(attachment.id, after), lt(attachment.createdAt, new Date(now - UNUSED_MS)), not(isNeeded())),
      )
      .orderBy(asc(attachment.id))
      .limit(SWEEP_ROWS);
    for (const row of rows) await removeAttachment(row);
    const last = rows[SWEEP_ROWS - 1];
    if (!last) return;
    after = last.id;
  }
}

/** Deletes the files first, so that none is left without a row. */
export async function removeAttachment(row: typeof attachment.$inferSelect): Promise<void> {
  await Promise.all(attachmentFiles(row).map((name) => storage.remove(name)));
  await db.delete(attachment).where(and(eq(attachment.id, row.id), eq(attachment.file, row.file)));
}

/** Removes a member's file for a message that was never sent; does nothing if there is none. */
export async function removeUnsentAttachment(memberId: number, id: string): Promise<void> {
  const isOwn = and(eq(attachment.id, id), eq(attachment.ownerId, memberId), not(isNeeded()));
  const [unsent] = await db.select().from(attachment).where(isOwn);
  if (unsent) await removeAttachment(unsent);
}

/** True for files that a message or an earlier version of one has, or evidence. */
function isNeeded(): SQL {
  const isEvidence = eq(evidenceAttachment.attachmentId, attachment.id);
  return sql`(${wasSent()} or ${hasRow(evidenceAttachment, isEvidence)})`;
}

/** True for files that a message or an earlier version of one has. */
export function wasSent(): SQL {
  const isBefore = and(
    eq(messageVersion.messageId, message.id),
    eq(messageVersion.messageType, attachment.kind),
  );
  const hadIt = hasRow(messageVersion, isBefore);
  const hasIt = and(
    eq(message.id, attachment.id),
    eq(message.senderId, attachment.ownerId),
    or(eq(message.messageType, attachment.kind), hadIt),
  );
  return hasRow(message, hasIt);
}

/** Removes the files from a member's messages; messages that say nothing else become deleted ones. */
export async function detachFrom(memberId: number): Promise<void> {
  const owned = db.select({ id: attachment.id }).from(attachment).where(eq(attachment.ownerId, memberId));
  const isDetached = and(
    inArray(message.id, owned),
    eq(message.senderId, memberId),
    inArray(message.messageType, [...ATTACHMENT_KINDS]),
  );
  const saysNothing = sql`${message.content} in ('', ${VOICE_NOTE_TEXT})`;
  const deletedAt = sql`case when ${saysNothing} then coalesce(${message.deletedAt}, ${Date.now()}) else ${message.deletedAt} end`;
  await updateInSteps(message, { messageType: null, metadata: null, deletedAt }, isDetached);
}
