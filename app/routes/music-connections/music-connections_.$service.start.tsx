import type { LoaderFunctionArgs } from "@remix-run/node";
import { startLastfmProof } from "~/http/lastfm-proof.server";
import { orNotFound } from "~/http/page.server";
import { startServiceConsent } from "~/http/service-consent.server";
import { consentService } from "~/models/connection/connection";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** Needed for refusals, which show on the error screen only if the route has a screen. */
export { default } from "~/forms/button-route";

export async function loader({ request, params }: LoaderFunctionArgs) {
  if (params.service === "lastfm") return startLastfmProof(request);
  return startServiceConsent(request, orNotFound(consentService(params.service)));
}
