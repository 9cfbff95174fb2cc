// Requests to addresses that others have a say in: to named hosts only, and to no private network.
import { type LookupAddress, lookup } from "node:dns";
import { get as httpGet, request as httpRequest, type IncomingMessage } from "node:http";
import { get as httpsGet, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { USER_AGENT } from "./outside-service.server";

export type NamedHosts = {
  /**
   * The hosts that may be asked, over https: `example.org`, `*.example.org` for every host below it, or `*` for all that are no
   * addresses of numbers.
   */
  hosts: readonly string[];
  /** The service's base URL, if any. What is below it may be asked too, over http and on this network. */
  base?: string;
};

type Sent = { headers?: Record<string, string | number>; body?: Buffer; signal: AbortSignal };

/** The URL if it may be asked, a redirect's as https where it says http; undefined otherwise. */
export function allowedUrl(address: string, { hosts, base }: NamedHosts, from?: URL): URL | undefined {
  if (!URL.canParse(address, from)) return undefined;
  const url = new URL(address, from);
  if (isOfBase(url, base)) return url;
  // The Internet Archive redirects to http at times.
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
 * stands for private addresses only.
 */
export function openResponse(
  url: URL,
  base: string | undefined,
  { headers, body, signal }: Sent,
): Promise<IncomingMessage | undefined> {
  const isSecure = url.protocol === "https:";
  const options = {
    // Compressed bytes could unpack to more than the limit, and a connection kept open has passed no check.
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
