// Renders pages: in one piece if all their data is there, and as a stream if part of it is still to come.
import { PassThrough } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { Nonce } from "~/components/ui/nonce";
import { readPageData, toDataScript } from "~/http/page-data.server";
import { wholeResponse } from "~/http/remix/remix-adapter.server";
import { log } from "./log.server";

export const streamTimeout = 5000;

/** What React renders in place of a part that is not there yet, such as a lazy component. */
const UNFINISHED = "<!--$!-->";

type Page = { request: Request; status: number; headers: Headers; context: EntryContext; nonce: string };

/** Renders the HTML of a page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  const page = { request, status, headers, context, nonce };
  const { serverHandoffStream: encoded } = context;
  if (!encoded) throw new Error("Remix has encoded no data for this page");
  const data = await readPageData(encoded);
  return (
    (data.whole !== undefined && renderWhole(page, data.whole)) ||
    streamPage({ ...page, context: { ...context, serverHandoffStream: data.stream() } })
  );
}

/**
 * Renders a page to a string, which takes half as long as a stream; undefined if a part of it is not there yet. Throws what
 * its components throw.
 */
function renderWhole(page: Page, data: string): Response | undefined {
  const { status, headers, nonce } = page;
  // Otherwise Remix would wait for the data's stream to end while it renders.
  const context = { ...page.context, serverHandoffStream: undefined };
  const html = renderToString(toElement({ ...page, context }));
  if (html.includes(UNFINISHED)) return undefined;
  const end = html.lastIndexOf("</body>");
  const script = context.renderMeta?.didRenderScripts ? toDataScript(data, nonce) : "";
  return wholeResponse(`<!DOCTYPE html>${html.slice(0, end)}${script}${html.slice(end)}`, {
    status,
    headers,
  });
}

/** Renders a page to a stream: complete for bots, as it comes for browsers. */
function streamPage(page: Page): Promise<Response> {
  const { request, status, headers, nonce } = page;
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
    const { pipe, abort } = renderToPipeableStream(toElement(page), {
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
    });
    const timeout = setTimeout(abort, streamTimeout + 1000);
  });
}

function toElement({ request, context, nonce }: Page) {
  return (
    <Nonce.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
    </Nonce.Provider>
  );
}

/** Logs errors of loaders and actions, except those of requests that the browser has aborted. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted && !isClientError(error)) log.bug(request, error);
};

function isClientError(error: unknown) {
  return typeof error === "object" && error !== null && "status" in error && Number(error.status) < 500;
}

/** Data requests are as private as their pages, and sent in one piece if all their data is there. */
export async function handleDataRequest({ body, status, headers }: Response): Promise<Response> {
  headers.set("Cache-Control", "private, no-store");
  if (!body) return new Response(null, { status, headers });
  const data = await readPageData(body);
  return data.whole === undefined
    ? new Response(data.stream(), { status, headers })
    : wholeResponse(data.whole, { status, headers });
}
