// Downloads of pictures and sounds from outside services: from named hosts only, limited in time and size.
import type { IncomingMessage } from "node:http";
import type { HttpFailure } from "./http-request.server";
import { allowedUrl, type NamedHosts, openResponse } from "./named-hosts.server";
import { askService, pauseIfAsked } from "./outside-service.server";

/** The response of a service, with any status below 500 that isn't a redirect. */
export type HttpDownload = {
  status: number;
  headers: IncomingMessage["headers"];
  bytes: Buffer;
};

/**
 * Why there is no response: as for `httpRequest()`, with "redirect" for too many of them, and "forbidden" for an address
 * that is not one of the allowed hosts'.
 */
export type DownloadFailure = HttpFailure | { failure: "forbidden" };

export type HttpDownloadOptions = NamedHosts & {
  /** How many redirects are followed, each checked like the first URL. */
  maxRedirects: number;
  maxBytes: number;
  headers?: Record<string, string>;
  /** When to give up (Date.now), for requests that share their 5 s. */
  deadline?: number;
};

/** Downloads a URL, which may come from a service's response. Never throws. */
export async function httpDownload(
  address: string,
  options: HttpDownloadOptions,
): Promise<HttpDownload | DownloadFailure> {
  const url = allowedUrl(address, options);
  if (!url) return { failure: "forbidden" };
  return askService(url, options.deadline, (limitMs) => download(url, options, AbortSignal.timeout(limitMs)));
}

async function download(
  first: URL,
  options: HttpDownloadOptions,
  signal: AbortSignal,
): Promise<HttpDownload | DownloadFailure> {
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const response = await openResponse(url, options.base, { headers: options.headers, signal });
    if (!response) return { failure: "forbidden" };
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy();
      if (redirects === options.maxRedirects) return { failure: "redirect" };
      const next = allowedUrl(headers.location, options, url);
      if (!next) return { failure: "forbidden" };
      url = next;
      continue;
    }
    if (pauseIfAsked(first, status, headers["retry-after"] ?? null)) {
      response.destroy();
      return { failure: "paused" };
    }
    if (status >= 500) {
      response.destroy();
      throw new Error(`status ${status}`);
    }
    const bytes = await readAll(response, options.maxBytes, signal);
    return bytes ? { status, headers, bytes } : { failure: "too-large" };
  }
}

async function readAll(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      length += chunk.length;
      // Leaving the loop closes the connection.
      if (length > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  return Buffer.concat(chunks, length);
}
