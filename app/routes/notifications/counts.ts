import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiRead } from "~/http/api.server";
import { getCounts } from "~/models/notification/counts.server";

export async function loader({ request }: LoaderFunctionArgs) {
  // An open page of decisions follows an appeal by them.
  return apiRead(request, (member) => getCounts(member.id), { isOpenToWarned: true });
}
