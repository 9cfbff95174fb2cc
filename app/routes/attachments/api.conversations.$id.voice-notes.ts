import { apiRoute } from "~/http/api.server";
import { withUploadedFile } from "~/http/upload.server";
import { beginAttachment } from "~/models/conversation/attachment/attachment.server";
import { type VoiceInput, voiceInput } from "~/models/conversation/attachment/attachment-schema";
import { sendVoice } from "~/models/conversation/attachment/sending.server";

export const loader = apiRoute({
  /** The body is the recording: WebM, Ogg, MP4, MP3 or WAV. Its message's id is in the query. */
  POST: {
    schema: voiceInput,
    takesFile: true,
    status: 201,
    run: (member, input: VoiceInput, { request, params: { id = "" } }) => {
      const begin = () => beginAttachment(member.id, id, "voice");
      const send = (path: string) => sendVoice(member.id, id, input, path);
      return withUploadedFile(member.id, request.body, "voice", send, begin);
    },
  },
});
export const action = loader;
