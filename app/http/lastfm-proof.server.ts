// Proving a Last.fm account on a page of Last.fm's own, within one session.
import { redirect } from "@remix-run/node";
import { env } from "~/env.server";
import { lastfmConsentPage } from "~/integrations/lastfm.server";
import { CONNECTIONS_PATH, connectionErrors, connectionMessages } from "~/models/connection/connection";
import { proveLastfm } from "~/models/connection/connection.server";
import { refusalIn } from "~/refusal";
import {
  CONNECTING_SECONDS,
  type ConsentRequest,
  callbackHeaders,
  finishConsent,
  startConsent,
} from "./consent-strategy.server";
import { logCause } from "./error-response.server";
import { refusalFlash, setFlash, successFlash } from "./flash.server";
import { orNotFound, requireSession } from "./page.server";

const SITE = "lastfm";

/** Redirects to Last.fm's page. Throws the not-found screen where this server can't sign its calls. */
export async function startLastfmProof(request: Request): Promise<Response> {
  const session = await requireSession(request);
  const answer = await startConsent(request, session, consentRequest());
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/**
 * Turns Last.fm's callback into a proven connection. Throws the error screen (400) for a callback that this session has not
 * asked for; a token that Last.fm doesn't know and other failures become a flash message on the connections screen.
 */
export async function finishLastfmProof(request: Request): Promise<Response> {
  const session = await requireSession(request);
  const asked = consentRequest();
  const headers = callbackHeaders(request, SITE);
  const consent = await finishConsent(withCode(request), session, asked);
  if (!consent) throw new Response(connectionErrors.expired, { status: 400, headers });
  try {
    const connection = await proveLastfm(session.member.id, consent.code);
    await setFlash(request, successFlash(connectionMessages.connected(connection)));
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    logCause(refusal);
    await setFlash(request, refusalFlash(refusal, connectionErrors.title));
  }
  return redirect(CONNECTIONS_PATH, { headers });
}

/** Last.fm's answer as OAuth would bring it: its token is a code. */
function withCode(request: Request): Request {
  const address = new URL(request.url);
  address.searchParams.set("code", address.searchParams.get("token") ?? "");
  address.searchParams.delete("error");
  return new Request(address, { headers: request.headers });
}

function consentRequest(): ConsentRequest {
  const callback = `${env.origin}${CONNECTIONS_PATH}/${SITE}/callback`;
  return {
    site: SITE,
    clientId: "",
    consentPage: orNotFound(lastfmConsentPage(callback)),
    scopes: [],
    redirectTo: callback,
    page: CONNECTIONS_PATH,
    seconds: CONNECTING_SECONDS,
    // Last.fm takes no others, and hands back nothing but what the address of the callback has.
    addParams(params) {
      const state = params.get("state") ?? "";
      for (const name of [...params.keys()]) if (name !== "api_key") params.delete(name);
      params.set("cb", `${callback}?${new URLSearchParams({ state })}`);
    },
  };
}
