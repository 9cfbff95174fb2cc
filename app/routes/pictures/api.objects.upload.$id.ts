import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite } from "~/http/api.server";
import { withUploadedFile } from "~/http/upload.server";
import { pictureUrl } from "~/models/picture/picture";
import { consumeUpload, saveUpload } from "~/models/picture/picture.server";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return apiWrite(request, {
    PUT: {
      takesFile: true,
      status: 201,
      run: async (member) => {
        await withUploadedFile(
          member.id,
          request.body,
          () => consumeUpload(member.id, id),
          (path) => saveUpload(member.id, id, path),
        );
        return { id, imageUrl: pictureUrl(id, "square") };
      },
    },
  });
}
