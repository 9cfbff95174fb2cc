import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation } from "~/http/api.server";
import { readPrivacy, savePrivacy } from "~/models/account/privacy.server";
import { privacyInput } from "~/models/account/privacy-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => readPrivacy(member));
}

export async function action({ request }: ActionFunctionArgs) {
  const methods = { PUT: operation(privacyInput, (member, input) => savePrivacy(member.id, input)) };
  return apiWrite(request, methods, { reads: true });
}
