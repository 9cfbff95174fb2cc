// Proving a Last.fm account on a page of Last.fm's own, within one session.
import { redirect } from "@remix-run/node";
import type { CurrentSession } from "~/auth/session.server";
import { keyedDigest } from "~/digest.server";
import { env } from "~/env.server";
import { lastfmConsentPage } from "~/integrations/lastfm.server";
import { CONNECTIONS_PATH, connectionErrors, connectionMessages } from "~/models/connection/connection";
import { proveLastfm } from "~/models/connection/connection.server";
import { refusalIn } from "~/refusal";
import { logCause } from "./error-response.server";
import { refusalNotice, setFlash, successNotice } from "./flash.server";
import { orNotFound, requireSession } from "./page.server";

/** Redirects to Last.fm's page. Throws the not-found screen where this server can't sign its calls. */
export async function startLastfmProof(request: Request): Promise<Response> {
  const session = await requireSession(request);
  const callback = `${env.origin}${CONNECTIONS_PATH}/lastfm/callback?state=${stateOf(session)}`;
  return redirect(orNotFound(lastfmConsentPage(callback)), { headers: { "Cache-Control": "no-store" } });
}

/**
 * Turns Last.fm's callback into a proven connection. Throws the error screen (400) for a callback of another session; a token
 * that Last.fm doesn't know and other failures become a notice on the connections screen.
 */
export async function finishLastfmProof(request: Request): Promise<Response> {
  const session = await requireSession(request);
  orNotFound(lastfmConsentPage(""));
  const headers = { "Cache-Control": "no-store" };
  const query = new URL(request.url).searchParams;
  if (query.get("state") !== stateOf(session))
    throw new Response(connectionErrors.expired, { status: 400, headers });
  try {
    const connection = await proveLastfm(session.member.id, query.get("token") ?? "");
    await setFlash(request, successNotice(connectionMessages.connected(connection)));
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    logCause(refusal);
    await setFlash(request, refusalNotice(refusal, connectionErrors.title));
  }
  return redirect(CONNECTIONS_PATH, { headers });
}

/** What Last.fm hands back unchanged: nobody else can make a browser of this session finish with a token of theirs. */
function stateOf({ sessionId }: CurrentSession): string {
  return keyedDigest(`proving Last.fm ${sessionId}`);
}
