// Asking for consent at another site by OAuth: to its page and back, within one session.
import { redirect } from "@remix-run/node";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import type { CurrentSession } from "~/auth/session.server";
import { clearStateCookies, MAX_STATES, stateCookieOptions } from "~/auth/state-cookie.server";
import { keyedDigest } from "~/digest.server";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { log } from "~/log.server";
import { Refusal, refusalIn } from "~/refusal";
import { isForeignNavigation } from "./same-origin";

/** What the callback brings: the code, and what proves that it was asked for here. */
export type Consent = { code: string; verifier: string; redirectTo: string };

type Tokens = OAuth2Strategy.VerifyOptions["tokens"];

/** The shape of the error codes in RFC 6749; anything else is logged as "other". */
const OAUTH_ERROR = /^[a-z_]{1,40}$/;
/** How long a music service may take to answer. */
export const CONNECTING_SECONDS = 900;
const STATE_COOKIE = env.isPublic ? "__Host-connect" : "connect";

/** Which site is asked, and how. */
export type ConsentRequest = {
  /** Part of the cookies' names; letters only. */
  site: string;
  clientId: string;
  consentPage: string;
  scopes: string[];
  redirectTo: string;
  /** The page with the button that asks. */
  page: string;
  /** How long the site may take to answer. */
  seconds: number;
  /** Sets parameters beyond the protocol. */
  addParams: (params: URLSearchParams) => void;
};

/**
 * Leaves state and PKCE to the library, but not the exchange of the code: it would follow redirects and wait without a
 * limit of time or size.
 */
class ConsentStrategy extends OAuth2Strategy<Consent> {
  addParams: ConsentRequest["addParams"] = () => undefined;

  override authorizationParams(params: URLSearchParams) {
    this.addParams(params);
    return params;
  }

  protected override async validateAuthorizationCode(code: string, verifier: string) {
    return { data: { code, verifier } } as Tokens;
  }
}

/** Redirects to the site's consent page, or to the page with the button if another site led here. */
export async function startConsent(request: Request, session: CurrentSession, asked: ConsentRequest) {
  const headers = Object.fromEntries(request.headers);
  if (isForeignNavigation(headers, `${new URL(env.origin).protocol}//${headers.host}`))
    return redirect(asked.page);
  // The library would take a stray `state` in the query for the site's answer.
  const bare = new Request(new URL(request.url).origin, { headers: request.headers });
  try {
    await makeStrategy(session, asked).authenticate(bare);
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    const pending = clearStateCookies(request, STATE_COOKIE);
    if (pending.length >= MAX_STATES)
      for (const cleared of pending) answer.headers.append("Set-Cookie", cleared);
    return answer;
  }
  throw new Error("The strategy did not redirect");
}

/** The headers of the response to a callback: whatever came of it, it works only once. */
export function callbackHeaders(request: Request, site: string): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cleared of clearStateCookies(request, `${STATE_COOKIE}-${site}`))
    headers.append("Set-Cookie", cleared);
  return headers;
}

/**
 * What the callback brings; undefined if this session has not asked for it. Throws OAuth2RequestError for the site's own
 * errors.
 */
export async function finishConsent(
  request: Request,
  session: CurrentSession,
  asked: ConsentRequest,
): Promise<Consent | undefined> {
  if (!new URL(request.url).searchParams.get("state")) return undefined;
  return makeStrategy(session, asked)
    .authenticate(request)
    .catch((error) => {
      if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
      throw error;
    });
}

/** What the member is told of a failure at the site called `name`; errors that aren't the site's answer are thrown again. */
export function consentRefusal(
  error: unknown,
  { site }: Pick<ConsentRequest, "site">,
  name: string,
): Refusal {
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  if (!(error instanceof OAuth2RequestError)) throw error;
  const reason = OAUTH_ERROR.test(error.code) ? error.code : "other";
  log.logger.warn({ service: site, reason }, "connection refused");
  return new Refusal(
    "forbidden",
    error.code === "access_denied"
      ? msg("Access was declined at {name}.", { name })
      : msg("{name} couldn't connect you. Please try again.", { name }),
  );
}

/** A strategy whose state cookies are named after the session, so that another session's are ignored. */
function makeStrategy({ sessionId }: CurrentSession, asked: ConsentRequest) {
  const { site, clientId, consentPage, scopes, redirectTo, seconds, addParams } = asked;
  const sessionTag = keyedDigest(`connecting ${sessionId}`);
  const strategy = new ConsentStrategy(
    {
      cookie: stateCookieOptions(`${STATE_COOKIE}-${site}-${sessionTag.slice(0, 22)}`, seconds),
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
  strategy.addParams = addParams;
  return strategy;
}
