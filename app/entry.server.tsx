// Renders pages as a stream.
import { PassThrough } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { Nonce } from "~/components/ui/nonce";
import { log } from "./log.server";

export const streamTimeout = 5000;

/** Renders the HTML of a page: complete for bots, as it comes for browsers. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  const waitForAll = isbot(request.headers.get("User-Agent") ?? "");
  return new Promise((resolve, reject) => {
    let answered = false;
    const answer = () => {
      answered = true;
      const body = new PassThrough();
      resolve(
        new Response(createReadableStreamFromReadable(body), { status: failed ? 500 : status, headers }),
      );
      pipe(body);
    };
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <Nonce.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </Nonce.Provider>,
      {
        nonce,
        onShellReady: () => waitForAll || answer(),
        onAllReady: () => {
          clearTimeout(timeout);
          if (waitForAll) answer();
        },
        onShellError: reject,
        onError: (error) => {
          failed = true;
          if (answered) log.bug(request, error);
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

/** Data requests are as private as their pages. */
export function handleDataRequest(response: Response): Response {
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}
