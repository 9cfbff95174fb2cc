// The theme chosen in a browser, in a cookie that outlives the session.
import { createCookie } from "@remix-run/node";
import { createTypedCookie } from "remix-utils/typed-cookie";
import { z } from "zod";
import { env } from "~/env.server";

/** Null and anything that is not a theme follow the system. */
const theme = z.enum(["light", "dark"]).nullable().catch(null);
export type Theme = NonNullable<z.infer<typeof theme>>;

const cookie = createTypedCookie({
  cookie: createCookie("theme", { path: "/", sameSite: "lax", secure: env.isPublic, maxAge: 31_536_000 }),
  schema: theme,
});

/** The chosen theme; null follows the system. */
export function getTheme(request: Request): Promise<Theme | null> {
  return cookie.parse(request.headers.get("Cookie"));
}

/** The Set-Cookie header for a chosen theme; any other value follows the system. */
export function setTheme(chosen: unknown): Promise<string> {
  const parsed = theme.parse(chosen);
  return parsed ? cookie.serialize(parsed) : cookie.serialize(null, { maxAge: 0 });
}
