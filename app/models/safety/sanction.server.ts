// Sanctions: applied to a member and their content, and undone.
import { db } from "db/client.server";
import type { RemovedContent, SanctionKind } from "db/column-types";
import {
  appeal,
  evidencePicture,
  member,
  picture,
  playlist,
  record,
  removedPicture,
  report,
  sanction,
} from "db/schema";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { insertNotifications } from "~/models/notification/notification-rows.server";
import type { AppealDto, SanctionDto } from "./sanction";
import { notifyReloaded, propagateVisibility, type Reloads } from "./visibility.server";

const LIFT_ROWS = 100;

/**
 * The statements that recompute a member's state from their sanctions: hidden, suspended, and whether there is one
 * to read. They follow the change in its batch; pass the results to `notifyReloaded`.
 */
export function applySanctions(memberId: number, now: Date, reloads?: Reloads) {
  const active = and(eq(sanction.memberId, memberId), isNull(sanction.overturnedAt));
  const keepsOut = and(
    active,
    inArray(sanction.kind, ["suspend", "ban"]),
    or(isNull(sanction.endsAt), gt(sanction.endsAt, now)),
  );
  const since = sql`min(${sanction.startsAt})`;
  const until = sql`case when count(*) = count(${sanction.endsAt}) then max(${sanction.endsAt}) end`;
  return [
    db
      .update(member)
      .set({
        hiddenAt: sql`${db
          .select({ since })
          .from(sanction)
          .where(and(active, eq(sanction.kind, "hide")))}`,
        suspendedAt: sql`${db.select({ since }).from(sanction).where(keepsOut)}`,
        suspendedUntil: sql`${db.select({ until }).from(sanction).where(keepsOut)}`,
        hasUnreadSanction: hasUnreadSanction(memberId),
      })
      .where(eq(member.id, memberId)),
    ...propagateVisibility(memberId, reloads),
  ] as [BatchItem<"sqlite">, ...ReturnType<typeof propagateVisibility>];
}

function hasUnreadSanction(memberId: number): SQL {
  return sql`exists ${db
    .select({ id: sanction.id })
    .from(sanction)
    .where(
      and(eq(sanction.memberId, memberId), ne(sanction.kind, "none"), isNull(sanction.acknowledgedAt)),
    )}`;
}

/** The statement that notifies a member of a new sanction, for the batch that makes it. */
export function insertSanctionNotification(sanctionId: string) {
  return insertNotifications("decision", {
    to: sanction.memberId,
    subjectId: sanction.id,
    from: sql`${sanction}`,
    where: and(eq(sanction.id, sanctionId), isNotNull(sanction.memberId), ne(sanction.kind, "none")),
  });
}

/** Whether a sanction ends what the member shares with others. */
export function endsConnections(kind: SanctionKind): boolean {
  return kind === "hide" || kind === "suspend" || kind === "ban";
}

/** Lifts suspensions that have expired. Others notice nothing: what they shared with the member has ended for good. */
export async function liftSuspensions(now = new Date()) {
  for (;;) {
    const due = await db
      .select({ id: member.id })
      .from(member)
      .where(lte(member.suspendedUntil, now))
      .limit(LIFT_ROWS);
    for (const { id } of due) notifyReloaded(await db.batch(applySanctions(id, now, { contacts: false })));
    if (due.length < LIFT_ROWS) return;
  }
}

/** The member's content that a sanction on a case can remove, as an expression for `sanction.removed`. */
export function removableContent(
  memberId: number,
  caseId: string,
  kinds: readonly RemovedContent["kind"][],
): SQL<RemovedContent[]> {
  const isMember = eq(member.id, memberId);
  const items: Record<RemovedContent["kind"], SQL> = {
    photo: sql`select json_object('kind', 'photo', 'pictureId', photo_id) from member
      where ${isMember} and photo_id is not null`,
    cover: sql`select json_object('kind', 'cover', 'pictureId', cover_id) from member
      where ${isMember} and cover_id is not null`,
    bio: sql`select json_object('kind', 'bio', 'text', bio) from member where ${isMember} and bio <> ''`,
    playlist: sql`select json_object('kind', 'playlist', 'playlistId', id) from playlist
      where owner_id = ${memberId} and removed_at is null and id in (
        select subject_id from report where case_id = ${caseId} and subject = 'playlist')`,
    notes: sql`select json_object('kind', 'notes', 'notes',
        json_group_array(json_object('recordId', record.id, 'text', notes))) from record
      where member_id = ${memberId} and notes <> '' and id in (
        select note.value ->> 'recordId' from report
        join evidence on evidence.report_id = report.id, json_each(snapshot, '$.recordNotes') note
        where case_id = ${caseId})
      having count(*) > 0`,
  };
  const chosen = kinds.map((kind) => items[kind]);
  if (!chosen.length) return sql`'[]'`;
  return sql`(select json_group_array(json(item)) from (select null as item where false union all ${sql.join(
    chosen,
    sql` union all `,
  )}))`;
}

