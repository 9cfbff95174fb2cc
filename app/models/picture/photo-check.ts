// Photo checks: the poses, the outcomes and their texts.
import type { PhotoCheckOutcome, Pose } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const PHOTO_CHECK_PATH = "/profile/photo-check";
export const REASON_MAX = 300;

export const poseTexts: Record<Pose, Message> = {
  "hand-on-head": msg("Put one hand flat on top of your head"),
  "three-fingers": msg("Hold up three fingers beside your face"),
  "thumb-up": msg("Hold a thumb up beside your chin"),
  "finger-on-nose": msg("Touch the tip of your nose with one finger"),
  "hand-on-ear": msg("Cover one ear with your hand"),
  "flat-hand": msg("Hold a flat hand beside your face, palm to the camera"),
  "fist-at-chin": msg("Rest your chin on your fist"),
  "two-fingers": msg("Hold up two fingers beside your face"),
};

/** What a moderator can decide, and what the member then reads. */
export const outcomes: Record<PhotoCheckOutcome, { label: Message; sentence: Message }> = {
  matches: { label: msg("Matches"), sentence: msg("Your profile photo was checked.") },
  differs: { label: msg("Doesn't match"), sentence: msg("A moderator couldn't match the two photos.") },
  "no-face": { label: msg("No face"), sentence: msg("A moderator couldn't see your face in both photos.") },
};

export const photoCheckMessages = {
  drawn: { title: msg("Here's your pose"), description: msg("It's good for an hour.") },
  sent: { title: msg("Photo sent"), description: msg("A moderator will look at it.") },
  withdrawn: { title: msg("Photo withdrawn"), description: msg("We've deleted it.") },
};

export const photoCheckErrors = {
  noPhoto: msg("Add a profile photo first."),
  isChecked: msg("Your profile photo is already checked."),
  isWaiting: msg("A moderator is still looking at your photo."),
  expired: msg("Your time for this pose is up. Ask for it again."),
  decided: msg("This photo check was already decided or withdrawn."),
  changed: msg("They've changed their profile photo since. Compare again."),
};

/** The columns that say whether a member's profile photo has been checked. */
export type PhotoCheckKeys = { photoId: string | null; checkedPhotoId: string | null };

/** Whether the photo that a moderator has checked is still the member's first. */
export function hasCheckedPhoto({ photoId, checkedPhotoId }: PhotoCheckKeys): boolean {
  return photoId !== null && photoId === checkedPhotoId;
}

/** The state of a member's photo check. */
export type PhotoCheckState =
  | { step: "no-photo" | "checked" | "waiting" }
  | { step: "pose"; pose: string; until: string }
  /** `refused` is the moderator's answer to the last one. */
  | { step: "ask"; refused: { sentence: string; reason: string } | null };

/**
 * A photo that waits for a moderator, with the pose it was taken for and the member's photos, the first of which it is about.
 */
export type WaitingPhotoCheck = {
  memberId: string;
  memberName: string;
  pose: string;
  pictureId: string;
  sentAt: string;
  photos: (string | null)[];
};
