import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { ownMember } from "~/models/member.server";
import { changeProfilePicture } from "~/models/picture.server";
import { coverImageInput } from "~/models/picture-input";

const methods = {
  PUT: operation(coverImageInput, async (member, { coverImageURL }) =>
    ownMember(await changeProfilePicture(member.id, "cover", coverImageURL)),
  ),
  DELETE: {
    run: async (member: { id: number }) => {
      await changeProfilePicture(member.id, "cover", null);
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
