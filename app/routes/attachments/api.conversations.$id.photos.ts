import { apiRoute } from "~/http/api.server";
import { withUploadedFile } from "~/http/upload.server";
import { beginAttachment } from "~/models/conversation/attachment/attachment.server";
import { type PhotoInput, photoInput } from "~/models/conversation/attachment/attachment-schema";
import { sendPhoto } from "~/models/conversation/attachment/sending.server";

export const loader = apiRoute({
  /** The body is the photo: JPEG, PNG, WebP, AVIF or GIF. Its message's id and caption are in the query. */
  POST: {
    schema: photoInput,
    takesFile: true,
    status: 201,
    run: (member, input: PhotoInput, { request, params: { id = "" } }) => {
      const begin = () => beginAttachment(member.id, id, "photo");
      const send = (path: string) => sendPhoto(member.id, id, input, path);
      return withUploadedFile(member.id, request.body, "picture", send, begin);
    },
  },
});
export const action = loader;
