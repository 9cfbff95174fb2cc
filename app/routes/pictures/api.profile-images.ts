import { apiRoute, operation } from "~/http/api.server";
import { toOwnMember } from "~/models/member/member.server";
import { photoFocusInput, profileImageInput } from "~/models/picture/picture-schema";
import { updatePhotoFocus, updateProfilePicture } from "~/models/picture/profile-picture.server";

export const loader = apiRoute({
  PUT: operation(profileImageInput, async (member, { profileImageURL, profileImageFocus }) =>
    toOwnMember(await updateProfilePicture(member.id, "photo", profileImageURL, profileImageFocus)),
  ),
  PATCH: operation(photoFocusInput, async (member, { profileImageFocus }) =>
    toOwnMember(await updatePhotoFocus(member.id, profileImageFocus)),
  ),
  DELETE: {
    run: async (member) => void (await updateProfilePicture(member.id, "photo", null)),
    status: 204,
  },
});
export const action = loader;
