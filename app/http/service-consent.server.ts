// Connecting a music service by OAuth: to its consent page and back, within one session.
import { redirect } from "@remix-run/node";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import type { CurrentSession } from "~/auth/session.server";
import { clearStateCookies, MAX_STATES, stateCookieOptions } from "~/auth/state-cookie.server";
import { keyedDigest } from "~/digest.server";
import { env } from "~/env.server";
import { type ConsentService, musicServices } from "~/integrations/music-service";
import { getConsentConfig } from "~/integrations/oauth-services.server";
import { log } from "~/log.server";
import { CONNECTIONS_PATH, connectionErrors, connectionMessages } from "~/models/connection/connection";
import { connectAccount } from "~/models/connection/connection.server";
import { refreshStale } from "~/models/connection/refresh.server";
import { Refusal, refusalIn } from "~/refusal";
import { logCause } from "./error-response.server";
import { refusalNotice, setFlash, successNotice } from "./flash.server";
import { orNotFound, requireSession } from "./page.server";

type Consent = { code: string; verifier: string; redirectTo: string };
type Tokens = OAuth2Strategy.VerifyOptions["tokens"];

/** The shape of the error codes in RFC 6749; anything else is logged as "other". */
const OAUTH_ERROR = /^[a-z_]{1,40}$/;
const STATE_COOKIE = env.isPublic ? "__Host-connect" : "connect";

/**
 * Leaves state and PKCE to the library, but not the exchange of the code: it would follow redirects and wait without a
 * limit of time or size.
 */
class ConsentStrategy extends OAuth2Strategy<Consent> {
  extra: Record<string, string> = {};

  override authorizationParams(params: URLSearchParams) {
    for (const [name, value] of Object.entries(this.extra)) params.set(name, value);
    return params;
  }

  protected override async validateAuthorizationCode(code: string, verifier: string) {
    return { data: { code, verifier } } as Tokens;
  }
}

/** Redirects to the service's consent page. Throws the not-found screen if the service is not configured. */
export async function startServiceConsent(request: Request, service: ConsentService): Promise<Response> {
  const session = await requireSession(request);
  // The library would take a stray `state` in the query for the service's answer.
  const bare = new Request(new URL(request.url).origin, { headers: request.headers });
  try {
    await strategyFor(session, service).authenticate(bare);
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    const pending = clearStateCookies(request, STATE_COOKIE);
    if (pending.length >= MAX_STATES)
      for (const cleared of pending) answer.headers.append("Set-Cookie", cleared);
    return answer;
  }
  throw new Error("The strategy did not redirect");
}

/**
 * Turns the service's callback into a connection.
 * Throws the error screen (400) for a callback that this session has not started, and for a used code; other failures
 * become a notice on the connections screen.
 */
export async function finishServiceConsent(request: Request, service: ConsentService): Promise<Response> {
  const session = await requireSession(request);
  const strategy = strategyFor(session, service);
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cleared of clearStateCookies(request, `${STATE_COOKIE}-${service}`))
    headers.append("Set-Cookie", cleared);
  const expired = () => new Response(connectionErrors.expired, { status: 400, headers });
  if (!new URL(request.url).searchParams.get("state")) throw expired();
  try {
    const connection = await connectAccount(session.member.id, service, await strategy.authenticate(request));
    if (!connection) throw expired();
    await setFlash(request, successNotice(connectionMessages.connected(connection)));
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError) throw expired();
    const refusal = refusalOf(error, service);
    logCause(refusal);
    await setFlash(request, refusalNotice(refusal, connectionErrors.title));
  }
  return redirect(CONNECTIONS_PATH, { headers });
}

/** Refreshes the member's connections last read a day ago, in the background. */
export function refreshConnectionsInBackground(memberId: number) {
  refreshStale(memberId).catch((error) => log.logger.warn({ err: error }, "connections not refreshed"));
}

/** A strategy whose state cookies are named after the session, so that another session's are ignored. */
function strategyFor({ sessionId }: CurrentSession, service: ConsentService) {
  const { clientId, consentPage, scopes, extra } = orNotFound(getConsentConfig(service));
  const sessionTag = keyedDigest(`connecting ${sessionId}`);
  const redirectTo = `${env.origin}${CONNECTIONS_PATH}/${service}/callback`;
  const strategy = new ConsentStrategy(
    {
      cookie: stateCookieOptions(`${STATE_COOKIE}-${service}-${sessionTag.slice(0, 22)}`),
      clientId,
      clientSecret: null,
      authorizationEndpoint: consentPage,
      // Never called: see validateAuthorizationCode.
      tokenEndpoint: consentPage,
      redirectURI: redirectTo,
      scopes,
    },
    async ({ tokens }) => ({ ...(tokens.data as Omit<Consent, "redirectTo">), redirectTo }),
  );
  strategy.extra = extra;
  return strategy;
}

/** The refusal that the member sees; other errors are rethrown. */
function refusalOf(error: unknown, service: ConsentService): Refusal {
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  if (!(error instanceof OAuth2RequestError)) throw error;
  const reason = OAUTH_ERROR.test(error.code) ? error.code : "other";
  log.logger.warn({ service, reason }, "connection refused");
  const name = musicServices[service].name;
  return new Refusal(
    "forbidden",
    error.code === "access_denied"
      ? `Access was declined at ${name}.`
      : `${name} couldn't connect you. Please try again.`,
  );
}
