// Paths to come back to: screens on this origin, or the first one.

/**
 * `typed` when it is the path of a screen on this origin, else "/".
 * Control characters, backslashes and "//" are refused whole, and so is what is no screen: coming back to /api/logout
 * would sign out whoever has just signed in.
 */
export function localPath(typed: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so "/\t/evil.example" would leave
  if (!typed?.startsWith("/") || /[\u0000-\u0020\u007f\\]|\/\//.test(typed)) return "/";
  const url = new URL(typed, "http://here.invalid");
  const isScreen =
    url.origin === "http://here.invalid" && !/^\/(api|oidc)(\/|$)/i.test(decoded(url.pathname));
  return isScreen ? url.pathname + url.search + url.hash : "/";
}

/** The addresses of buttons, which are no pages; what is in the first brackets is the page that they stand on. */
const BUTTONS = [
  /^(\/music-connections)\/[^/]+\/(disconnect|refresh)$/,
  /^(\/settings)\/sessions(\/[^/]+)?\/end$/,
  /^(\/playlists\/[^/]+)\/songs\/[^/]+\/(move|remove)$/,
  /^(.+)\/(accept|claim|decide|decline|rematch|talk|undo)$/,
];

/**
 * Where a visitor signs in to come back to an address; from the way through sign-in one comes home, and from a button
 * that was pressed to the page it stands on.
 */
export function signInPath(path: string, search = ""): string {
  if (/^\/(api|oidc)\//.test(path)) return "/api/login";
  const page = BUTTONS.map((button) => button.exec(path)?.[1]).find(Boolean);
  return `/api/login?to=${encodeURIComponent(page ?? path + search)}`;
}

/** The path as routes are matched against it; one that cannot be read leads nowhere. */
function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return "/api";
  }
}