/** The kinds of removable content the member has. */
export async function listRemovable(memberId: number, caseId: string): Promise<RemovedContent["kind"][]> {
  const all = removableContent(memberId, caseId, ["photo", "cover", "bio", "playlist", "notes"]);
  const rows = await db.all<{ kind: RemovedContent["kind"] }>(
    sql`select distinct value ->> 'kind' as kind from json_each(${all})`,
  );
  return rows.map(({ kind }) => kind);
}

/**
 * The statements that remove a new sanction's content. `hashes` are its pictures' hashes. Pictures are kept as
 * evidence, so that an overturned appeal can restore them.
 */
export function removeContent(
  sanctionId: string,
  memberId: number,
  hashes: { pictureId: string; hash: string }[],
): BatchItem<"sqlite">[] {
  const { has, ids, value } = removedBy(sanctionId);
  const pictures = sql`(select ${value("pictureId")} from ${removedItems(sanctionId)}
    and ${value("pictureId")} is not null)`;
  return [
    db
      .insert(evidencePicture)
      .select(
        sql`select (select ${report.id} from ${report} where ${report.caseId} = (
            select case_id from sanction where id = ${sanctionId}) limit 1), picture.id
          from picture where picture.id in ${pictures} and exists (
            select 1 from report where case_id = (select case_id from sanction where id = ${sanctionId}))`,
      )
      .onConflictDoNothing(),
    db.update(picture).set({ heldAt: new Date() }).where(sql`${picture.id} in ${pictures}`),
    db.insert(removedPicture).select(
      sql`select distinct value ->> 'hash', ${sanctionId} from json_each(${JSON.stringify(hashes)})
          where value ->> 'pictureId' in ${pictures}`,
    ),
    db
      .update(member)
      .set({ photoId: null })
      .where(and(eq(member.id, memberId), sql`${member.photoId} in ${ids("photo", "pictureId")}`)),
    db
      .update(member)
      .set({ coverId: null })
      .where(and(eq(member.id, memberId), sql`${member.coverId} in ${ids("cover", "pictureId")}`)),
    db
      .update(member)
      .set({ bio: "" })
      .where(and(eq(member.id, memberId), has("bio"))),
    db
      .update(playlist)
      .set({ removedAt: new Date() })
      .where(sql`${playlist.id} in ${ids("playlist", "playlistId")}`),
    db
      .update(record)
      .set({ notes: "" })
      .where(sql`${record.id} in (select recordId from ${removedNotes(sanctionId)})`),
  ];
}

/** The statements that restore what a sanction removed, unless the member has replaced it or it never was approved. */
export function restoreContent(sanctionId: string, memberId: number, condition: SQL): BatchItem<"sqlite">[] {
  const { ids } = removedBy(sanctionId);
  const kept = (kind: "photo" | "cover") =>
    sql`(select id from picture where removed_at is null and id in ${ids(kind, "pictureId")})`;
  return [
    db
      .update(picture)
      .set({ heldAt: null })
      .where(
        and(
          or(
            sql`${picture.id} in ${ids("photo", "pictureId")}`,
            sql`${picture.id} in ${ids("cover", "pictureId")}`,
          ),
          condition,
        ),
      ),
    db
      .update(member)
      .set({ photoId: kept("photo") })
      .where(and(eq(member.id, memberId), isNull(member.photoId), condition)),
    db
      .update(member)
      .set({ coverId: kept("cover") })
      .where(and(eq(member.id, memberId), isNull(member.coverId), condition)),
    db
      .update(member)
      .set({ bio: sql`coalesce(${ids("bio", "text")}, '')` })
      .where(and(eq(member.id, memberId), eq(member.bio, ""), condition)),
    db
      .update(playlist)
      .set({ removedAt: null })
      .where(and(sql`${playlist.id} in ${ids("playlist", "playlistId")}`, condition)),
    db
      .update(record)
      .set({
        notes: sql`(select text from ${removedNotes(sanctionId)} where recordId = ${record.id})`,
      })
      .where(
        and(
          sql`${record.id} in (select recordId from ${removedNotes(sanctionId)})`,
          eq(record.notes, ""),
          condition,
        ),
      ),
    db.delete(removedPicture).where(and(eq(removedPicture.sanctionId, sanctionId), condition)),
  ];
}

