// The sanctions that close a case.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import { attachment, member, moderationCase, sanction } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, inArray } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { publish } from "~/live/publish.server";
import { photoFile } from "~/models/conversation/attachment/attachment";
import { endConnectionsBySanction } from "~/models/match/connection-end.server";
import { hashStoredFile, hashStoredPicture } from "~/models/picture/picture-hash.server";
import { removeContent } from "~/models/safety/content-removal.server";
import { logAction } from "~/models/safety/moderation-log.server";
import { listRemovable } from "~/models/safety/removable-content.server";
import { closeReports } from "~/models/safety/report.server";
import { sanctionNames } from "~/models/safety/sanction";
import { applySanctions, CONNECTION_ENDING_SANCTIONS } from "~/models/safety/sanction.server";
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
  const kinds = input.kind === "removal" ? removalsOf(input) : [];
  // Files are read before the transaction, which waits for nothing else.
  const pictures = await hashPictures([...(await listPictures(id, kinds)), ...input.morePhotos]);
  const hashes = [...pictures, ...(await hashChatPhotos(input.chatPhotos))];
  await transaction(async (tx) => {
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
    if (input.kind === "removal" && !removed.length)
      throw new Refusal("invalid", "What you chose to remove no longer exists.", {
        kind: "What you chose to remove no longer exists",
      });
    const now = new Date();
    const { kind, rule, statement } = input;
    const endsAt = kind === "suspend" ? new Date(now.getTime() + Number(input.days) * DAY_MS) : null;
    const decided = { id: randomUUID(), caseId: id, kind, removed, startsAt: now };
    await tx.insert(sanction).values({ ...decided, memberId, moderatorId, rule, statement, endsAt });
    await tx.update(moderationCase).set({ closedAt: now }).where(eq(moderationCase.id, id));
    await closeReports(tx, id, kind === "none" ? "dismissed" : "acted", now);
    const detail = sanctionNames[kind];
    await logAction(tx, { actorId: moderatorId, action: "decided", caseId: id, memberId, detail });
    await reloadStaff(tx, memberId);
    if (!person || kind === "none") return;
    await publish(tx, "sanction", { id: decided.id, memberId: person.id });
    await addStrike(tx, decided, person);
    await removeContent(tx, person.id, decided, hashes);
    if (CONNECTION_ENDING_SANCTIONS.includes(kind)) await endConnectionsBySanction(tx, decided.id, person.id);
    await applySanctions(tx, person.id, now, { contacts: kind === "removal" });
  });
}

/** The pictures of these kinds that a decision on a case can remove. */
async function listPictures(id: string, kinds: RemovedContent["kind"][]): Promise<string[]> {
  const [found] = await db
    .select({ memberId: moderationCase.memberId })
    .from(moderationCase)
    .where(eq(moderationCase.id, id));
  const pictured = kinds.filter((kind) => kind === "photo" || kind === "cover");
  const removable = found?.memberId ? await listRemovable(found.memberId, id, pictured) : [];
  return removable.flatMap((content) => ("pictureId" in content ? content.pictureId : []));
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
async function hashChatPhotos(ids: string[]): Promise<{ pictureId: string; hash: string }[]> {
  if (!ids.length) return [];
  const photos = await db
    .select()
    .from(attachment)
    .where(and(inArray(attachment.id, ids), eq(attachment.kind, "photo")));
  const hashes: { pictureId: string; hash: string }[] = [];
  for (const { id, file } of photos)
    for (const hash of await hashStoredFile(photoFile(file, "thumbnail")))
      hashes.push({ pictureId: id, hash });
  return hashes;
}

/** The hashes of pictures whose files can be read. */
async function hashPictures(ids: string[]): Promise<{ pictureId: string; hash: string }[]> {
  const hashes = await Promise.all(
    ids.map(async (pictureId) => (await hashStoredPicture(pictureId)).map((hash) => ({ pictureId, hash }))),
  );
  return hashes.flat();
}
