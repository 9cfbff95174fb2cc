import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/auth/sign-in.server";
import { apiWrite } from "~/http/api.server";
import { isFetchRequest } from "~/http/page.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiWrite(request, { POST: { run: async () => null } });
}

export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST") return apiWrite(request, { POST: { run: async () => null } });
  const headers = await signOut(request);
  return isFetchRequest(request) ? Response.json({}, { headers }) : redirect("/", { status: 303, headers });
}
