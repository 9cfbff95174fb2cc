// Connecting a service whose members say yes on a page of its own: there and back, within one session.
import { createHmac } from "node:crypto";
import { redirect } from "@remix-run/node";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { env } from "~/env.server";
import {
  CONNECTIONS_PATH,
  type ConsentService,
  connectionTrouble,
  connectionWords,
  serviceNames,
} from "~/models/connection";
import { connectAccount, consentOf } from "~/models/connection.server";
import { refreshStale } from "~/models/listening.server";
import { Refusal, refusalIn } from "~/models/refusal";
import { log } from "./log.server";
import { found } from "./member.server";
import { failure, leaveNotice, success } from "./notice.server";
import { getVisit, type Visit } from "./session.server";
import { clearedStates, STATES_KEPT, stateCookieOptions } from "./state-cookie.server";

type SentBack = { code: string; verifier: string; redirectTo: string };
type Tokens = OAuth2Strategy.VerifyOptions["tokens"];

/** The shape of the codes of RFC 6749: anything else is not worth a line in the log. */
const OAUTH_ERROR = /^[a-z_]{1,40}$/;
const STATE = env.isPublic ? "__Host-connect" : "connect";

/**
 * The library's part is state and PKCE. It would trade the code without a limit of time or size, and follow
 * redirects: that is left to the operation.
 */
class ConsentStrategy extends OAuth2Strategy<SentBack> {
  extra: Record<string, string> = {};

  override authorizationParams(params: URLSearchParams) {
    for (const [name, value] of Object.entries(this.extra)) params.set(name, value);
    return params;
  }

  protected override async validateAuthorizationCode(code: string, verifier: string) {
    return { data: { code, verifier } } as Tokens;
  }
}

/** On to the service's page, where it asks its member. Throws the not-found screen where it is not set up. */
export async function startConsent(request: Request, service: ConsentService): Promise<Response> {
  const visit = found(await getVisit(request));
  // A stray `state` in the query would be taken for a service's answer.
  const bare = new Request(new URL(request.url).origin, { headers: request.headers });
  try {
    await strategyFor(visit, service).authenticate(bare);
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    const begun = clearedStates(request, STATE);
    if (begun.length >= STATES_KEPT)
      for (const cleared of begun) answer.headers.append("Set-Cookie", cleared);
    return answer;
  }
  throw new Error("The strategy has sent nobody on");
}

/**
 * What the service sent its member back with becomes a connection.
 * Throws the error screen (400) for what this session has not begun with this service, and for a used code; what else
 * goes wrong is told on the screen of the connections.
 */
export async function finishConsent(request: Request, service: ConsentService): Promise<Response> {
  const visit = found(await getVisit(request));
  const strategy = strategyFor(visit, service);
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cleared of clearedStates(request, `${STATE}-${service}`)) headers.append("Set-Cookie", cleared);
  const notBegun = () =>
    new Response("This connection has expired or was begun elsewhere. Start again.", {
      status: 400,
      headers,
    });
  if (!new URL(request.url).searchParams.get("state")) throw notBegun();
  try {
    const connection = await connectAccount(visit.member.id, service, await strategy.authenticate(request));
    if (!connection) throw notBegun();
    await leaveNotice(request, success(connectionWords.connected(service, connection.serviceUsername)));
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError) throw notBegun();
    await leaveNotice(request, failure(refusalOf(error, service), connectionTrouble.title));
  }
  return redirect(CONNECTIONS_PATH, { headers });
}

/** Reads behind the page's back what was not read for a day: nobody waits for it. */
export function keepConnectionsFresh(memberId: number) {
  refreshStale(memberId).catch((error) => log.logger.warn({ err: error }, "connections not refreshed"));
}

/** The states of a session stand under a name of its own: nobody else's are found. */
function strategyFor({ sessionId }: Visit, service: ConsentService) {
  const { clientId, consentPage, scopes, extra } = found(consentOf(service));
  const mark = createHmac("sha256", env.sessionSecret).update(`connecting ${sessionId}`).digest("base64url");
  const redirectTo = `${env.origin}${CONNECTIONS_PATH}/${service}/callback`;
  const strategy = new ConsentStrategy(
    {
      cookie: stateCookieOptions(`${STATE}-${service}-${mark.slice(0, 22)}`),
      clientId,
      clientSecret: null,
      authorizationEndpoint: consentPage,
      // Never asked: see validateAuthorizationCode.
      tokenEndpoint: consentPage,
      redirectURI: redirectTo,
      scopes,
    },
    async ({ tokens }) => ({ ...(tokens.data as Omit<SentBack, "redirectTo">), redirectTo }),
  );
  strategy.extra = extra;
  return strategy;
}

/** What a member is told; all else is thrown on. */
function refusalOf(error: unknown, service: ConsentService): Refusal {
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  if (!(error instanceof OAuth2RequestError)) throw error;
  const reason = OAUTH_ERROR.test(error.code) ? error.code : "other";
  log.logger.warn({ service, reason }, "connection refused");
  const name = serviceNames[service];
  return new Refusal(
    "forbidden",
    error.code === "access_denied" ? `You said no at ${name}.` : `${name} did not let you connect.`,
  );
}
