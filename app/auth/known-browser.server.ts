// The accounts that a browser has signed in to, so that strangers' wrong passwords do not lock their owners out.
// Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
import { createCookie } from "@remix-run/node";
import { env } from "~/env.server";
import { cookieOptions } from "./cookie-options.server";

const MAX_ACCOUNTS = 5;
const YEAR_SECONDS = 365 * 24 * 3600;

const cookie = createCookie(env.isPublic ? "__Host-accounts" : "accounts", {
  ...cookieOptions,
  maxAge: YEAR_SECONDS,
  secrets: [env.sessionSecret],
});

/** The ids of the accounts that this browser has signed in to, the latest first. */
export async function getKnownAccounts(request: Request): Promise<string[]> {
  const ids: unknown = await cookie.parse(request.headers.get("Cookie"));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** The Set-Cookie header that makes this browser known to an account. */
export async function rememberAccount(request: Request, accountId: string): Promise<string> {
  const others = (await getKnownAccounts(request)).filter((id) => id !== accountId);
  return cookie.serialize([accountId, ...others].slice(0, MAX_ACCOUNTS));
}
