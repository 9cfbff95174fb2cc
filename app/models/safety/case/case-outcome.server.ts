// The sanctions that close a case.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { attachment, member, moderationCase, picture, sanction } from "db/schema";
import { hasRow, transaction } from "db/transaction.server";
import { and, type Column, eq } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { msg } from "~/language/text";
import { publish } from "~/live/publish.server";
import { photoFile } from "~/models/conversation/attachment/attachment";
import { hideConnections } from "~/models/match/connection-end.server";
import { hashStoredFile, hashStoredPicture } from "~/models/picture/picture-hash.server";
import {
  banHashes,
  findChosen,
  idsOf,
  photoIdOf,
  removeContent,
} from "~/models/safety/evidence/content-removal.server";
import { closeReports, decideReports } from "~/models/safety/report.server";
import { notifyOfFraud } from "~/models/safety/sanctions/fraud.server";
import { bansPictures, sanctionNames } from "~/models/safety/sanctions/sanction";
import { applySanctions, citeSection, HIDING_SANCTIONS } from "~/models/safety/sanctions/sanction.server";
import type { SanctionInput } from "~/models/safety/sanctions/sanction-schema";
import { addStrike } from "~/models/safety/sanctions/strike.server";
import { logAction } from "~/models/safety/staff/moderation-log.server";
import { invalidAt, Refusal } from "~/refusal";
import { barredFrom, NEEDS_NOTE } from "./case";
import { listNoticeReasons } from "./case.server";
import { findOpenCase, notTheirsRefusal } from "./case-claim.server";
import { removeCopies } from "./case-copies.server";
import { needsNote } from "./case-talk.server";

/**
 * Decides a case that the moderator has claimed and applies the sanction.
 * Refuses an unknown case (absent), one that is decided, not claimed by the moderator (conflict, naming who has it), reported
 * by the moderator or waiting for the second opinion that they asked for (conflict), removing missing content, leaving a
 * notice without a reply and citing a section that the rules lack (invalid).
 */
export async function decideCase(moderatorId: number, id: string, decided: SanctionInput): Promise<void> {
  const input = { ...decided, statement: citeSection(decided) };
  const hashes: Hashes = new Map();
  // Reads files outside the transaction, and tries again when the transaction finds more of them.
  for (let unread = input.kind === "removal" ? idsOf(input.removed) : []; ; ) {
    for (const photoId of unread) hashes.set(photoId, await hashPhoto(id, photoId));
    unread = await decideWith(moderatorId, id, input, hashes);
    if (!unread.length) break;
  }
  if (input.copies) await removeCopies(moderatorId, id, input);
  await closeReports(id);
}

const NO_REPLY = msg("Tell whoever sent the notice what you decided and why");

/** The hashes of photos, by the ids that `photoIdOf` returns. */
type Hashes = Map<string, string[]>;

/** Decides a case if the hashes of all photos to remove are known; returns the ids of those that are missing. */
async function decideWith(
  moderatorId: number,
  id: string,
  input: SanctionInput,
  hashes: Hashes,
): Promise<string[]> {
  return transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (barredFrom(found) || found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    if (await needsNote(tx, moderatorId, id)) throw new Refusal("conflict", NEEDS_NOTE);
    if (!input.reply && (await listNoticeReasons(id, tx)).length) throw invalidAt("reply", NO_REPLY);
    const { memberId } = found;
    const [person] = memberId === null ? [] : await tx.select().from(member).where(eq(member.id, memberId));
    const removed = input.kind === "removal" ? await findChosen(tx, person, id, input.removed) : [];
    if (input.kind === "removal" && !removed.length)
      throw new Refusal("invalid", msg("What you chose to remove no longer exists."), {
        kind: msg("What you chose to remove no longer exists"),
      });
    const unread = removed.flatMap((content) => photoIdOf(content) ?? []).filter((each) => !hashes.has(each));
    if (unread.length) return unread;
    const now = new Date();
    const { kind, rule, statement } = input;
    const endsAt = kind === "suspend" ? new Date(now.getTime() + Number(input.days) * DAY_MS) : null;
    const decided = { id: randomUUID(), caseId: id, kind, removed, startsAt: now };
    await tx.insert(sanction).values({ ...decided, memberId, moderatorId, rule, statement, endsAt });
    await tx.update(moderationCase).set({ closedAt: now }).where(eq(moderationCase.id, id));
    await decideReports(
      tx,
      id,
      { outcome: kind === "none" ? "dismissed" : "acted", reply: input.reply },
      now,
    );
    const detail = sanctionNames[kind].text;
    await logAction(tx, { actorId: moderatorId, action: "decided", caseId: id, memberId, detail });
    if (!person) await removeContent(tx, null, decided);
    if (!person || kind === "none") return [];
    await publish(tx, "sanction", { id: decided.id, memberId: person.id });
    await addStrike(tx, decided, person);
    await removeContent(tx, person.id, decided);
    // Also bans photos that the member has removed meanwhile.
    if (input.copies || bansPictures(rule))
      await banHashes(tx, decided.id, [...new Set([...hashes.values()].flat())], input.copies ? now : null);
    if (HIDING_SANCTIONS.includes(kind)) await hideConnections(tx, decided.id, person.id);
    if (kind === "ban" && rule === "scam") await notifyOfFraud(tx, person.id);
    await applySanctions(tx, person.id, now, { contacts: kind === "removal" });
    return [];
  });
}

/** The hashes of a photo of a case's member: of a picture or, by its message, of a photo in a chat. Empty for anything else. */
async function hashPhoto(caseId: string, id: string): Promise<string[]> {
  const isTheirs = (ownerId: Column) =>
    hasRow(moderationCase, and(eq(moderationCase.id, caseId), eq(moderationCase.memberId, ownerId)));
  const [photo] = await db
    .select()
    .from(attachment)
    .where(and(eq(attachment.id, id), eq(attachment.kind, "photo"), isTheirs(attachment.ownerId)));
  if (photo) return hashStoredFile(photoFile(photo.file, "thumbnail"));
  const isPicture = await db.$count(picture, and(eq(picture.id, id), isTheirs(picture.ownerId)));
  return isPicture ? hashStoredPicture(id) : [];
}
