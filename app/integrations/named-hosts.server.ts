// Requests to addresses that others can influence: only to named hosts, and never to a private network.
import { type LookupAddress, lookup } from "node:dns";
import { get as httpGet, request as httpRequest, type IncomingMessage } from "node:http";
import { get as httpsGet, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { USER_AGENT } from "./outside-service.server";

export type NamedHosts = {
  /**
   * The allowed hosts, over https: `example.org`, `*.example.org` for every host below it, or `*` for all that aren't IP
   * addresses.
   */
  hosts: readonly string[];
  /** The service's base URL, if any. URLs below it are allowed, too, over http and on this network. */
  base?: string;
};

type Sent = { headers?: Record<string, string | number>; body?: Buffer; signal: AbortSignal };

/** The URL if it is allowed, an http redirect's as https; undefined otherwise. */
export function allowedUrl(address: string, { hosts, base }: NamedHosts, from?: URL): URL | undefined {
  if (!URL.canParse(address, from)) return undefined;
  const url = new URL(address, from);
  if (isOfBase(url, base)) return url;
  // The Internet Archive sometimes redirects to http.
  if (from && url.protocol === "http:") url.protocol = "https:";
  const isListed = hosts.some((host) =>
    host === "*"
      ? true
      : host.startsWith("*.")
        ? url.hostname.endsWith(host.slice(1))
        : url.hostname === host,
  );
  const isPlain = url.protocol === "https:" && url.port === "" && !url.username && !url.password;
  return isListed && isPlain && !isIP(url.hostname.replace(/[[\]]/g, "")) ? url : undefined;
}

function isOfBase(url: URL, base: string | undefined): boolean {
  return base !== undefined && url.href.startsWith(`${base}/`);
}

/**
 * The response of an allowed URL before its body, to a POST if there is something to send; undefined if the host's name
 * resolves only to private addresses.
 */
export function openResponse(
  url: URL,
  base: string | undefined,
  { headers, body, signal }: Sent,
): Promise<IncomingMessage | undefined> {
  const isSecure = url.protocol === "https:";
  const options = {
    // Compressed bytes could unpack to more than the limit, and a kept-alive connection has passed no check.
    headers: { "User-Agent": USER_AGENT, "Accept-Encoding": "identity", ...headers },
    agent: false,
    signal,
    lookup: isOfBase(url, base) ? undefined : lookUpPublic,
  } as const;
  return new Promise((resolve, reject) => {
    const sent = body
      ? (isSecure ? httpsRequest : httpRequest)(url, { ...options, method: "POST" })
      : (isSecure ? httpsGet : httpGet)(url, options);
    sent.on("response", resolve).on("error", (error) => {
      if (error instanceof PrivateAddress) resolve(undefined);
      else reject(signal.aborted ? signal.reason : error);
    });
    if (body) sent.end(body);
  });
}

/** The host's name resolves only to private addresses. */
class PrivateAddress extends Error {}

/** Resolves a name to its public addresses, so that the connection goes to a checked one. */
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

/** Whether an address is on the public internet; IPv4-mapped ones count as the IPv4 address. */
function isPublic({ address }: LookupAddress): boolean {
  return ipaddr.process(address).range() === "unicast";
}
