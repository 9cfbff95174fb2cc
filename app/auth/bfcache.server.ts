// Clearing the back/forward cache of a browser without scripts after a sign-out.
import { createCookie } from "@remix-run/node";
import { env } from "~/env.server";
import { cookieOptions } from "./cookie-options.server";

const SECONDS = 600;
const cookie = createCookie(env.isPublic ? "__Host-signed-out" : "signed-out", {
  ...cookieOptions,
  maxAge: SECONDS,
});

/** The Set-Cookie header of a sign-out. */
export function markSignedOut(): Promise<string> {
  return cookie.serialize("1");
}

/** True on the first page after a sign-out, which loads `/signed-out.css` to clear the cache. */
export async function hasJustSignedOut(request: Request): Promise<boolean> {
  return (await cookie.parse(request.headers.get("Cookie"))) === "1";
}

/**
 * The headers that clear the browser's cache. The response to the sign-out itself would be too early: the browser caches
 * a page only once it has been replaced by the next one.
 */
export async function clearCachedPages(): Promise<Record<string, string>> {
  return { "Clear-Site-Data": '"cache"', "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) };
}
