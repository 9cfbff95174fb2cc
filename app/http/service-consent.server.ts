// Connecting a music service by OAuth: to its consent page and back, within one session.
import { redirect } from "@remix-run/node";
import { env } from "~/env.server";
import { type ConsentService, musicServices } from "~/integrations/music-service";
import { getConsentConfig } from "~/integrations/oauth-services.server";
import { t } from "~/language/text";
import { log } from "~/log.server";
import {
  MUSIC_ACCOUNTS_PATH,
  musicAccountErrors,
  musicAccountMessages,
} from "~/models/music-account/music-account";
import { connectAccount } from "~/models/music-account/music-account.server";
import { refreshStale } from "~/models/music-account/refresh.server";
import {
  CONNECTING_SECONDS,
  type ConsentRequest,
  callbackHeaders,
  consentRefusal,
  finishConsent,
  startConsent,
} from "./consent-strategy.server";
import { logCause } from "./error-response.server";
import { refusalFlash, setFlash, successFlash } from "./flash.server";
import { orNotFound, requireSession } from "./page.server";

/** Redirects to the service's consent page. Throws the not-found screen if the service is not configured. */
export async function startServiceConsent(request: Request, service: ConsentService): Promise<Response> {
  return startConsent(request, await requireSession(request), consentRequest(service));
}

/**
 * Turns the service's callback into a music account.
 * Throws the error screen (400) for a callback that this session has not started, and for a used code; other failures
 * become a flash message on the page of music accounts.
 */
export async function finishServiceConsent(request: Request, service: ConsentService): Promise<Response> {
  const session = await requireSession(request);
  const asked = consentRequest(service);
  const headers = callbackHeaders(request, service);
  try {
    const consent = await finishConsent(request, session, asked);
    const account = consent && (await connectAccount(session.member.id, service, consent));
    if (!account) throw new Response(t(musicAccountErrors.expired), { status: 400, headers });
    await setFlash(request, successFlash(musicAccountMessages.connected(account)));
  } catch (error) {
    if (error instanceof Response) throw error;
    const refusal = consentRefusal(error, asked, musicServices[service].name);
    logCause(refusal);
    await setFlash(request, refusalFlash(refusal, musicAccountErrors.title));
  }
  return redirect(MUSIC_ACCOUNTS_PATH, { headers });
}

/** Refreshes the member's music accounts last read a day ago, in the background. */
export function refreshMusicAccountsInBackground(memberId: number) {
  refreshStale(memberId).catch((error) => log.logger.warn({ err: error }, "accounts not refreshed"));
}

function consentRequest(service: ConsentService): ConsentRequest {
  const { extra, ...config } = orNotFound(getConsentConfig(service));
  return {
    ...config,
    site: service,
    redirectTo: `${env.origin}${MUSIC_ACCOUNTS_PATH}/${service}/callback`,
    page: MUSIC_ACCOUNTS_PATH,
    seconds: CONNECTING_SECONDS,
    addParams: (params) => {
      for (const [name, value] of Object.entries(extra)) params.set(name, value);
    },
  };
}
