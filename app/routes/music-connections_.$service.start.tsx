import type { LoaderFunctionArgs } from "@remix-run/node";
import { startConsent } from "~/http/connect.server";
import { found } from "~/http/member.server";
import { consentService } from "~/models/connection";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return startConsent(request, found(consentService(params.service)));
}

/** Never shown: a page only so that trouble shows as one. */
export default function Start() {
  return null;
}
