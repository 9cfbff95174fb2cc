import type { LoaderFunctionArgs } from "@remix-run/node";
import { finishSignIn } from "~/auth/sign-in.server";
import { networkOf } from "~/http/client-address.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** Needed for refusals, which show on the error screen only if the route has a screen. */
export { default } from "~/forms/button-route";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const address = context.clientAddress;
  return finishSignIn(request, { address, network: networkOf(address) });
}
