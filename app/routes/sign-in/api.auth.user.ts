import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite } from "~/http/api.server";
import { toOwnMember } from "~/models/member/member.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => toOwnMember(member), { isOpenToWarned: true });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
