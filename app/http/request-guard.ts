// Which requests are rejected before any route sees them: malformed ones, and writes from other sites.

import { type Message, msg, t } from "~/language/text";
import { VOICE_BYTES, voiceErrors } from "~/models/conversation/attachment/voice";
import { HISTORY_BYTES, historyErrors } from "~/models/music-account/history/history";
import { UNSUBSCRIBE_PATH } from "~/models/notification/notification-settings";
import { PICTURE_BYTES, pictureErrors } from "~/models/picture/upload";
import { isSameOrigin } from "./same-origin";

/** Bodies of this size and more are refused: no form of this app needs more, and reading a larger one takes too long. */
export const BODY_BYTES = 64_000;
/** The limit for an imported collection. */
export const IMPORT_BYTES = 4_000_000;
/** The message for a target that is no address of this site. */
export const MALFORMED = msg("The address is malformed.");
const API = /^\/api\//i;
/** The targets that take a file as their body, its largest size, and the message for a larger one. */
const fileTargets = [
  { at: /^\/api\/objects\/upload\/[^/?]+(\?|$)/, bytes: PICTURE_BYTES, message: pictureErrors.tooLarge },
  {
    at: /^\/api\/conversations\/[^/?]+\/photos(\?|$)/,
    bytes: PICTURE_BYTES,
    message: pictureErrors.tooLarge,
  },
  {
    at: /^\/api\/conversations\/[^/?]+\/voice-notes(\?|$)/,
    bytes: VOICE_BYTES,
    message: voiceErrors.tooLarge,
  },
  { at: /^\/api\/listening-history(\?|$)/, bytes: HISTORY_BYTES, message: historyErrors.tooLarge },
];

/** The message for a body of `limit` bytes or more. */
export function tooLargeMessage(limit: number): Message {
  const size = limit < 1_000_000 ? `${limit / 1_000} kB` : `${limit / 1_000_000} MB`;
  return msg("That is too large: the limit is {size}.", { size });
}

/**
 * Writes that come from no page and carry their own permission: a mail program's one-click "Unsubscribe" (RFC 8058), and this
 * server's own request for a sign-in's tokens.
 */
const PAGELESS_WRITES = [UNSUBSCRIBE_PATH, "/oidc/token"];

const HOST = /^([a-z\d._-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/i;
// Remix matches every prefix of a path against every route: 3,000 segments took two seconds.
const MAX_TARGET_LENGTH = 8_000;
const MAX_SEGMENTS = 16;
/** Remix would ignore the slash behind a file's name. */
const FILE_WITH_SLASH = /\.[a-z\d]+\/+$/i;
const PAGE_METHODS = ["GET", "HEAD", "POST"];
const API_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE"];

type RequestHead = {
  method: string;
  /** The raw path and query. */
  target: string;
  /** `https:` or `http:`, by which browsers reach this site. */
  protocol: string;
  headers: Record<string, string | string[] | undefined>;
};

/** Why a request is rejected, as a status and a sentence; undefined if it is not. */
export function rejectRequest({ method, target, protocol, headers }: RequestHead) {
  const host = typeof headers.host === "string" ? headers.host : "";
  if (!HOST.test(host) || !URL.canParse(`http://${host}${target}`)) {
    return { status: 400, message: t("The Host header is missing or malformed.") };
  }
  // Remix still handles `_data`, its former parameter for a route's data, and logs a bug.
  if (!isWellFormed(target) || new URL(`http://${host}${target}`).searchParams.has("_data")) {
    return { status: 400, message: t(MALFORMED) };
  }
  if (target.length > MAX_TARGET_LENGTH) return { status: 414, message: t("The address is too long.") };
  const path = pathOf(target);
  if (path.split("/").length - 1 > MAX_SEGMENTS || FILE_WITH_SLASH.test(path)) {
    return { status: 404, message: t("There is nothing here.") };
  }
  const allowed = API.test(target) ? API_METHODS : PAGE_METHODS;
  if (!allowed.includes(method)) {
    return {
      status: 405,
      message: t("Use {methods} here.", { methods: allowed.join(", ") }),
      allow: allowed.join(", "),
    };
  }
  if (method === "GET" || method === "HEAD") return undefined;
  if (!isSameOrigin(headers, `${protocol}//${host}`) && !isPageless(path, headers)) {
    return { status: 403, message: t("This request did not come from a page of this site.") };
  }
  const message = lengthError(target, Number(headers["content-length"] ?? 0));
  return message ? { status: 413, message } : undefined;
}

function isPageless(path: string, headers: RequestHead["headers"]): boolean {
  const { origin, referer } = headers;
  return PAGELESS_WRITES.includes(path) && !origin && !referer && !headers["sec-fetch-site"];
}

/** Forms check their own size, so that a screen can show the error. */
function lengthError(target: string, length: number): string | undefined {
  if (!API.test(target)) return undefined;
  const file = fileTargets.find(({ at }) => at.test(target));
  if (file) return length > file.bytes ? t(file.message) : undefined;
  return length >= BODY_BYTES ? t(tooLargeMessage(BODY_BYTES)) : undefined;
}

/** False for broken escapes, and for paths that name another host once decoded: pages build links from the decoded path. */
function isWellFormed(target: string) {
  try {
    // Both the raw path and the one with its dot segments resolved.
    const paths = [pathOf(target), new URL(`http://host${target}`).pathname];
    return paths.every((path) => !/^\/[/\\]/.test(decodeURIComponent(path).replace(/[\t\n\r]/g, "")));
  } catch {
    return false;
  }
}

function pathOf(target: string) {
  return target.split("?", 1)[0] ?? "";
}
