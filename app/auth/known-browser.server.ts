// The cookie by which accounts know a browser again, so that strangers' wrong passwords do not lock their owners out.
// Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { DAY_MS, KNOWN_BROWSER_DAYS } from "~/durations";
import { env } from "~/env.server";
import type { Client } from "~/models/account/sign-in/known-client.server";
import { cookieOptions } from "./cookie-options.server";

const cookie = createCookie(env.isPublic ? "__Host-browser" : "browser", {
  ...cookieOptions,
  maxAge: (KNOWN_BROWSER_DAYS * DAY_MS) / 1000,
  secrets: [env.sessionSecret],
});

/** Where a request comes from. `address` is the client's; an account can know its browser only by the cookie. */
export async function readClient(request: Request, address: string): Promise<Client> {
  const browser: unknown = await cookie.parse(request.headers.get("Cookie"));
  return { address, browser: typeof browser === "string" && browser ? browser : undefined };
}

/** Gives a browser without the cookie an id; returns the client and the Set-Cookie header that keeps it. */
export async function nameBrowser(client: Client): Promise<{ client: Client; setCookie: string }> {
  const browser = client.browser ?? randomBytes(32).toString("base64url");
  return { client: { ...client, browser }, setCookie: await cookie.serialize(browser) };
}
