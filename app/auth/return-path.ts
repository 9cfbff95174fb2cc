// Return paths of a sign-in: screens on this origin.

/**
 * `path` if it leads to a screen on this origin, else "/".
 * Refuses control characters, backslashes, "//", and URLs that are not screens: returning to /api/logout would end the
 * new session.
 */
export function localPath(path: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so "/\t/evil.example" would leave
  if (!path?.startsWith("/") || /[\u0000-\u0020\u007f\\]|\/\//.test(path)) return "/";
  const url = new URL(path, "http://here.invalid");
  const isScreen =
    url.origin === "http://here.invalid" && !/^\/(api|oidc)(\/|$)/i.test(decodePath(url.pathname));
  return isScreen ? url.pathname + url.search + url.hash : "/";
}

/** Sign-in screens. They aren't pages to return to later. */
const SIGN_IN = /^\/oidc\/interaction\/[\w-]+(\/[\w-]+)?(\?[\w=&%.-]*)?$/;

/** The page to return to when a form is sent without scripts: as `localPath()`, or a screen of the sign-in in progress. */
export function pagePath(path: string): string {
  return SIGN_IN.test(path) ? path : localPath(path);
}

/** URLs of actions, which have no page; the first group is the page that offers the action. */
const ACTIONS = [
  /^(\/artists\/[^/]+)\/add$/,
  /^(\/music-connections)\/[^/]+\/(counts|disconnect|refresh)$/,
  /^(\/notifications)\/alerts(\/[^/]+\/end)?$/,
  /^(\/welcome)\/new-here$/,
  /^(\/settings)\/(collection|distances|email\/confirm|sessions(\/[^/]+)?\/end|pause)$/,
  /^(\/settings\/invitations)\/[^/]+\/end$/,
  /^(\/admin\/invitations)\/end$/,
  /^(\/admin)\/networks$/,
  /^(\/settings\/(?:passkeys|trips))\/[^/]+\/remove$/,
  /^(\/settings\/notifications)\/[^/]+\/(remove|test)$/,
  /^(\/settings\/authenticator)\/(start|remove)$/,
  /^(\/moderation\/cases\/[^/]+)\/member$/,
  /^(\/moderation\/photos)\/[^/]+$/,
  /^(\/moderation)\/photo-checks\/[^/]+$/,
  /^(\/moderation\/messages)\/[^/]+$/,
  /^(\/notice\/[^/]+)\/confirm$/,
  /^(\/account-status)\/[^/]+\/acknowledge$/,
  /^(\/profile\/anthem|\/question)\/remove$/,
  /^(\/profile\/photos)\/[^/]+\/(move|remove)$/,
  /^(\/messages\/[^/]+)\/delete$/,
  /^(\/messages\/[^/]+\/plan)\/step$/,
  /^(\/shows\/[^/]+)\/going$/,
  /^(\/records)\/(covers|[^/]+\/got)$/,
  /^(\/playlists\/[^/]+)\/songs\/[^/]+\/(move|remove)$/,
  /^(.+)\/(accept|claim|decide|decline|joint-play|reaction|release|rematch|reopen|talk|undo|unsaid|waiting)$/,
];

/**
 * The sign-in link of a page, which returns there; for an action it returns to the page that offers it, and for the API
 * and the sign-in screens to the home page.
 */
export function signInPath(path: string, search = ""): string {
  if (/^\/(api|oidc)\//.test(path)) return "/api/login";
  const page = ACTIONS.map((action) => action.exec(path)?.[1]).find(Boolean);
  return `/api/login?to=${encodeURIComponent(page ?? path + search)}`;
}

/** The path as routes see it; a malformed one is not a screen. */
function decodePath(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return "/api";
  }
}

/** The path in `from` if it is on this origin, otherwise `fallback`. */
export function returnPath(request: Request, fallback: string): string {
  const from = new URL(request.url).searchParams.get("from");
  const path = localPath(from);
  return from && path !== "/" ? path : fallback;
}
