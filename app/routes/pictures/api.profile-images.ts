import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { toOwnMember } from "~/models/member/member.server";
import { updateProfilePicture } from "~/models/picture/picture.server";
import { profileImageInput } from "~/models/picture/picture-schema";

const methods = {
  PUT: operation(profileImageInput, async (member, { profileImageURL }) =>
    toOwnMember(await updateProfilePicture(member.id, "photo", profileImageURL)),
  ),
  DELETE: {
    run: async (member: { id: number }) => {
      await updateProfilePicture(member.id, "photo", null);
    },
    status: 204 as const,
  },
};

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, methods);
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, methods);
}
