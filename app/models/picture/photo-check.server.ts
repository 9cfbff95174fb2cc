// A member's side of photo checks (PHOTO_CHECK=on): a pose, and a photo that only moderators see.
import { randomInt } from "node:crypto";
import { db } from "db/client.server";
import { POSES } from "db/column-types";
import { member, photoCheck, picture } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq, isNull } from "drizzle-orm";
import { HOUR_MS } from "~/durations";
import { t } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import { hasCheckedPhoto, outcomes, type PhotoCheckState, photoCheckErrors, poseTexts } from "./photo-check";
import { removeFiles } from "./picture.server";
import { addPicture } from "./picture-upload.server";

/** How long a pose is valid: long enough for a photo, too short to find somebody else in it. */
const POSE_MS = HOUR_MS;

type PhotoCheck = typeof photoCheck.$inferSelect;

async function findCheck(memberId: number, on: Database): Promise<PhotoCheck | undefined> {
  const [found] = await on.select().from(photoCheck).where(eq(photoCheck.memberId, memberId));
  return found;
}

/** The state of the member's photo check. */
export async function getPhotoCheck(
  me: Member,
  on: Database = db,
  now = Date.now(),
): Promise<PhotoCheckState> {
  const found = await findCheck(me.id, on);
  if (found?.pictureId) return { step: "waiting" };
  if (hasCheckedPhoto(me)) return { step: "checked" };
  if (!me.photoId) return { step: "no-photo" };
  const until = (found?.drawnAt.getTime() ?? 0) + POSE_MS;
  if (found && !found.outcome && until > now)
    return { step: "pose", pose: t(poseTexts[found.pose]), until: new Date(until).toISOString() };
  const isRefused = found?.outcome && found.outcome !== "matches";
  return {
    step: "ask",
    refused: isRefused
      ? { sentence: t(outcomes[found.outcome ?? "differs"].sentence), reason: found.reason }
      : null,
  };
}

/**
 * Draws a pose other than the last one that a moderator has decided about. Until a decision it stays the same, so that nobody
 * can draw until one fits a picture that they have. Refuses without a profile photo, with one that is checked, and while a
 * photo waits (conflict).
 */
export async function drawPose(memberId: number): Promise<void> {
  await transaction(async (tx) => {
    const { state, found } = await readState(tx, memberId);
    if (state.step === "pose") return;
    if (state.step !== "ask") throw refusalOf(state.step);
    const others = POSES.filter((each) => each !== found?.pose);
    const isDue = !found || found.outcome !== null;
    const pose = isDue ? (others[randomInt(others.length)] ?? POSES[0]) : found.pose;
    const drawn = { pose, drawnAt: new Date(), sentAt: null, decidedAt: null, outcome: null, reason: "" };
    await tx
      .insert(photoCheck)
      .values({ memberId, ...drawn })
      .onConflictDoUpdate({ target: photoCheck.memberId, set: drawn });
  });
}

/**
 * Sends the photo in a file to the moderators, for the pose that was drawn. Refuses what `drawPose` refuses and an expired pose
 * (conflict), what `addPicture` refuses, and the fourth in a day (too-many).
 */
export async function sendPhotoCheck(memberId: number, path: string): Promise<void> {
  await transaction((tx) => rejectWithoutPose(tx, memberId));
  await consumeRateLimit("photoCheck", memberId);
  const pictureId = await addPicture(memberId, path, { isHeld: true });
  await transaction(async (tx) => {
    await rejectWithoutPose(tx, memberId);
    await tx
      .update(photoCheck)
      .set({ pictureId, sentAt: new Date() })
      .where(eq(photoCheck.memberId, memberId));
  });
}

/** Takes back a photo that waits for a moderator, and deletes it; its pose stays. Does nothing if none waits. */
export async function withdrawPhotoCheck(memberId: number): Promise<void> {
  const pictureId = await transaction(async (tx) => {
    const { pictureId = null } = (await findCheck(memberId, tx)) ?? {};
    if (!pictureId) return null;
    await tx
      .update(photoCheck)
      .set({ pictureId: null, sentAt: null })
      .where(eq(photoCheck.memberId, memberId));
    await retireCheckPhoto(tx, pictureId);
    return pictureId;
  });
  if (pictureId) await deleteCheckPhoto(pictureId);
}

/** Marks the photo of a check for removal. The next sweep deletes the files if `deleteCheckPhoto` doesn't. */
export async function retireCheckPhoto(tx: Tx, pictureId: string | null): Promise<void> {
  if (pictureId)
    await tx
      .update(picture)
      .set({ removedAt: new Date() })
      .where(and(eq(picture.id, pictureId), isNull(picture.removedAt)));
}

/** Deletes the files of a retired photo. */
export async function deleteCheckPhoto(pictureId: string): Promise<void> {
  await removeFiles(pictureId).catch(() => undefined);
}

async function rejectWithoutPose(tx: Tx, memberId: number): Promise<void> {
  const { state } = await readState(tx, memberId);
  if (state.step !== "pose") throw refusalOf(state.step);
}

async function readState(tx: Tx, memberId: number) {
  const [me] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!me) throw new Refusal("conflict", photoCheckErrors.noPhoto);
  return { state: await getPhotoCheck(me, tx), found: await findCheck(memberId, tx) };
}

function refusalOf(step: Exclude<PhotoCheckState["step"], "pose">): Refusal {
  const message = {
    "no-photo": photoCheckErrors.noPhoto,
    checked: photoCheckErrors.isChecked,
    waiting: photoCheckErrors.isWaiting,
    ask: photoCheckErrors.expired,
  }[step];
  return new Refusal("conflict", message);
}
