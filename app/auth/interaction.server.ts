// The embedded provider's sign-in screens: who may see them.
import { type AppLoadContext, redirect } from "@remix-run/node";
import type { Interaction } from "./provider.server";
import { getVisit } from "./session.server";
import { clearedSignIn, returnPathOf } from "./sign-in.server";

/**
 * The sign-in this browser is in the middle of. Somebody who has signed in meanwhile, in another tab, is sent where this one
 * would have come back to; a stale one is told to start again.
 */
export async function interactionOf(request: Request, context: AppLoadContext): Promise<Interaction> {
  const interaction = await context.findInteraction();
  if (await getVisit(request)) throw await goBack(request, interaction?.state ?? "");
  if (!interaction)
    throw new Response("This sign-in has expired or was begun elsewhere. Start again.", { status: 400 });
  return interaction;
}

async function goBack(request: Request, state: string) {
  const headers = new Headers();
  for (const cleared of clearedSignIn(request, state)) headers.append("Set-Cookie", cleared);
  return redirect(await returnPathOf(request, state), { headers });
}
