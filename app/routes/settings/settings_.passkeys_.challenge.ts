import type { ActionFunctionArgs } from "@remix-run/node";
import { startNewPasskey } from "~/actions/account/passkey-forms.server";
import { orNotFound } from "~/http/page.server";

export async function loader() {
  return orNotFound(undefined);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return Response.json(await startNewPasskey(request, context.clientAddress));
}
