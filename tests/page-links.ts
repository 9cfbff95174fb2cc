// Links that lead to pages, for tests that follow all of them.

/** What pages have in common that differ in an id or a query alone. */
export function kindOf(path: string): string {
  return path.replace(/[\da-f-]{20,}|\d+/g, "#").replace(/\?.*/, "");
}

/** Whether a link leads to a page of the app other than the end of the session. */
export function leadsToPage(path: string): boolean {
  return /^\/(?!api\/|assets\/|avatars\/)/.test(path) && !/logout|check\.html|\.(csv|zip|ics)/.test(path);
}
