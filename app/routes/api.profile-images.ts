import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { ownMember } from "~/models/member.server";
import { changeProfilePicture } from "~/models/picture.server";
import { profileImageInput } from "~/models/picture-input";

const methods = {
  PUT: operation(profileImageInput, async (member, { profileImageURL }) =>
    ownMember(await changeProfilePicture(member.id, "photo", profileImageURL)),
  ),
  DELETE: {
    run: async (member: { id: number }) => {
      await changeProfilePicture(member.id, "photo", null);
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
