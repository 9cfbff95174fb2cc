import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite } from "~/http/api.server";
import { withSentFile } from "~/http/upload.server";
import { ownAddress } from "~/models/picture";
import { keepUpload, openUpload } from "~/models/picture.server";

export async function loader(visit: LoaderFunctionArgs) {
  return action(visit);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return apiWrite(request, {
    PUT: {
      takesFile: true,
      status: 201,
      run: async (member) => {
        await withSentFile(
          request.body,
          () => openUpload(member.id, id),
          (path) => keepUpload(member.id, id, path),
        );
        return { id, imageUrl: ownAddress(id, "square") };
      },
    },
  });
}
