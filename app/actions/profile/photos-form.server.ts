// Handles the forms of a member's photos.
import { rejectAt, submitButton, submitFields, unlessGone } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { msg, t } from "~/language/text";
import { PHOTOS_PATH } from "~/models/member/profile";
import { PHOTO_CHECK_PATH, photoCheckMessages } from "~/models/picture/photo-check";
import { drawPose, sendPhotoCheck, withdrawPhotoCheck } from "~/models/picture/photo-check.server";
import { photoErrors, photoMessages, photosAdded } from "~/models/picture/photos";
import {
  addPhotos,
  readOwnPhotos,
  rejectTooMany,
  removePhoto,
  updatePhoto,
} from "~/models/picture/photos.server";
import { photoFocusForm, photoPosition } from "~/models/picture/picture-schema";
import { addPicture } from "~/models/picture/picture-upload.server";
import { pictureErrors } from "~/models/picture/upload";
import { DEFAULT_FOCUS } from "~/models/picture-focus";
import { Refusal, refusalIn } from "~/refusal";

const errorTitle = msg("Failed to add photos. Please try again.");

/**
 * Adds the photos of a form, in their order, each with its focal point if the form has them. After a refusal, the photos before
 * it stay.
 */
export function submitPhotos(request: Request) {
  return submitFields(
    request,
    { files: "photos", errorTitle, reject: rejectAt("file") },
    async (member, form, { paths }) => {
      if (!paths.length) throw new Refusal("invalid", pictureErrors.none);
      const focuses = form.getAll("focus").map((focus) => parseInput(photoFocusForm, { focus }).focus);
      await rejectTooMany(member.id, paths.length);
      let saved = member;
      for (const [index, path] of paths.entries()) {
        try {
          const id = await addPicture(member.id, path);
          saved = await addPhotos(member.id, [{ id, focus: focuses[index] ?? DEFAULT_FOCUS }]);
        } catch (error) {
          const refusal = refusalIn(error);
          throw index && refusal ? refusalAfter(index, refusal) : error;
        }
      }
      const { photos } = await readOwnPhotos(saved);
      const isHeld = photos.slice(-paths.length).some(({ isPending }) => isPending);
      return { flash: photosAdded(paths.length, isHeld), to: PHOTOS_PATH };
    },
  );
}

/** Draws a pose, or sends or withdraws the photo of a photo check. */
export function submitPhotoCheck(request: Request) {
  return submitFields(
    request,
    { files: "picture", errorTitle: t("Failed to send the photo"), reject: rejectAt("file") },
    async ({ id: memberId }, form, { path }) => {
      if (form.has("draw")) {
        await drawPose(memberId);
        return { flash: photoCheckMessages.drawn, to: PHOTO_CHECK_PATH };
      }
      if (form.has("withdraw")) {
        await withdrawPhotoCheck(memberId);
        return { flash: photoCheckMessages.withdrawn, to: PHOTO_CHECK_PATH };
      }
      if (!path) throw new Refusal("invalid", pictureErrors.none);
      await sendPhotoCheck(memberId, path);
      return { flash: photoCheckMessages.sent, to: PHOTO_CHECK_PATH };
    },
  );
}

/** Moves a photo to the position that its button names. */
export function submitPhotoMove(request: Request, id: string) {
  return submitButton(request, { page: PHOTOS_PATH }, async (member, form) => {
    const { position } = parseInput(photoPosition, Object.fromEntries(form));
    await unlessGone(photoErrors.gone, updatePhoto(member.id, id, { position }));
    return { flash: photoMessages.moved };
  });
}

/** Removes a photo. */
export function submitPhotoRemoval(request: Request, id: string) {
  return submitButton(
    request,
    { page: PHOTOS_PATH, errorTitle: t("Failed to remove photo") },
    async (member) => {
      await unlessGone(photoErrors.gone, removePhoto(member.id, id));
      return { flash: photoMessages.removed };
    },
  );
}

/** The refusal with the addition that `count` photos were added before it. */
function refusalAfter(count: number, { code, message, retryAfterSeconds }: Refusal): Refusal {
  const added = msg(
    "{count, plural, one {The first photo was added.} other {The first # photos were added.}} The next one wasn't: {message}",
    { count, message },
  );
  return new Refusal(code, added, {}, retryAfterSeconds);
}
