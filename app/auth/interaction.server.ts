// Access to the embedded provider's sign-in screens.
import { type AppLoadContext, redirect } from "@remix-run/node";
import type { Interaction } from "./provider.server";
import { getCurrentSession } from "./session.server";
import { clearSignInCookies, expiredScreen, returnPathOf } from "./sign-in.server";

/**
 * The sign-in in progress in this browser. Redirects a member who has signed in meanwhile, in another tab, to the
 * sign-in's return path; throws the error screen (400) for an expired sign-in.
 */
export async function requireInteraction(request: Request, context: AppLoadContext): Promise<Interaction> {
  const interaction = await context.findInteraction();
  if (await getCurrentSession(request)) throw await redirectBack(request, interaction?.state ?? "");
  if (!interaction) throw expiredScreen(request);
  return interaction;
}

async function redirectBack(request: Request, state: string) {
  const headers = new Headers();
  for (const cleared of clearSignInCookies(request, state)) headers.append("Set-Cookie", cleared);
  return redirect(await returnPathOf(request, state), { headers });
}
