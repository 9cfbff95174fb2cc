import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { markNotificationsRead } from "~/models/notification/notification-rows.server";
import { readInput } from "~/models/notification/notification-schema";

const methods = {
  POST: operation(readInput, (member, which) => markNotificationsRead(member.id, which), 204),
};

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, methods);
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, methods);
}
