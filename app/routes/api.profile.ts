import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { saveProfile, toOwnMember } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";

const methods = {
  PATCH: operation(profileInput, async (member, input) => toOwnMember(await saveProfile(member.id, input))),
};

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, methods);
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, methods);
}
