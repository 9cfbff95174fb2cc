import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { videoCall } from "~/models/message";
import { addVideo } from "~/models/message.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, {});
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(videoCall, (member, input) => addVideo(member.id, input.conversationId, input), 201);
  return apiWrite(request, { POST: add });
}
