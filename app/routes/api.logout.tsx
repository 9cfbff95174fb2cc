import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/auth/sign-in.server";
import { Button } from "~/components/ui/button";
import { isSameOriginNavigation } from "~/http/same-origin";

export async function loader({ request }: LoaderFunctionArgs) {
  // A link or image on another site must not sign a member out, so a visit from there gets a button.
  const headers = Object.fromEntries(request.headers);
  if (!isSameOriginNavigation(headers, headers.host)) return null;
  return redirect("/", { headers: await signOut(request) });
}

export default function ConfirmLogout() {
  return (
    <form method="post" action="/api/auth/logout">
      <h1>Sign out of B-Side?</h1>
      <Button type="submit">Sign Out</Button>
    </form>
  );
}
