// The cookies that remember what was begun at another site: a sign-in, a connection.
import { env } from "~/env.server";

/** With more of them than this the oldest have piled up: they are cleared before the browser's headers grow too large. */
export const STATES_KEPT = 5;

/** How remix-auth-oauth2 keeps its states under names that begin with `name`. */
export function stateCookieOptions(name: string) {
  const secure = env.isPublic || undefined;
  return { name, path: "/", sameSite: "Lax", httpOnly: true, secure, maxAge: 600 } as const;
}

/** Headers that clear the states whose names begin with `name`: all of them, or the one that is given. */
export function clearedStates(request: Request, name: string, state?: string): string[] {
  const isOurs = new RegExp(`^${name}[\\w-]*:[\\w-]+$`);
  return clearedCookies(
    request,
    (each, value) =>
      isOurs.test(each) && (state === undefined || new URLSearchParams(value).get("state") === state),
  );
}

/** Headers that clear the cookies of a request that are meant by their name and value. */
export function clearedCookies(
  request: Request,
  isMeant: (name: string, value: string) => boolean,
): string[] {
  // By hand: the library's names hold a colon, which Remix's cookies refuse to write.
  const attributes = `Path=/; Max-Age=0; HttpOnly; SameSite=Lax${env.isPublic ? "; Secure" : ""}`;
  return (request.headers.get("Cookie") ?? "")
    .split(/;\s*/)
    .map((pair) => pair.split(/=(.*)/, 2))
    .filter(([name = "", value = ""]) => isMeant(name, value))
    .map(([name]) => `${name}=; ${attributes}`);
}
