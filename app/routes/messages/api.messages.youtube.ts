import { apiRoute, operation } from "~/http/api.server";
import { addVideo } from "~/models/conversation/message.server";
import { videoCall } from "~/models/conversation/message-schema";

export const { loader, action, operations } = apiRoute({
  POST: operation(videoCall, (member, input) => addVideo(member.id, input.conversationId, input), 201),
});
