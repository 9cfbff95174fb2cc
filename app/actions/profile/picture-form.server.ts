// Handles the forms of the profile's two pictures, which upload or remove them.

import { submitFields } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { isFetchRequest } from "~/http/page.server";
import { t } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { photoMessages } from "~/models/picture/photos";
import { photoFocusForm } from "~/models/picture/picture-schema";
import { addPicture } from "~/models/picture/picture-upload.server";
import {
  updatePhotoFocus,
  updateProfilePicture,
  withdrawPicture,
} from "~/models/picture/profile-picture.server";
import {
  type ProfilePicture,
  pictureErrors,
  pictureHeld,
  pictureWithdrawn,
  profilePictures,
} from "~/models/picture/upload";
import { DEFAULT_FOCUS } from "~/models/picture-focus";
import { toProfilePhoto } from "~/models/picture-url";
import { type Face, faceOf } from "~/models/public-member";
import { Refusal, refusalAt, statusOf } from "~/refusal";

/** Changes one of a member's own profile pictures and redirects to `to`. */
export function submitProfilePicture(request: Request, which: ProfilePicture, to: string) {
  const { errorTitle, changed, removed, pendingColumn } = profilePictures[which];
  const reject = (refusal: Refusal, form: FormData) => {
    const isRemoval = form.has("remove");
    if (isRemoval && !isFetchRequest(request)) return undefined;
    if (isRemoval) return { error: refusal.message, typed: { remove: "yes" } };
    const { message, fields } = refusalAt("file", refusal);
    const title = fields.file
      ? undefined
      : t("Upload failed with status {status}", { status: statusOf(refusal) });
    return { title, error: message, fields };
  };
  return submitFields(request, { files: "picture", errorTitle, reject }, async (member, form, { path }) => {
    const fields = Object.fromEntries(form);
    const focus = which === "photo" ? parseInput(photoFocusForm, fields).focus : DEFAULT_FOCUS;
    if (which === "photo" && form.has("move")) {
      await updatePhotoFocus(member.id, focus);
      return { flash: photoMessages.focused, to };
    }
    if (form.has("remove")) {
      // A repeat must not remove the photo that has moved up.
      const [kind, expected] = String(form.get("remove")).split(" ");
      if (kind === "pending") await withdrawPicture(member.id, which, expected);
      else await updateProfilePicture(member.id, which, null, focus, expected);
      return { flash: kind === "pending" ? pictureWithdrawn : removed, to };
    }
    if (!path) throw new Refusal("invalid", pictureErrors.none);
    const id = await addPicture(member.id, path);
    const updated = await updateProfilePicture(member.id, which, id, focus);
    return { flash: updated[pendingColumn] === id ? pictureHeld(which) : changed, to };
  });
}

/** The photo whose focal point the member changes: the one that waits for a moderator, if any. */
export function ownFace({ firstName, pendingPhotoId, ...shown }: Member): Face | undefined {
  const pending = { photoId: pendingPhotoId, portraitUrl: null, photoFocus: shown.pendingPhotoFocus };
  const photo = toProfilePhoto(pendingPhotoId ? pending : shown);
  return photo.profileImageUrl ? faceOf({ firstName, ...photo }) : undefined;
}
