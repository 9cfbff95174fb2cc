// Uploaded pictures: their one-time addresses, their files, who may show them, and that none is left over.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, picture } from "db/schema";
import { and, asc, eq, getTableColumns, gt, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { storage } from "~/outside/storage.server";
import { spend } from "./allowance.server";
import type { Member } from "./member.server";
import {
  BANNERS,
  isPictureFile,
  ownAddress,
  type ProfilePicture,
  pictureFile,
  profilePictures,
  type Shape,
  SQUARES,
  uploadOf,
} from "./picture";
import { makePicture } from "./picture-making.server";
import { absent, Refusal } from "./refusal";

const MINUTE_MS = 60_000;
const ADDRESS_MS = 15 * MINUTE_MS;
/** How long a picture that nothing shows is kept for whoever has sent it. */
const LOOSE_MS = 60 * MINUTE_MS;
const SWEPT_AT_ONCE = 100;
const GONE = "This picture is not there any more. Choose it again.";

/** Opens a one-time address for a picture and returns its id. Refuses more than 10 an hour (too-many). */
export async function expectPicture(memberId: number): Promise<string> {
  await spend("upload", memberId);
  const id = randomUUID();
  await db.insert(picture).values({ id, ownerId: memberId, createdAt: new Date() });
  return id;
}

/**
 * Spends a one-time address: from here on it takes nothing more.
 * Refuses what is absent or another's (absent), and what is spent or older than 15 minutes (conflict).
 */
export async function openUpload(memberId: number, id: string) {
  const isMine = and(eq(picture.id, id), eq(picture.ownerId, memberId));
  const [[known], opened] = await db.batch([
    db.select({ sentAt: picture.sentAt }).from(picture).where(isMine),
    db
      .update(picture)
      .set({ sentAt: new Date() })
      .where(and(isMine, isNull(picture.sentAt), gte(picture.createdAt, new Date(Date.now() - ADDRESS_MS))))
      .returning({ id: picture.id }),
  ]);
  if (!known) throw absent();
  if (opened.length) return;
  const why = known.sentAt ? "was used already" : "has expired";
  throw new Refusal("conflict", `This upload address ${why}. Ask for a new one.`);
}

/**
 * Makes and keeps the picture in a file that came for an opened address.
 * Refuses as `makePicture` does, and a picture whose member is gone meanwhile (absent).
 */
export async function keepUpload(memberId: number, id: string, path: string) {
  await makePicture(path, (size, bytes) => storage.put(pictureFile(id, size), bytes));
  const made = await db
    .update(picture)
    .set({ madeAt: new Date() })
    .where(and(eq(picture.id, id), eq(picture.ownerId, memberId), isNull(picture.removedAt)))
    .returning({ id: picture.id });
  if (made.length) return;
  await removeFiles(id);
  throw absent();
}

/** The same for a file that came with a form; returns the picture's id. Refuses more than 10 an hour (too-many). */
export async function addPicture(memberId: number, path: string): Promise<string> {
  const id = await expectPicture(memberId);
  await openUpload(memberId, id);
  await keepUpload(memberId, id, path);
  return id;
}

/**
 * Shows a picture on the member's own profile, or with null none any more; the one before is removed.
 * Refuses what this member has not uploaded, or what was removed meanwhile (absent).
 */
export async function changeProfilePicture(
  memberId: number,
  which: ProfilePicture,
  id: string | null,
): Promise<Member> {
  const { column, shape } = profilePictures[which];
  const address = id && ownAddress(id, shape);
  const isMe = eq(member.id, memberId);
  const [[before], [changed]] = await db.batch([
    db.select({ address: member[column] }).from(member).where(isMe),
    db
      .update(member)
      .set({ [column]: address })
      .where(and(isMe, mayShow(memberId, address)))
      .returning(),
  ]);
  if (!changed) throw new Refusal("absent", GONE);
  if (before?.address !== address) await dropPicture(memberId, before?.address ?? null);
  return changed;
}

/** Removes an upload of the member's that nothing shows any more; does nothing about any other address. */
export async function dropPicture(memberId: number, address: string | null) {
  const id = address && uploadOf(address);
  if (!id) return;
  const dropped = await db
    .update(picture)
    .set({ removedAt: new Date() })
    .where(and(isUsable(memberId, id), isLoose()))
    .returning({ id: picture.id });
  // What fails here is done by the next sweep: the member's own change is done in any case.
  if (dropped.length) await removeFiles(id).catch(() => undefined);
}

/**
 * The condition that an address may be shown by something of the member's: it is null, an outside one, or an upload that the
 * member has made and that nobody has removed. It stands in the very statement that keeps the address: asked before, the
 * upload might be let go of by whatever else showed it, and removed, in between.
 */
export function mayShow(memberId: number, address: SQL | string | null): SQL {
  // What stands between "/pictures/" and the size.
  const id = sql`substr(${address}, 11, 36)`;
  return sql`(${address} is null or ${address} not like '/pictures/%'
    or exists (select 1 from picture where ${isUsable(memberId, id)}))`;
}

/** What an insert selects to add a row only if it may show `address`, as `mayShow` has it. */
export function rowShowing<Table extends SQLiteTable>(
  memberId: number,
  address: string | null,
  table: Table,
  row: Table["$inferInsert"],
): SQL {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) =>
    sql.param(row[name as keyof typeof row] ?? null, column),
  );
  return sql`select ${sql.join(values, sql`, `)} where ${mayShow(memberId, address)}`;
}

