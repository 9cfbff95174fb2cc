// Renders pages.
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type {
  AppLoadContext,
  EntryContext,
  HandleDataRequestFunction,
  HandleErrorFunction,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { BUILD } from "~/http/remix/remix.server";
import { currentLanguage } from "~/language/current";
import { scriptsInLanguage, versionInLanguage } from "~/language/language.server";
import { Nonce } from "~/ui/nonce";
import { log } from "./log.server";

export const streamTimeout = 5000;

/** Renders a page's HTML, and sends it as a whole: compressed piece by piece it would be three times as long. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", currentLanguage());
  const scripts = scriptsInLanguage(context.manifest);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  return new Promise((resolve, reject) => {
    let isShellReady = false;
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <Nonce.Provider value={nonce}>
        <RemixServer
          context={{ ...context, manifest: scripts }}
          url={request.url}
          nonce={nonce}
          abortDelay={streamTimeout}
        />
      </Nonce.Provider>,
      {
        nonce,
        onShellReady: () => {
          isShellReady = true;
        },
        onAllReady: () => {
          clearTimeout(timeout);
          text(pipe(new PassThrough())).then(
            // React 18 writes zero bytes where a character didn't fit into what was left of a piece (fixed in 19).
            (html) =>
              resolve(new Response(html.replaceAll("\0", ""), { status: failed ? 500 : status, headers })),
            reject,
          );
        },
        onShellError: reject,
        onError: (error) => {
          failed = true;
          // Remix handles earlier errors: it renders the error screen instead.
          if (isShellReady) log.bug(request, error);
        },
      },
    );
    const timeout = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Logs errors of loaders and actions, except those of requests that the browser has aborted. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted && !isClientError(error)) log.bug(request, error);
};

function isClientError(error: unknown) {
  return typeof error === "object" && error !== null && "status" in error && Number(error.status) < 500;
}

/** Data requests are as private as their pages, and say which scripts the page uses in the member's language. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context: { response: sent } }) => {
  sent.setHeader(BUILD, versionInLanguage(String(sent.getHeader(BUILD))));
  response.headers.set("Cache-Control", "private, no-store");
  return response;
};
