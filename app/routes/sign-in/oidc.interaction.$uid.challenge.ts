import type { ActionFunctionArgs } from "@remix-run/node";
import { requireInteraction } from "~/auth/interaction.server";
import { startPasskeySignIn } from "~/components/sign-in/sign-in-forms.server";
import { orNotFound } from "~/http/page.server";

export async function loader() {
  return orNotFound(undefined);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const interaction = await requireInteraction(request, context);
  return Response.json(await startPasskeySignIn(interaction, context.clientAddress));
}
