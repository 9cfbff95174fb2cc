import type { LoaderFunctionArgs } from "@remix-run/node";
import { startListenerProof } from "~/http/listener-proof.server";
import { orNotFound } from "~/http/page.server";
import { startServiceConsent } from "~/http/service-consent.server";
import { isUsernameService } from "~/integrations/music-service";
import { readService } from "~/models/music-account/music-account";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** Needed for refusals, which show on the error screen only if the route has a screen. */
export { default } from "~/forms/button-route";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const service = orNotFound(readService(params.service));
  return isUsernameService(service)
    ? startListenerProof(request, service)
    : startServiceConsent(request, service);
}
