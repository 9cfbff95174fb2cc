// Pages of plain HTML: without scripts, flash messages and the app's shell.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { logCause, privateHeaders, retryHeaders } from "~/http/error-response.server";
import { log } from "~/log.server";
import { refusalIn, statusOf } from "~/refusal";

/** Renders a whole document. */
export function staticPage(document: ReactElement, init: ResponseInit = {}): Response {
  return new Response(`<!doctype html>${renderToStaticMarkup(document)}`, {
    ...init,
    headers: { ...init.headers, ...privateHeaders, "Content-Type": "text/html; charset=utf-8" },
  });
}

/**
 * Renders the page in a frame. After a temporary failure the frame gets `errorPage` instead of plain text, which would not
 * refresh. Refusals such as absent or invalid are handled as anywhere.
 */
export async function framePage(
  request: Request,
  errorPage: ReactElement,
  render: () => Promise<ReactElement>,
): Promise<Response> {
  try {
    return staticPage(await render());
  } catch (error) {
    const refusal = refusalIn(error);
    const status = refusal ? statusOf(refusal) : 500;
    if (error instanceof Response || status < 500) throw error;
    if (refusal) logCause(refusal);
    else log.bug(request, error);
    return staticPage(errorPage, { status, headers: refusal && retryHeaders(refusal) });
  }
}
