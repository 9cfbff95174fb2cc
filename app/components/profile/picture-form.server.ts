// Handles the forms of the profile's two pictures, which upload or remove them.

import { mutate } from "~/forms/mutation.server";
import { requireMember } from "~/http/page.server";
import { withUploadForm } from "~/http/upload.server";
import { addPicture, updateProfilePicture, withdrawPicture } from "~/models/picture/picture.server";
import {
  type ProfilePicture,
  pictureErrors,
  pictureHeld,
  pictureWithdrawn,
  profilePictures,
} from "~/models/picture/upload";
import { Refusal, refusalAt, statusOf } from "~/refusal";

/** Changes one of a member's own profile pictures and redirects to `to`. */
export async function submitProfilePicture(request: Request, which: ProfilePicture, to: string) {
  const member = await requireMember(request);
  const { errorTitle, changed, removed, pendingColumn } = profilePictures[which];
  let isRemoval = false;
  let isWithdrawal = false;
  const reject = (refusal: Refusal) => {
    if (isRemoval) return undefined;
    const { message, fields } = refusalAt("file", refusal);
    const title = fields.file ? undefined : `Upload failed with status ${statusOf(refusal)}`;
    return { title, error: message, fields };
  };
  return mutate(request, { errorTitle, reject }, async () => {
    const id = await withUploadForm(member.id, request, "picture", async ({ form, path, fileError }) => {
      if (fileError) throw fileError;
      isRemoval = form.has("remove");
      isWithdrawal = form.get("remove") === "pending";
      if (isRemoval) return null;
      if (!path) throw new Refusal("invalid", pictureErrors.none);
      return addPicture(member.id, path);
    });
    if (isWithdrawal) {
      await withdrawPicture(member.id, which);
      return { notice: pictureWithdrawn, to };
    }
    const updated = await updateProfilePicture(member.id, which, id);
    if (id && updated[pendingColumn] === id) return { notice: pictureHeld(which), to };
    return { notice: id ? changed : removed, to };
  });
}
