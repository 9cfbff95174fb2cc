import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { profileInput } from "~/models/member";
import { ownMember, saveProfile } from "~/models/member.server";

const methods = {
  PATCH: operation(profileInput, async (member, input) => ownMember(await saveProfile(member.id, input))),
};

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, methods);
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, methods);
}
