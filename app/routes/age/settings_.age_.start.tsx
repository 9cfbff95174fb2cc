import type { LoaderFunctionArgs } from "@remix-run/node";
import { startAgeCheck } from "~/http/age-check.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** Needed for refusals, which show on the error screen only if the route has a screen. */
export { default } from "~/forms/button-route";

export async function loader({ request }: LoaderFunctionArgs) {
  return startAgeCheck(request);
}
