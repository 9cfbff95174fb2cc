// Whether a request comes from a page of this site.

type Headers = Record<string, string | string[] | undefined>;

/**
 * Decides by Sec-Fetch-Site, else by Origin, else (old browsers send neither) by Referer; false if all three are missing.
 * `host` is the request's Host header.
 */
export function isSameOrigin(headers: Headers, host: string | undefined): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return isAddressAt(headers.origin ?? headers.referer, host);
}

/** True for a navigation from this site or by the member, as far as the browser reports it; false for a prefetch. */
export function isSameOriginNavigation(headers: Headers, host: string | undefined): boolean {
  if (/prefetch/i.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""))) return false;
  return isSameOrigin(headers, host);
}

function isAddressAt(address: string | string[] | undefined, host: string | undefined) {
  return typeof address === "string" && URL.canParse(address) && new URL(address).host === host;
}
