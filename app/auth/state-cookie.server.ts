// The state cookies of OAuth flows in progress: sign-ins and connections.
import { env } from "~/env.server";

/** At this many pending flows all are cleared, before the Cookie header grows too large for any request. */
export const MAX_STATES = 5;

/** As long as the provider keeps a sign-in, since signing up waits for a mail. */
export const STATE_SECONDS = 3600;

/** The cookie options of remix-auth-oauth2, which adds the state to `name`. */
export function stateCookieOptions(name: string, maxAge = STATE_SECONDS) {
  const secure = env.isPublic || undefined;
  // Not translated: a code.
  return { name, path: "/", sameSite: "Lax", httpOnly: true, secure, maxAge } as const;
}

/** Set-Cookie headers that clear the states under `name`: all of them, or the given one. */
export function clearStateCookies(request: Request, name: string, state?: string): string[] {
  const pattern = new RegExp(`^${name}[\\w-]*:[\\w-]+$`);
  return clearCookies(
    request,
    (each, value) =>
      pattern.test(each) && (state === undefined || new URLSearchParams(value).get("state") === state),
  );
}

/** Set-Cookie headers that clear the request's cookies for which `isMatch` returns true. */
export function clearCookies(request: Request, isMatch: (name: string, value: string) => boolean): string[] {
  // Written by hand: the library's names contain a colon, which Remix's cookies refuse.
  const attributes = `Path=/; Max-Age=0; HttpOnly; SameSite=Lax${env.isPublic ? "; Secure" : ""}`;
  return (request.headers.get("Cookie") ?? "")
    .split(/;\s*/)
    .map((pair) => pair.split(/=(.*)/, 2))
    .filter(([name = "", value = ""]) => isMatch(name, value))
    .map(([name]) => `${name}=; ${attributes}`);
}
