// The client address that rate limits are counted by.
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";
import { env } from "~/env.server";

/**
 * The address to count a request by: the connection's own, unless Fly or a proxy of TRUST_PROXY forwards another. The
 * header is ignored from anyone else.
 */
export function clientAddressOf(req: IncomingMessage): string {
  const onFly = env.onFly ? req.headers["fly-client-ip"] : undefined;
  if (onFly) return rateLimitAddress(String(onFly));
  return rateLimitAddress(req.socket.remoteAddress ? proxyAddress(req, isTrusted) : "unknown");
}

const isTrusted =
  typeof env.trustProxy === "number"
    ? (_: string, hop: number) => hop < Number(env.trustProxy)
    : proxyAddress.compile(env.trustProxy);

/** An address with the port that some proxies forward. */
const PORT = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/**
 * An IPv4 address unchanged; an IPv6 address as its /48 network, since one client can own as much as that. A port, which
 * changes with each connection, doesn't count.
 */
export function rateLimitAddress(forwarded: string): string {
  const address = forwarded.replace(PORT, "$1$2");
  if (!ipaddr.isValid(address)) return address;
  // `process` converts IPv4-mapped addresses to IPv4.
  const client = ipaddr.process(address);
  if (client.kind() === "ipv4") return client.toString();
  const [withoutZone] = client.toNormalizedString().split("%");
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/48`)}/48`;
}

/** The network of an address that is counted by: an IPv4 /24 or IPv6 /48; undefined for no address. */
export function networkOf(address: string): string | undefined {
  const [bare = ""] = address.split("/");
  if (!ipaddr.isValid(bare)) return undefined;
  const client = ipaddr.process(bare);
  return client.kind() === "ipv4"
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${client}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${client}/48`)}/48`;
}
