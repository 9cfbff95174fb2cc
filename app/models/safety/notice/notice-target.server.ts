// What a notice is about: the member behind an address of this site. Its sender never learns whether there is one.
import { member, message, picture, playlist, show } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { memberIdField } from "~/models/fields";
import { pictureIdFromFile } from "~/models/picture-url";
import { toReported } from "~/models/safety/evidence/reported.server";
import { photoReportId, type ReportAbout } from "~/models/safety/report";

/** The member whose content it is, and what the report is about. */
export type NoticeTarget = { memberId: number; about: ReportAbout };

const finders: [pattern: RegExp, find: (tx: Tx, ...ids: string[]) => Promise<NoticeTarget | undefined>][] = [
  [/^\/members\/(\d{1,16})\/photos\/([\w-]{1,64})/, findMember],
  [/^\/members\/(\d{1,16})(?:\/|$)/, findMember],
  [/^\/pictures\/([\w-]+\.webp)$/, findPicture],
  [/^\/playlists\/([\w-]{1,64})(?:\/|$)/, findPlaylist],
  [/^\/shows\/([\w-]{1,64})(?:\/|$)/, findShow],
  [/^\/attachments\/([\w-]{1,64})$/, findMessage],
  [/^\/messages\/[\w-]{1,64}\/(?:photo|message|play)\/([\w-]{1,64})$/, findMessage],
];

/** Finds what the first address of this site in a text leads to; undefined for a description, and for what is gone. */
export async function findTarget(tx: Tx, typed: string): Promise<NoticeTarget | undefined> {
  for (const word of typed.split(/\s+/)) {
    const url = URL.canParse(word, env.origin) ? new URL(word, env.origin) : undefined;
    if (!url || url.host !== new URL(env.origin).host || !/^(https?:|\/)/.test(word)) continue;
    const around = /^\/messages\/[\w-]+$/.test(url.pathname) ? url.searchParams.get("around") : null;
    const found = around ? await findMessage(tx, around) : await findAt(tx, url.pathname);
    if (found) return found;
  }
  return undefined;
}

async function findAt(tx: Tx, path: string): Promise<NoticeTarget | undefined> {
  for (const [pattern, find] of finders) {
    const [, ...ids] = pattern.exec(path) ?? [];
    if (ids.length) return find(tx, ...ids);
  }
  return undefined;
}

async function findMember(tx: Tx, id = "", photoId?: string): Promise<NoticeTarget | undefined> {
  const memberId = memberIdField.safeParse(id).data;
  if (memberId === undefined) return undefined;
  const about: ReportAbout = photoId
    ? { subject: "photo", id: photoReportId(String(memberId), photoId) }
    : { subject: "member", id: String(memberId) };
  return isKept(tx, memberId, await toReported(tx, about));
}

async function findPicture(tx: Tx, file = ""): Promise<NoticeTarget | undefined> {
  const id = pictureIdFromFile(file) ?? "";
  const [found] = await tx
    .select({
      ownerId: picture.ownerId,
      playlistId: playlist.id,
      isPhoto: sql<number>`${or(eq(member.photoId, id), sql`instr(${member.morePhotos}, ${id})`)}`,
    })
    .from(picture)
    .innerJoin(member, eq(member.id, picture.ownerId))
    .leftJoin(playlist, eq(playlist.pictureId, picture.id))
    .where(eq(picture.id, id))
    .limit(1);
  if (!found || found.ownerId === null) return undefined;
  const memberId = found.ownerId;
  if (found.playlistId) return { memberId, about: { subject: "playlist", id: found.playlistId } };
  if (found.isPhoto)
    return { memberId, about: { subject: "photo", id: photoReportId(String(memberId), id) } };
  return { memberId, about: { subject: "member", id: String(memberId) } };
}

async function findPlaylist(tx: Tx, id = ""): Promise<NoticeTarget | undefined> {
  const [found] = await tx.select({ memberId: playlist.ownerId }).from(playlist).where(eq(playlist.id, id));
  return found && isKept(tx, found.memberId, { subject: "playlist", id });
}

/** Only shows that a member has added. */
async function findShow(tx: Tx, id = ""): Promise<NoticeTarget | undefined> {
  const [found] = await tx.select({ memberId: show.addedBy }).from(show).where(eq(show.id, id));
  if (!found || found.memberId === null) return undefined;
  return isKept(tx, found.memberId, { subject: "show", id });
}

async function findMessage(tx: Tx, id = ""): Promise<NoticeTarget | undefined> {
  const [found] = await tx.select({ memberId: message.senderId }).from(message).where(eq(message.id, id));
  return found && isKept(tx, found.memberId, { subject: "message", id });
}

/** The target, unless its member has been erased. */
async function isKept(tx: Tx, memberId: number, about: ReportAbout): Promise<NoticeTarget | undefined> {
  const [found] = await tx
    .select({ memberId: member.id })
    .from(member)
    .where(and(eq(member.id, memberId), isNull(member.purgedAt)));
  return found && { ...found, about };
}
