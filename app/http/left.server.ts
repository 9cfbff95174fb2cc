// What a browser without scripts forgets after a sign-out: pages that it kept whole for its Back button.
import { createCookie } from "@remix-run/node";
import { env } from "~/env.server";

const SECONDS = 600;
const cookie = createCookie(env.isPublic ? "__Host-left" : "left", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.isPublic,
  maxAge: SECONDS,
});

/** The Set-Cookie header of a sign-out. */
export function markLeft(): Promise<string> {
  return cookie.serialize("1");
}

/** True on the first page after a sign-out, which has to load `/left.css`. */
export async function hasJustLeft(request: Request): Promise<boolean> {
  return (await cookie.parse(request.headers.get("Cookie"))) === "1";
}

/**
 * The headers that make a browser forget. On the sign-out's own answer they come too early for the page that is being
 * left: a browser keeps it only once the next one stands.
 */
export async function forgetPages(): Promise<Record<string, string>> {
  return { "Clear-Site-Data": '"cache"', "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) };
}