/** What is said, at `field`, of an upload that `mayShow` did not find. */
export function pictureGone(field: string): Refusal {
  return new Refusal("invalid", GONE, { [field]: GONE });
}

/** Refuses (invalid, at `field`) an address that may not be shown: it tells why nothing was kept. */
export async function refuseGone(memberId: number, address: string | null, field: string) {
  const [row] = await db.all<{ may: number }>(sql`select ${mayShow(memberId, address)} as may`);
  if (!row?.may) throw pictureGone(field);
}

/** One of a picture's files. */
export async function getPictureFile(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return isPictureFile(name) ? storage.get(name) : undefined;
}

/**
 * Removes every picture that nothing shows and that is older than an hour: addresses that were not used,
 * uploads that were given up, what a crash has left half made or half removed, what members have left behind.
 */
export async function sweepPictures() {
  const old = new Date(Date.now() - LOOSE_MS);
  const since = sql`coalesce(${picture.madeAt}, ${picture.sentAt}, ${picture.createdAt})`;
  for (let after = ""; ; ) {
    const ids = await db
      .select({ id: picture.id })
      .from(picture)
      .where(gt(picture.id, after))
      .orderBy(asc(picture.id))
      .limit(SWEPT_AT_ONCE);
    const last = ids.at(-1)?.id;
    if (!last) break;
    const these = and(gt(picture.id, after), lte(picture.id, last));
    await db
      .update(picture)
      .set({ removedAt: new Date() })
      .where(and(these, isNull(picture.removedAt), sql`${since} < ${old.getTime()}`, isLoose()));
    after = last;
  }
  for (;;) {
    const removed = await db
      .select({ id: picture.id })
      .from(picture)
      .where(isNotNull(picture.removedAt))
      .limit(SWEPT_AT_ONCE);
    if (!removed.length) return;
    for (const { id } of removed) await removeFiles(id);
  }
}

/** The row goes last: as long as there is a file, something knows of it. */
async function removeFiles(id: string) {
  await Promise.all([...SQUARES, ...BANNERS].map((size) => storage.remove(pictureFile(id, size))));
  await db.delete(picture).where(eq(picture.id, id));
}

function isUsable(memberId: number, id: string | SQL): SQL | undefined {
  return and(
    eq(picture.id, id),
    eq(picture.ownerId, memberId),
    isNotNull(picture.madeAt),
    isNull(picture.removedAt),
  );
}

/** Whether nothing shows it. */
function isLoose(): SQL {
  const address = (shape: Shape) => {
    const [before, after] = ownAddress("*", shape).split("*");
    return sql`${before} || ${picture.id} || ${after}`;
  };
  return sql`not exists (select 1 from member
      where id = ${picture.ownerId} and (profile_image_url = ${address("square")} or cover_image_url = ${address("banner")}))
    and not exists (select 1 from record where member_id = ${picture.ownerId} and image_url = ${address("square")})
    and not exists (select 1 from playlist
      where owner_id = ${picture.ownerId} and cover_image_url = ${address("square")})`;
}
