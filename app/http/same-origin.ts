// Whether a request comes from a page of this site.

type Headers = Record<string, string | string[] | undefined>;

/**
 * Decides by Sec-Fetch-Site, else by Origin, else (old browsers send neither) by Referer; false if all three are missing.
 * `origin` is this site's, with the request's Host header.
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return isAddressAt(headers.origin ?? headers.referer, origin);
}

/** True for a navigation from this site or by the member, as far as the browser reports it; false for a prefetch. */
export function isSameOriginNavigation(headers: Headers, origin: string): boolean {
  if (/prefetch/i.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""))) return false;
  return isSameOrigin(headers, origin);
}

/** True for a navigation that another site has begun, or a prefetch; false for a browser that doesn't say. */
export function isForeignNavigation(headers: Headers, origin: string): boolean {
  const isSaid = headers["sec-fetch-site"] ?? headers.origin ?? headers.referer;
  return isSaid !== undefined && !isSameOriginNavigation(headers, origin);
}

function isAddressAt(address: string | string[] | undefined, origin: string) {
  if (typeof address !== "string" || !URL.canParse(address) || !URL.canParse(origin)) return false;
  return new URL(address).origin === new URL(origin).origin;
}
