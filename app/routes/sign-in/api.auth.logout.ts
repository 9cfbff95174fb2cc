import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/auth/sign-in.server";
import { apiRoute } from "~/http/api.server";
import { isFetchRequest } from "~/http/page.server";

export const loader = apiRoute({
  /** Ends the session. It needs none. */
  POST: { run: async () => ({}) },
});

export async function action(session: ActionFunctionArgs) {
  const { request } = session;
  if (request.method !== "POST") return loader(session);
  const headers = await signOut(request);
  return isFetchRequest(request) ? Response.json({}, { headers }) : redirect("/", { status: 303, headers });
}
