// The invitation that a browser has opened, until it signs up.
import { createCookie } from "@remix-run/node";
import { env } from "~/env.server";
import { cookieOptions } from "./cookie-options.server";

const HOURS_KEPT = 24;

const cookie = createCookie(env.isPublic ? "__Host-invitation" : "invitation", {
  ...cookieOptions,
  maxAge: HOURS_KEPT * 3600,
  secrets: [env.sessionSecret],
});

/** The Set-Cookie header that keeps a code through the sign-up. */
export function keepInvitation(code: string): Promise<string> {
  return cookie.serialize(code);
}

/** The code that this browser has opened; undefined for none. */
export async function readInvitation(request: Request): Promise<string | undefined> {
  const code: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof code === "string" ? code : undefined;
}

/** The Set-Cookie header that clears the invitation. */
export function forgetInvitation(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}
