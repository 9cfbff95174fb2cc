import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation } from "~/http/api.server";
import { readOwnWishes, saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => readOwnWishes(member));
}

export async function action({ request }: ActionFunctionArgs) {
  const methods = { PUT: operation(wishesInput, (member, input) => saveWishes(member.id, input)) };
  return apiWrite(request, methods, { reads: true });
}
