import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/auth/sign-in.server";
import { apiRoute } from "~/http/api.server";
import { isFetchRequest } from "~/http/page.server";

const route = apiRoute({
  /** Ends the session. It needs none. */
  POST: { run: async () => ({}) },
});

export const { loader, operations } = route;

export async function action(session: ActionFunctionArgs) {
  const { request } = session;
  if (request.method !== "POST") return route.action(session);
  const headers = await signOut(request);
  return isFetchRequest(request) ? Response.json({}, { headers }) : redirect("/", { status: 303, headers });
}
