// The embedded provider's sign-in screens: who may see them.
import { type AppLoadContext, redirect } from "@remix-run/node";
import type { Interaction } from "./provider.server";
import { getVisit } from "./session.server";

/** The sign-in this browser is in the middle of. Somebody signed in is sent home; a stale one is told to start again. */
export async function interactionOf(request: Request, context: AppLoadContext): Promise<Interaction> {
  if (await getVisit(request)) throw redirect("/");
  const interaction = await context.findInteraction();
  if (!interaction)
    throw new Response("This sign-in has expired or was begun elsewhere. Start again.", { status: 400 });
  return interaction;
}
