import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { apiWrite } from "~/http/api.server";
import { createUpload } from "~/models/picture/picture.server";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {
    POST: {
      status: 201,
      run: async (member) => {
        const path = `/api/objects/upload/${await createUpload(member.id)}`;
        return { uploadURL: new URL(path, env.isPublic ? env.origin : request.url).href };
      },
    },
  });
}
