import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation, versionedResponse } from "~/http/api.server";
import { readProfile, saveProfile, toOwnMember } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { versionOf } from "~/models/shared/version.server";

const methods = {
  PATCH: operation(profileInput, async (member, input, version) => {
    const saved = await saveProfile(member.id, input, version);
    return versionedResponse(toOwnMember(saved), versionOf(readProfile(saved)));
  }),
};

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, methods);
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, methods);
}
