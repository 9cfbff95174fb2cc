// The theme a browser has chosen, in a cookie of its own: it outlives the session.
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "~/env.server";

const cookie = createCookie("theme", {
  path: "/",
  sameSite: "lax",
  secure: env.isPublic,
  maxAge: 31_536_000,
});
const theme = z.enum(["light", "dark"]);
export type Theme = z.infer<typeof theme>;

/** The chosen theme; null follows the system. */
export async function getTheme(request: Request): Promise<Theme | null> {
  return theme.safeParse(await cookie.parse(request.headers.get("Cookie"))).data ?? null;
}

/** The Set-Cookie header of a choice; anything but a theme goes back to the system's. */
export async function chooseTheme(typed: unknown): Promise<string> {
  const chosen = theme.safeParse(typed).data;
  return chosen ? cookie.serialize(chosen) : cookie.serialize("", { maxAge: 0 });
}
