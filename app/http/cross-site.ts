// Whether a request that writes comes from a page of our own.

/**
 * True when the browser vouches for it: by Sec-Fetch-Site, else by Origin, else (browsers that send neither) by Referer.
 * `host` is the Host header the request was sent to. What carries none of the three is refused.
 */
export function isOwnPage(
  headers: Record<string, string | string[] | undefined>,
  host: string | undefined,
): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const from = headers.origin ?? headers.referer;
  if (typeof from !== "string" || !URL.canParse(from)) return false;
  return new URL(from).host === host;
}
