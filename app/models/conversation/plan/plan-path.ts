// The addresses of plans, for screens that only link to them.

export function planPath(conversationId: string): string {
  return `/messages/${encodeURIComponent(conversationId)}/plan`;
}

/** The form that proposes a plan, with a show to begin with. */
export function newPlanPath(conversationId: string, showId?: string): string {
  const query = showId === undefined ? "" : `?${new URLSearchParams({ show: showId })}`;
  return `${planPath(conversationId)}/new${query}`;
}

/** The page that a friend opens; logs leave out its key. */
export function sharedPlanPath(key: string): string {
  return `/plans/${key}`;
}

/** The page where members answer whether they are home; logs leave out its query. */
export function homeSafePath(token: string): string {
  return `/home-safe?${new URLSearchParams({ token })}`;
}
