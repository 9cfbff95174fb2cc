import type { ActionFunctionArgs } from "@remix-run/node";
import { startPasskeySignIn } from "~/actions/sign-in/sign-in-forms.server";
import { requireInteraction } from "~/auth/interaction.server";
import { orNotFound } from "~/http/page.server";

export async function loader() {
  return orNotFound(undefined);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const interaction = await requireInteraction(request, context);
  return Response.json(await startPasskeySignIn(interaction, context.clientAddress));
}
