import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireMember } from "~/http/page.server";
import { openStep, stepPath } from "~/models/member/welcome";
import { getPreferences } from "~/models/music/preferences.server";

/** Needed for refusals, which show on the error screen only if the route has a screen. */
export { default } from "~/forms/button-route";

/** Redirects to the first step that is still to do. */
export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const preferences = await getPreferences(member.id);
  return redirect(stepPath(openStep({ music: preferences === null, age: member.age === null })), 303);
}
