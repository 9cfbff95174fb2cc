// Asking the age provider about a member: to its page and back, within one session.
import { redirect } from "@remix-run/node";
import type { CurrentSession } from "~/auth/session.server";
import { STATE_SECONDS } from "~/auth/state-cookie.server";
import { keyedDigest } from "~/digest.server";
import { env } from "~/env.server";
import { getAgePage, readAge } from "~/integrations/age-provider.server";
import { t } from "~/language/text";
import { AGE_PATH, AGE_PROVEN, ageErrors } from "~/models/account/age/age";
import { proveAge } from "~/models/account/age/age.server";
import { WAITING_PATH } from "~/models/account/waiting/waiting";
import { listWaitingReasons } from "~/models/account/waiting/waiting.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import {
  type ConsentRequest,
  callbackHeaders,
  consentRefusal,
  finishConsent,
  startConsent,
} from "./consent-strategy.server";
import { logCause } from "./error-response.server";
import { refusalFlash, setFlash, successFlash } from "./flash.server";
import { orNotFound, requireSession } from "./page.server";

const SITE = "age";

/** Redirects to the provider's page. Throws the not-found screen where no provider is asked. */
export async function startAgeCheck(request: Request): Promise<Response> {
  const session = await requireSession(request);
  orNotFound(env.ageProvider);
  if (session.member.ageCheck === "provider") throw redirect(AGE_PATH);
  try {
    return await startConsent(request, session, await consentRequest(session));
  } catch (error) {
    return failWith(request, error, new Headers());
  }
}

/**
 * Turns the provider's callback into a proof. Throws the error screen (400) for a callback that this session has not started,
 * and for a used code; other failures become a flash message on the page of the age.
 */
export async function finishAgeCheck(request: Request): Promise<Response> {
  const session = await requireSession(request);
  orNotFound(env.ageProvider);
  const headers = callbackHeaders(request, SITE);
  try {
    await consumeRateLimit("connection", session.member.id);
    const consent = await finishConsent(request, session, await consentRequest(session));
    const nonce = nonceOf(session, new URL(request.url).searchParams.get("state"));
    const answer = consent && (await readAge({ ...consent, nonce }));
    if (!answer) throw new Response(t(ageErrors.expired), { status: 400, headers });
    await proveAge(session.member.id, answer);
    await setFlash(request, successFlash(AGE_PROVEN));
  } catch (error) {
    return failWith(request, error, headers);
  }
  return redirect(await pageAfterProof(session.member), { headers });
}

/** A member who waited for the proof goes on to what is still missing, or home. */
async function pageAfterProof({ id, waitingSince }: CurrentSession["member"]): Promise<string> {
  if (!waitingSince) return AGE_PATH;
  return (await listWaitingReasons(id)).length ? WAITING_PATH : "/";
}

async function failWith(request: Request, error: unknown, headers: Headers): Promise<Response> {
  if (error instanceof Response) throw error;
  // Not translated: a log.
  const refusal = consentRefusal(error, { site: SITE }, "the age check");
  logCause(refusal);
  await setFlash(request, refusalFlash(refusal, ageErrors.title));
  return redirect(AGE_PATH, { headers });
}

async function consentRequest(session: CurrentSession): Promise<ConsentRequest> {
  const { claims, ...page } = await getAgePage();
  return {
    ...page,
    site: SITE,
    clientId: orNotFound(env.ageProvider).clientId,
    redirectTo: `${env.origin}${AGE_PATH}/callback`,
    page: AGE_PATH,
    // Some providers check a document in a video call.
    seconds: STATE_SECONDS,
    addParams(params) {
      params.set("claims", claims);
      params.set("nonce", nonceOf(session, params.get("state")));
      // The person signed in at the provider may not be the one at this browser.
      params.set("prompt", "login");
    },
  };
}

/** The nonce that the provider signs, so that its answer is valid for one request of one session only. */
function nonceOf({ sessionId }: CurrentSession, state: string | null): string {
  return keyedDigest(`age ${sessionId} ${state}`);
}
