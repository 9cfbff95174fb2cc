// Whether it is a page of our own that asks.

type Headers = Record<string, string | string[] | undefined>;

/**
 * True when the browser vouches for it: by Sec-Fetch-Site, else by Origin, else (browsers that send neither) by Referer.
 * `host` is the Host header the request was sent to. What carries none of the three is refused.
 */
export function isOwnPage(headers: Headers, host: string | undefined): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return isAddressAt(headers.origin ?? headers.referer, host);
}

/** True for a visit that no other site has caused and that no browser makes in advance. */
export function isOwnVisit(headers: Headers, host: string | undefined): boolean {
  if (/prefetch/i.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""))) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers.referer === undefined || isAddressAt(headers.referer, host);
}

function isAddressAt(address: string | string[] | undefined, host: string | undefined) {
  return typeof address === "string" && URL.canParse(address) && new URL(address).host === host;
}
