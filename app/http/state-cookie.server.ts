// The cookies that remember what was begun at another site: a sign-in, a connection.
import { env } from "~/env.server";

/** With more of them than this the oldest have piled up: they are cleared before the browser's headers grow too large. */
export const STATES_KEPT = 5;

/** How remix-auth-oauth2 keeps its states under names that begin with `name`. */
export function stateCookieOptions(name: string) {
  const secure = env.isPublic || undefined;
  return { name, path: "/", sameSite: "Lax", httpOnly: true, secure, maxAge: 600 } as const;
}

/** Headers that clear every state whose name begins with `name`. */
export function clearedStates(request: Request, name: string): string[] {
  // By hand: the library's names hold a colon, which Remix's cookies refuse to write.
  const isOurs = new RegExp(`^${name}[\\w-]*:[\\w-]+$`);
  const names = (request.headers.get("Cookie") ?? "")
    .split(/;\s*/)
    .map((pair) => pair.split("=")[0] ?? "")
    .filter((each) => isOurs.test(each));
  const attributes = `Path=/; Max-Age=0; HttpOnly; SameSite=Lax${env.isPublic ? "; Secure" : ""}`;
  return names.map((each) => `${each}=; ${attributes}`);
}
