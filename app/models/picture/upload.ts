// Uploading pictures: limits, types and messages.
import { type Message, msg, t } from "~/language/text";

/** 10 MB, as the message below says. */
export const PICTURE_BYTES = 10_485_760;

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** Why a picture is refused. */
export const pictureErrors = {
  tooLarge: msg("Some files are too large. Maximum size is 10MB."),
  tooMany: msg("You can only upload 1 file(s) at a time."),
  none: msg("Choose a picture first."),
  notOne: msg("Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded."),
  damaged: msg("This picture is damaged or incomplete."),
  tooMuchWork: msg("This picture takes too long to read. Save it as a JPEG and try again."),
  tooManyPixels: msg(
    "This picture is too large. The limit is 50 megapixels for JPEG, 12.5 for AVIF and 25 for others.",
  ),
};

/** What is wrong with the chosen files before any of them is sent; undefined for one file of at most 10 MB. */
export function validateFiles(files: ArrayLike<{ size: number }>): string | undefined {
  if (files.length > 1) return t(pictureErrors.tooMany);
  return (files[0]?.size ?? 0) > PICTURE_BYTES ? t(pictureErrors.tooLarge) : undefined;
}

/** The two pictures of a profile, with their columns, titles and messages. */
export const profilePictures = {
  photo: {
    column: "photoId",
    pendingColumn: "pendingPhotoId",
    title: msg("Profile photo"),
    changed: { title: msg("Profile photo updated") },
    removed: { title: msg("Profile photo removed") },
    errorTitle: msg("Failed to update profile photo. Please try again."),
  },
  cover: {
    column: "coverId",
    pendingColumn: "pendingCoverId",
    title: msg("Cover photo"),
    changed: { title: msg("Cover photo updated") },
    removed: { title: msg("Cover photo removed") },
    errorTitle: msg("Failed to update cover photo. Please try again."),
  },
} as const;
export type ProfilePicture = keyof typeof profilePictures;

/** What a member can remove: the picture that others see ("shown id"), or a new one that waits for review ("pending id"). */
export type PictureRemoval = { picture: `${"shown" | "pending"} ${string}`; label: string };

/** The flash message for a picture of a profile that waits for review. */
export function pictureHeld(which: ProfilePicture) {
  return {
    title: which === "photo" ? t("Profile photo sent") : t("Cover photo sent"),
    description: t("It will appear once a moderator approves it."),
  };
}

/** The flash message for a picture that its member has withdrawn from review. */
export const pictureWithdrawn = { title: msg("New photo withdrawn") };

/** Where a picture that waits for review would be shown. */
export type PendingUse = ProfilePicture | "more" | "playlist" | "record";

/**
 * Why a picture that looks like a removed one waits; it stands in place of the checking service's reason. Rows have it in
 * English.
 */
export const LOOKS_REMOVED = msg("It looks like a picture that a moderator has removed.");

/** The names of pictures that wait for review. */
export const pendingNames: Record<PendingUse, Message> = {
  photo: msg("Profile photo"),
  more: msg("Photo"),
  cover: msg("Cover photo"),
  playlist: msg("Playlist cover"),
  record: msg("Record cover"),
};
