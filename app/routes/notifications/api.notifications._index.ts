import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { listNotifications } from "~/models/notification/notification.server";
import { numberedPage } from "~/models/shared/cursor";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(numberedPage, Object.fromEntries(new URL(request.url).searchParams));
    const { notifications, next } = await listNotifications(member.id, { after: cursor });
    return listResponse(request, notifications, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
