import { apiRoute, operation } from "~/http/api.server";
import { toOwnMember } from "~/models/member/member.server";
import { updateProfilePicture } from "~/models/picture/picture.server";
import { profileImageInput } from "~/models/picture/picture-schema";

export const { loader, action, operations } = apiRoute({
  PUT: operation(profileImageInput, async (member, { profileImageURL }) =>
    toOwnMember(await updateProfilePicture(member.id, "photo", profileImageURL)),
  ),
  DELETE: {
    run: async (member) => void (await updateProfilePicture(member.id, "photo", null)),
    status: 204,
  },
});
