// What no route gets to see: requests that cannot be read, and those that must not be obeyed.
import { PICTURE_BYTES, pictureTrouble } from "~/models/picture";
import { isOwnPage } from "./cross-site";

/** Bodies of this size and more are refused. */
export const BODY_BYTES = 1_000_000;
/** The same where a collection's file is awaited. */
export const COLLECTION_BYTES = 4_000_000;
const TAKES_COLLECTION = /^\/records\/import(\.data)?(\?|$)/;
const TAKES_PICTURE = /^\/api\/objects\/upload\/[^/?]+(\?|$)/;
/** They count for themselves, to answer with what was typed. */
const FORM_WITH_PICTURE =
  /^\/(profile\/(photo|cover)|(records|playlists)\/(new|[^/?]+\/edit))(\.data)?(\?|$)/;

/** What is said of a body of `limit` bytes and more. */
export function tooLarge(limit: number) {
  return `That is too much at once: at most ${limit / 1_000_000} MB.`;
}

const HOST = /^([a-z\d._-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/i;
// The framework matches every beginning of a path against every route: 3,000 parts took it two seconds.
const LONGEST_TARGET = 8_000;
const MOST_PARTS = 16;
/** A file is no folder: the framework would overlook the slash. */
const FILE_AS_FOLDER = /\.[a-z\d]+\/+$/i;
const PAGE_METHODS = ["GET", "HEAD", "POST"];
const API_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE"];

type Asked = {
  method: string;
  /** As it was sent: path and query. */
  target: string;
  headers: Record<string, string | string[] | undefined>;
};

/** Why a request is turned away, as a status and a sentence; undefined for one that may come in. */
export function turnAway({ method, target, headers }: Asked) {
  const host = typeof headers.host === "string" ? headers.host : "";
  if (!HOST.test(host) || !URL.canParse(`http://${host}${target}`)) {
    return { status: 400, says: "The request names no host that could be read." };
  }
  // By `_data` the framework was asked for parts of a page once: it still answers, and calls it a bug.
  if (!isReadable(target) || new URL(`http://${host}${target}`).searchParams.has("_data")) {
    return { status: 400, says: "The address could not be read." };
  }
  if (target.length > LONGEST_TARGET) return { status: 414, says: "The address is too long." };
  const path = pathOf(target);
  if (path.split("/").length - 1 > MOST_PARTS || FILE_AS_FOLDER.test(path)) {
    return { status: 404, says: "There is nothing here." };
  }
  const allowed = target.toLowerCase().startsWith("/api/") ? API_METHODS : PAGE_METHODS;
  if (!allowed.includes(method)) {
    return { status: 405, says: `Use ${allowed.join(", ")} here.`, allow: allowed.join(", ") };
  }
  if (method === "GET" || method === "HEAD") return undefined;
  if (!isOwnPage(headers, host)) {
    return { status: 403, says: "This did not come from a page of this site." };
  }
  const says = lengthTrouble(target, Number(headers["content-length"] ?? 0));
  return says ? { status: 413, says } : undefined;
}

function lengthTrouble(target: string, length: number): string | undefined {
  if (TAKES_PICTURE.test(target)) return length > PICTURE_BYTES ? pictureTrouble.tooLarge : undefined;
  if (FORM_WITH_PICTURE.test(target)) return undefined;
  const limit = TAKES_COLLECTION.test(target) ? COLLECTION_BYTES : BODY_BYTES;
  return length >= limit ? tooLarge(limit) : undefined;
}

/** False for broken escapes, and for what reads as another host once decoded: pages are built from the decoded path. */
function isReadable(target: string) {
  try {
    // As it was sent, and with its steps up and down taken.
    const paths = [pathOf(target), new URL(`http://host${target}`).pathname];
    return paths.every((path) => !/^\/[/\\]/.test(decodeURIComponent(path).replace(/[\t\n\r]/g, "")));
  } catch {
    return false;
  }
}

function pathOf(target: string) {
  return target.split("?", 1)[0] ?? "";
}
