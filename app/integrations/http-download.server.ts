// Downloads of pictures and sounds from outside services: from named hosts only, limited in time and size.
import { type LookupAddress, lookup } from "node:dns";
import { get as httpGet, type IncomingMessage } from "node:http";
import { get as httpsGet } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { HttpFailure } from "./http-request.server";
import { askService, pauseIfAsked, USER_AGENT } from "./outside-service.server";

/** The response of a service, with any status below 500 that is no redirect. */
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

export type HttpDownloadOptions = {
  /** The hosts that may be asked, over https: `example.org`, or `*.example.org` for every host below it. */
  hosts: string[];
  /** The service's base URL from the environment. Its own host may be asked too, over http and on this network. */
  base: string;
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
    const response = await request(url, options, signal);
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

/** The URL if it may be asked; undefined otherwise. */
function allowedUrl(address: string, { hosts, base }: HttpDownloadOptions, from?: URL): URL | undefined {
  if (!URL.canParse(address, from)) return undefined;
  const url = new URL(address, from);
  if (isOfBase(url, base)) return url;
  const isListed = hosts.some((host) =>
    host.startsWith("*.") ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  const isPlain = url.protocol === "https:" && url.port === "" && !url.username && !url.password;
  return isListed && isPlain && !isIP(url.hostname.replace(/[[\]]/g, "")) ? url : undefined;
}

function isOfBase(url: URL, base: string): boolean {
  return url.origin === new URL(base).origin && !url.username && !url.password;
}

/** A response before its body; undefined if the host's name stands for private addresses only. */
function request(
  url: URL,
  { base, headers }: HttpDownloadOptions,
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  const get = url.protocol === "https:" ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    get(url, {
      // Compressed bytes could unpack to more than the limit, and a connection kept open has passed no check.
      headers: { "User-Agent": USER_AGENT, "Accept-Encoding": "identity", ...headers },
      agent: false,
      signal,
      lookup: isOfBase(url, base) ? undefined : lookUpPublic,
    })
      .on("response", resolve)
      .on("error", (error) => {
        if (error instanceof PrivateAddress) resolve(undefined);
        else reject(signal.aborted ? signal.reason : error);
      });
  });
}

/** The host's name stands for private addresses only. */
class PrivateAddress extends Error {}

/** Resolves a name to its public addresses: the connection goes to one that was checked. */
const lookUpPublic: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const open = (addresses ?? []).filter(isPublic);
    const [first] = open;
    if (error) callback(error, "", 0);
    else if (!first) callback(new PrivateAddress(), "", 0);
    else if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};

/** Whether an address is one of the open internet; IPv4-mapped ones are what they map to. */
function isPublic({ address }: LookupAddress): boolean {
  return ipaddr.process(address).range() === "unicast";
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
