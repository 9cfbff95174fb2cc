import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Button } from "~/components/button";
import { isOwnVisit } from "~/http/cross-site";
import { signOut } from "~/http/sign-in.server";

export async function loader({ request }: LoaderFunctionArgs) {
  // Another site's link or picture must not sign anybody out: there it takes a button of our own.
  const headers = Object.fromEntries(request.headers);
  if (!isOwnVisit(headers, headers.host)) return null;
  return redirect("/", { headers: await signOut(request) });
}

export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST") {
    throw new Response("Use GET or POST here.", { status: 405, headers: { Allow: "GET, POST" } });
  }
  return redirect("/", { status: 303, headers: await signOut(request) });
}

export default function ConfirmLogout() {
  return (
    <form method="post" action="/api/logout">
      <h1>Sign out of B-Side?</h1>
      <Button type="submit">Sign Out</Button>
    </form>
  );
}
