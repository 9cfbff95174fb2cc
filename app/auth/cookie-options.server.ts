// The options shared by all sign-in cookies.
import { env } from "~/env.server";

export const cookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure: env.isPublic } as const;
