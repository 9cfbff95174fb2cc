import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { addVideo } from "~/models/conversation/message.server";
import { videoCall } from "~/models/conversation/message-schema";

const methods = {
  POST: operation(videoCall, (member, input) => addVideo(member.id, input.conversationId, input), 201),
};

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, methods);
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, methods);
}
