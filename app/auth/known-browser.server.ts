// The cookie by which accounts recognize a browser, so that strangers' wrong passwords don't lock their owners out. Source:
// OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
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

/** The id by which accounts recognize the request's browser; undefined without the cookie. */
export async function readBrowser(request: Request): Promise<string | undefined> {
  const browser: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof browser === "string" && browser ? browser : undefined;
}

/** Where a request comes from. `address` is the client's. */
export async function readClient(request: Request, address: string): Promise<Client> {
  return { address, browser: await readBrowser(request) };
}

/** The id of a browser, a new one if it has none, and the Set-Cookie header that keeps it. */
export async function nameBrowser(request: Request): Promise<{ browser: string; setCookie: string }> {
  const browser = (await readBrowser(request)) ?? randomBytes(32).toString("base64url");
  return { browser, setCookie: await cookie.serialize(browser) };
}
