// The page to return to from a confirmation, taken from the `from` parameter.
import { localPath } from "~/auth/return-path";

/** The path in `from` if it is on this origin, otherwise `fallback`. */
export function returnPath(request: Request, fallback: string): string {
  const from = new URL(request.url).searchParams.get("from");
  const path = localPath(from);
  return from && path !== "/" ? path : fallback;
}
