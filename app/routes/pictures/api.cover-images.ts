import { apiRoute, operation } from "~/http/api.server";
import { toOwnMember } from "~/models/member/member.server";
import { coverImageInput } from "~/models/picture/picture-schema";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";

export const loader = apiRoute({
  PUT: operation(coverImageInput, async (member, { coverImageURL }) =>
    toOwnMember(await updateProfilePicture(member.id, "cover", coverImageURL)),
  ),
  DELETE: {
    run: async (member) => void (await updateProfilePicture(member.id, "cover", null)),
    status: 204,
  },
});
export const action = loader;
