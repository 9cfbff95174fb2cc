// The sanctions that close a case.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import { attachment, member, moderationCase, picture, sanction } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, inArray } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { publish } from "~/live/publish.server";
import { photoFile } from "~/models/conversation/attachment/attachment";
import { hideConnections } from "~/models/match/connection-end.server";
import { hashStoredFile, hashStoredPicture } from "~/models/picture/picture-hash.server";
import { banHashes, removeContent } from "~/models/safety/content-removal.server";
import { logAction } from "~/models/safety/moderation-log.server";
import { listRemovable } from "~/models/safety/removable-content.server";
import { closeReports, decideReports } from "~/models/safety/report.server";
import { sanctionNames } from "~/models/safety/sanction";
import { applySanctions, HIDING_SANCTIONS } from "~/models/safety/sanction.server";
import { reloadStaff } from "~/models/safety/staff.server";
import { addStrike } from "~/models/safety/strike.server";
import { Refusal } from "~/refusal";
import { findOpenCase, notTheirsRefusal } from "./case-claim.server";
import type { SanctionInput } from "./case-schema";

/**
 * Decides a case that the moderator has claimed and applies the sanction.
 * Refuses an unknown case (absent), one that is decided, not claimed by the moderator (conflict, naming who has it) or
 * reported by the moderator (conflict), and removing missing content (invalid).
 */
export async function decideCase(moderatorId: number, id: string, input: SanctionInput): Promise<void> {
  const hashes: Hashes = new Map(await hashChatPhotos(input.chatPhotos));
  // Files are read outside the transaction, which waits for nothing else: one that is found in it is read before the next try.
  for (let unread = await listChosenPhotos(id, input); ; ) {
    for (const pictureId of unread) hashes.set(pictureId, await hashStoredPicture(pictureId));
    unread = await decideWith(moderatorId, id, input, hashes);
    if (!unread.length) break;
  }
  await closeReports(id);
}

/** The hashes of pictures by their ids, and those of photos in chats by their messages'. */
type Hashes = Map<string, string[]>;

/** Decides a case if the hashes of all pictures that it removes are known; returns the ids of those whose aren't. */
async function decideWith(
  moderatorId: number,
  id: string,
  input: SanctionInput,
  hashes: Hashes,
): Promise<string[]> {
  const kinds = input.kind === "removal" ? removalsOf(input) : [];
  return transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (found.isReporter || found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    const { memberId } = found;
    const [person] = memberId === null ? [] : await tx.select().from(member).where(eq(member.id, memberId));
    const removable = person ? await listRemovable(person.id, id, kinds, tx) : [];
    const removed = removable.filter(
      (content) =>
        (content.kind !== "morePhoto" || input.morePhotos.includes(content.pictureId)) &&
        (content.kind !== "chatPhoto" || input.chatPhotos.includes(content.messageId)),
    );
    // A chosen photo may have become the profile photo.
    if (person?.photoId && kinds.includes("morePhoto") && input.morePhotos.includes(person.photoId))
      removed.push({ kind: "photo", pictureId: person.photoId, isShown: true });
    if (input.kind === "removal" && !removed.length)
      throw new Refusal("invalid", "What you chose to remove no longer exists.", {
        kind: "What you chose to remove no longer exists",
      });
    const pictures = removed.flatMap((content) => ("pictureId" in content ? content.pictureId : []));
    const unread = pictures.filter((pictureId) => !hashes.has(pictureId));
    if (unread.length) return unread;
    const now = new Date();
    const { kind, rule, statement } = input;
    const endsAt = kind === "suspend" ? new Date(now.getTime() + Number(input.days) * DAY_MS) : null;
    const decided = { id: randomUUID(), caseId: id, kind, removed, startsAt: now };
    await tx.insert(sanction).values({ ...decided, memberId, moderatorId, rule, statement, endsAt });
    await tx.update(moderationCase).set({ closedAt: now }).where(eq(moderationCase.id, id));
    await decideReports(tx, id, kind === "none" ? "dismissed" : "acted", now);
    const detail = sanctionNames[kind];
    await logAction(tx, { actorId: moderatorId, action: "decided", caseId: id, memberId, detail });
    await reloadStaff(tx, memberId);
    if (!person || kind === "none") return [];
    await publish(tx, "sanction", { id: decided.id, memberId: person.id });
    await addStrike(tx, decided, person);
    await removeContent(tx, person.id, decided);
    // Those that their member has removed meanwhile are banned too.
    const photos = removed.flatMap((content) => ("messageId" in content ? content.messageId : []));
    const banned = [...pictures, ...photos, ...input.morePhotos].flatMap((each) => hashes.get(each) ?? []);
    if (removed.length) await banHashes(tx, decided.id, [...new Set(banned)]);
    if (HIDING_SANCTIONS.includes(kind)) await hideConnections(tx, decided.id, person.id);
    await applySanctions(tx, person.id, now, { contacts: kind === "removal" });
    return [];
  });
}

/** The member's photos after the first that a decision is to remove. */
async function listChosenPhotos(id: string, { kind, morePhotos }: SanctionInput): Promise<string[]> {
  if (kind !== "removal" || !morePhotos.length) return [];
  const owned = await db
    .select({ id: picture.id })
    .from(picture)
    .innerJoin(moderationCase, eq(moderationCase.memberId, picture.ownerId))
    .where(and(eq(moderationCase.id, id), inArray(picture.id, morePhotos)));
  return owned.map(({ id }) => id);
}

function removalsOf(input: SanctionInput): RemovedContent["kind"][] {
  const kinds = (["photo", "cover", "bio", "prompts", "anthem", "playlist", "notes"] as const).filter(
    (kind) => input[kind],
  );
  return [
    ...kinds,
    ...(input.morePhotos.length ? (["morePhoto"] as const) : []),
    ...(input.chatPhotos.length ? (["chatPhoto"] as const) : []),
  ];
}

/** The hashes of photos in chats, by the ids of their messages. */
async function hashChatPhotos(ids: string[]): Promise<[string, string[]][]> {
  if (!ids.length) return [];
  const photos = await db
    .select()
    .from(attachment)
    .where(and(inArray(attachment.id, ids), eq(attachment.kind, "photo")));
  const hashes: [string, string[]][] = [];
  for (const { id, file } of photos) hashes.push([id, await hashStoredFile(photoFile(file, "thumbnail"))]);
  return hashes;
}
