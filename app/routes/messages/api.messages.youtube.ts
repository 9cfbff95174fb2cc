import { apiRoute, operation } from "~/http/api.server";
import { addVideo } from "~/models/conversation/message.server";
import { videoCall } from "~/models/conversation/message-schema";

export const loader = apiRoute({
  POST: operation(videoCall, (member, input) => addVideo(member.id, input.conversationId, input), 201),
});
export const action = loader;
