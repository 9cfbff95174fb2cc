import { apiRoute, operation, versionedResponse } from "~/http/api.server";
import { readProfile, saveProfile, toOwnMember } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { versionOf } from "~/models/version.server";

export const loader = apiRoute({
  PATCH: operation(profileInput, async (member, input, { version }) => {
    const saved = await saveProfile(member.id, input, version);
    return versionedResponse(toOwnMember(saved), versionOf(readProfile(saved)));
  }),
});
export const action = loader;
