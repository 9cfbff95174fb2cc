import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiRead } from "~/http/api.server";
import { getCounts } from "~/models/notification/counts.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, (member) => getCounts(member.id));
}
