import type { ActionFunctionArgs } from "@remix-run/node";
import { startPasskeyConfirmation } from "~/actions/account/confirm-forms.server";
import { orNotFound } from "~/http/page.server";

export async function loader() {
  return orNotFound(undefined);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return Response.json(await startPasskeyConfirmation(request, context.clientAddress));
}
