import { env } from "~/env.server";
import { apiRoute } from "~/http/api.server";
import { createUpload } from "~/models/picture/picture-upload.server";

export const loader = apiRoute({
  /** A URL that takes one picture. */
  POST: {
    status: 201,
    run: async (member, _, { request }) => {
      const path = `/api/objects/upload/${await createUpload(member.id)}`;
      return { uploadURL: new URL(path, env.isPublic ? env.origin : request.url).href };
    },
  },
});
export const action = loader;
