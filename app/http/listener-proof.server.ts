// Proving an account on a page of the service's own, as Last.fm has one, within one session.
import { redirect } from "@remix-run/node";
import { env } from "~/env.server";
import type { UsernameService } from "~/integrations/music-service";
import { t } from "~/language/text";
import { proofPageOf } from "~/models/music-account/listener.server";
import {
  MUSIC_ACCOUNTS_PATH,
  musicAccountErrors,
  musicAccountMessages,
} from "~/models/music-account/music-account";
import { proveListener } from "~/models/music-account/music-account.server";
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

/** Redirects to the service's page. Throws the not-found screen where it has none, or isn't set up for it. */
export async function startListenerProof(request: Request, service: UsernameService): Promise<Response> {
  const session = await requireSession(request);
  const answer = await startConsent(request, session, consentRequest(service));
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/**
 * Turns the callback into a proven music account. Throws the error screen (400) for a callback that this session has not
 * asked for; a token that the service doesn't know and other failures become a flash message on the page of music accounts.
 */
export async function finishListenerProof(request: Request, service: UsernameService): Promise<Response> {
  const session = await requireSession(request);
  const asked = consentRequest(service);
  const headers = callbackHeaders(request, service);
  const consent = await finishConsent(withCode(request), session, asked);
  if (!consent) throw new Response(t(musicAccountErrors.expired), { status: 400, headers });
  try {
    const account = await proveListener(session.member.id, service, consent.code);
    await setFlash(request, successFlash(musicAccountMessages.connected(account)));
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    logCause(refusal);
    await setFlash(request, refusalFlash(refusal, musicAccountErrors.title));
  }
  return redirect(MUSIC_ACCOUNTS_PATH, { headers });
}

/** The answer as OAuth would bring it: its token is a code. */
function withCode(request: Request): Request {
  const address = new URL(request.url);
  address.searchParams.set("code", address.searchParams.get("token") ?? "");
  address.searchParams.delete("error");
  return new Request(address, { headers: request.headers });
}

function consentRequest(service: UsernameService): ConsentRequest {
  const callback = `${env.origin}${MUSIC_ACCOUNTS_PATH}/${service}/callback`;
  return {
    site: service,
    clientId: "",
    consentPage: orNotFound(proofPageOf(service, callback)),
    scopes: [],
    redirectTo: callback,
    page: MUSIC_ACCOUNTS_PATH,
    seconds: CONNECTING_SECONDS,
    // Last.fm takes no others, and hands back nothing but what the address of the callback has.
    addParams(params) {
      const state = params.get("state") ?? "";
      for (const name of [...params.keys()]) if (name !== "api_key") params.delete(name);
      params.set("cb", `${callback}?${new URLSearchParams({ state })}`);
    },
  };
}
