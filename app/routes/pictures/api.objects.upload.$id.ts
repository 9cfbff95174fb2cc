import { apiRoute } from "~/http/api.server";
import { withUploadedFile } from "~/http/upload.server";
import { consumeUpload, saveUpload } from "~/models/picture/picture.server";
import { pictureUrl } from "~/models/picture-url";

export const { loader, action, operations } = apiRoute({
  /** The body is the picture: JPEG, PNG, WebP or GIF. */
  PUT: {
    takesFile: true,
    status: 201,
    run: async (member, _, { request, params: { id = "" } }) => {
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
