// The door of the profile's two pictures: a file with the form, an address it was uploaded to, or none any more.
import { data, redirect } from "@remix-run/node";
import { parseInput } from "~/http/api.server";
import { requireMember } from "~/http/member.server";
import { failure, leaveNotice, success } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import { withSentForm } from "~/http/upload.server";
import { type ProfilePicture, pictureTrouble, profilePictures } from "~/models/picture";
import { addPicture, changeProfilePicture } from "~/models/picture.server";
import { profileImageInput } from "~/models/picture-input";
import { Refusal, refusalIn } from "~/models/refusal";

/** Changes one of a member's own profile pictures and goes on to `goOn`. A refusal comes back to the form. */
export async function submitProfilePicture(request: Request, which: ProfilePicture, goOn: string) {
  const member = await requireMember(request);
  const { trouble, changed, removed } = profilePictures[which];
  try {
    const id = await withSentForm(request, async ({ form, path, trouble }) => {
      if (trouble) throw trouble;
      if (form.has("remove")) return null;
      if (path) return addPicture(member.id, path);
      if (!form.get("address")) throw new Refusal("invalid", pictureTrouble.none);
      return parseInput(profileImageInput, { profileImageURL: form.get("address") }).profileImageURL;
    });
    await changeProfilePicture(member.id, which, id);
    await leaveNotice(request, success(id ? changed : removed));
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const refused = { notice: failure(refusal, trouble), says: refusal.message };
    return data(refused, { status: statusOf(refusal), headers: retryHeaders(refusal) });
  }
  throw redirect(goOn, 303);
}
