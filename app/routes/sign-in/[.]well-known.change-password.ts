// Where password managers send members who change a password (W3C, A Well-Known URL for Changing Passwords).
import { redirect } from "@remix-run/node";
import { env } from "~/env.server";

export function loader() {
  return redirect(env.signIn.issuer ? "/settings" : "/settings/password");
}
