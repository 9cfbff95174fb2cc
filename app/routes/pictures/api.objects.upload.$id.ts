import { apiRoute } from "~/http/api.server";
import { withUploadedFile } from "~/http/upload.server";
import { consumeUpload, saveUpload } from "~/models/picture/picture-upload.server";
import { pictureUrl } from "~/models/picture-url";

export const loader = apiRoute({
  /** The body is the picture: JPEG, PNG, WebP or GIF. */
  PUT: {
    takesFile: true,
    status: 201,
    run: async (member, _, { request, params: { id = "" } }) => {
      const save = (path: string) => saveUpload(member.id, id, path);
      const begin = () => consumeUpload(member.id, id);
      await withUploadedFile(member.id, request.body, "picture", save, begin);
      return { id, imageUrl: pictureUrl(id, "square") };
    },
  },
});
export const action = loader;