/**
 * The statements that erase a member's text from sanctions: removed content, appeals, and their own closed reports.
 * Evidence expires on its own.
 */
export function eraseSafetyText(memberId: number): BatchItem<"sqlite">[] {
  const own = db.select({ id: sanction.id }).from(sanction).where(eq(sanction.memberId, memberId));
  return [
    db.update(sanction).set({ removed: [] }).where(eq(sanction.memberId, memberId)),
    db.update(appeal).set({ words: "" }).where(inArray(appeal.sanctionId, own)),
    db
      .update(report)
      .set({ words: "" })
      .where(and(eq(report.reporterId, memberId), isNotNull(report.closedAt))),
  ];
}

/** Sanctions about a member, newest first, without those that found no violation. */
export async function listSanctions(memberId: number): Promise<SanctionDto[]> {
  const rows = await db
    .select({ sanction, appeal })
    .from(sanction)
    .leftJoin(appeal, eq(appeal.sanctionId, sanction.id))
    .where(and(eq(sanction.memberId, memberId), ne(sanction.kind, "none")))
    .orderBy(desc(sanction.startsAt), sanction.id);
  return rows.map(toSanctionDto);
}

/** Marks a sanction about the member as read. Does nothing if it is about someone else or already read. */
export async function acknowledge(memberId: number, sanctionId: string) {
  await db.batch([
    db
      .update(sanction)
      .set({ acknowledgedAt: new Date() })
      .where(
        and(
          eq(sanction.id, sanctionId),
          eq(sanction.memberId, memberId),
          ne(sanction.kind, "none"),
          isNull(sanction.acknowledgedAt),
        ),
      ),
    db
      .update(member)
      .set({ hasUnreadSanction: hasUnreadSanction(memberId) })
      .where(eq(member.id, memberId)),
  ]);
}

export function toSanctionDto(row: {
  sanction: typeof sanction.$inferSelect;
  appeal: typeof appeal.$inferSelect | null;
}): SanctionDto {
  const { id, caseId, kind, rule, statement, removed, startsAt, endsAt } = row.sanction;
  return {
    id,
    caseId,
    kind,
    rule,
    statement,
    removed: removed.map((content) => {
      if (!("wasPending" in content)) return content.kind;
      return content.kind === "photo" ? "pendingPhoto" : "pendingCover";
    }),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    isAcknowledged: row.sanction.acknowledgedAt !== null,
    isOverturned: row.sanction.overturnedAt !== null,
    appeal: row.appeal && toAppealDto(row.appeal),
  };
}

function toAppealDto(row: typeof appeal.$inferSelect): AppealDto {
  return {
    id: row.id,
    words: row.words,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    isOverturned: row.isOverturned ?? false,
    statement: row.statement,
  };
}

/** The FROM and WHERE clauses for a sanction's removed items, with json_each's columns. */
function removedItems(sanctionId: string): SQL {
  return sql`sanction, json_each(sanction.removed) where sanction.id = ${sanctionId}`;
}

function removedNotes(sanctionId: string): SQL {
  return sql`(select note.value ->> 'recordId' as recordId, note.value ->> 'text' as text
    from sanction, json_each(sanction.removed) item, json_each(item.value, '$.notes') note
    where sanction.id = ${sanctionId} and item.value ->> 'kind' = 'notes')`;
}

function removedBy(sanctionId: string) {
  const items = removedItems(sanctionId);
  const value = (name: string) => sql.raw(`json_each.value ->> '${name}'`);
  return {
    value,
    /** The values of one key in the items of one kind, without pictures that were not approved. */
    ids: (kind: RemovedContent["kind"], name: "pictureId" | "playlistId" | "text") =>
      sql`(select ${value(name)} from ${items} and ${value("kind")} = ${kind} and ${value("wasPending")} is null)`,
    has: (kind: RemovedContent["kind"]) =>
      sql`exists (select 1 from ${items} and ${value("kind")} = ${kind})`,
  };
}
