import type { LoaderFunctionArgs } from "@remix-run/node";
import { finishLastfmProof } from "~/http/lastfm-proof.server";
import { orNotFound } from "~/http/page.server";
import { finishServiceConsent } from "~/http/service-consent.server";
import { consentService } from "~/models/connection/connection";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** Needed for refusals, which show on the error screen only if the route has a screen. */
export { default } from "~/forms/button-route";

export async function loader({ request, params }: LoaderFunctionArgs) {
  if (params.service === "lastfm") return finishLastfmProof(request);
  return finishServiceConsent(request, orNotFound(consentService(params.service)));
}
