// Evidence: the snapshot of a reported member, and the pictures and files kept with it.
import { db } from "db/client.server";
import type { EvidenceMessage, EvidenceSnapshot } from "db/column-types";
import { attachment, evidence, evidenceAttachment, evidencePicture, picture, report } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, type Column, desc, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { wasSent } from "~/models/conversation/attachment/attachment.server";
import { getMember } from "~/models/member/member.server";
import type { EvidencePart } from "~/models/safety/case/case";
import type { ReportAbout } from "~/models/safety/report";
import { moderatedContent } from "./moderated-content.server";

const evidenceKinds = Object.values(moderatedContent).flatMap(({ evidence }) => evidence ?? []);

/** A message that a report keeps. */
export type KeptMessage = { id: string; content: EvidenceMessage };

/** Reads what a report keeps of the reported member and the reported content, except messages. */
export async function readSnapshot(
  on: Database,
  reportedId: number,
  about: ReportAbout,
): Promise<EvidenceSnapshot> {
  const source = { on, about, person: await getMember(reportedId, on) };
  const kept: Partial<EvidenceSnapshot> = {};
  for (const { keep } of evidenceKinds) Object.assign(kept, await keep(source));
  return kept as EvidenceSnapshot;
}

/** A snapshot as moderators read it. */
export function showSnapshot(snapshot: EvidenceSnapshot): EvidencePart[] {
  const parts = evidenceKinds.flatMap(({ show }) => show?.(snapshot) ?? []);
  return parts.flatMap(({ title, items }) => {
    const shown = items.filter((item) => Object.values(item).some(({ length }) => length > 0));
    return shown.length ? [{ title, items: shown }] : [];
  });
}

/** Selects the id of the last report with evidence on the subject of this one, a notice; its own id if it has evidence. */
export function selectLastEvidence(reportId: string | Column): SQL {
  const [notice, kept] = [alias(report, "noticed"), alias(report, "kept")];
  const isSame = and(
    eq(kept.caseId, notice.caseId),
    eq(kept.subject, notice.subject),
    eq(kept.subjectId, notice.subjectId),
    isNotNull(kept.noticeReason),
    lte(kept.createdAt, notice.createdAt),
  );
  return sql`(${db
    .select({ id: kept.id })
    .from(notice)
    .innerJoin(kept, isSame)
    .innerJoin(evidence, eq(evidence.reportId, kept.id))
    .where(eq(notice.id, reportId))
    .orderBy(desc(eq(kept.id, notice.id)), desc(kept.createdAt), desc(sql`kept.rowid`))
    .limit(1)})`;
}

/** Keeps the pictures in a snapshot and in the profile that these messages quote. */
export async function keepPictures(
  tx: Tx,
  reportId: string,
  snapshot: EvidenceSnapshot,
  messages: KeptMessage[],
): Promise<void> {
  const quoted = messages.flatMap(({ content: { messageType, metadata } }) =>
    messageType === "profile_quote" ? metadata?.photoId : [],
  );
  const items = showSnapshot(snapshot).flatMap((part) => part.items);
  const shown = items.flatMap((item) => ("pictures" in item ? item.pictures : []));
  const kept = [...shown.map(({ id }) => id), ...quoted].filter((id) => typeof id === "string");
  const found = await tx.select({ pictureId: picture.id }).from(picture).where(inArray(picture.id, kept));
  if (found.length) await tx.insert(evidencePicture).values(found.map((each) => ({ reportId, ...each })));
}

/** Keeps the files of the reported message, or of these messages in a reported conversation; not the reporter's own. */
export async function keepAttachments(
  tx: Tx,
  reportId: string,
  reportedId: number,
  about: ReportAbout,
  messages: KeptMessage[],
): Promise<void> {
  const which = moderatedContent[about.subject].messages;
  const ids = which === "all" ? messages.map(({ id }) => id) : which === "one" ? [about.id] : [];
  const found = await tx
    .select({ attachmentId: attachment.id })
    .from(attachment)
    .where(and(eq(attachment.ownerId, reportedId), inArray(attachment.id, ids), wasSent()));
  if (found.length) await tx.insert(evidenceAttachment).values(found.map((each) => ({ reportId, ...each })));
}
