// Where a request is answered: a machine that only reads sends what it can't answer to the writing region.
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { pipeline } from "node:stream";
import { remote, replica } from "db/client.server";
import { POSITION_SECONDS } from "db/log-position.server";
import { notResponding } from "db/remote.server";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { PROVIDER_PATH } from "~/auth/provider.server";
import { env } from "~/env.server";
import { t } from "~/language/text";
import { log } from "~/log.server";
import { getRequestContext, type RequestContext } from "~/request-context.server";
import { sendError } from "./express-errors.server";

/** The position in the primary's log that has what a browser has written; the header is for API clients without cookies. */
const POSITION_COOKIE = "written-frame";
const POSITION_HEADER = "Database-Frame";
const IN_COOKIE = new RegExp(`(?:^|; *)${POSITION_COOKIE}=([^;]*)`);
/** Fly's proxy replays requests of 1 MB at most. */
const REPLAY_BYTES = 900_000;
/** After this time the writing region is asked for everything, since sessions may have ended there. */
const STALE_MS = 5000;
/** Pages that write or ask other services before they do: reading them here first would do that twice. */
const WRITING_PAGES = [
  new RegExp(`^${PROVIDER_PATH}/`),
  /^\/api\/(callback|logout)$/,
  /^\/(music-connections\/[^/]+|settings\/age)\/(start|callback)$/,
  /^\/messages\/[^/]+\/frame$/,
];

/** Middleware: lets a request go on once this machine has what it must see, or leaves it to another machine. */
export const routeToWriter: RequestHandler = (req, res, next) => {
  routeRequest(req, res, next).catch(next);
};

async function routeRequest(req: Request, res: Response, next: NextFunction) {
  hookWriteHead(req, res, getRequestContext());
  if (env.readsOnly) {
    if (isLeftToReplica(req)) await requireSeen(req);
    else if (mayWrite(req) || !(await canRead(req))) return sendToWriters(req, res);
  } else if (passOn(req, res)) return;
  next();
}

/** Whether the writing region can't be reached with a request, or can't reach the primary. */
function isLeftToReplica(req: Request): boolean {
  return hasReplayFailed(req) || replayOf(req).state === "back";
}

/**
 * Refuses a request (unavailable) whose answer would miss what its browser has written, perhaps its session, as far as log
 * positions can tell.
 */
async function requireSeen(req: Request) {
  const isComparable = readSeenPosition(req) !== Number.POSITIVE_INFINITY;
  if (isComparable && !(await hasSeen(req))) throw notResponding();
}

async function hasSeen(req: Request): Promise<boolean> {
  const seen = readSeenPosition(req);
  return seen === undefined || !replica || replica.reaches(seen);
}

async function canRead(req: Request): Promise<boolean> {
  if (!replica || !remote?.isAnswering() || replica.isAhead()) return false;
  // Without Fly's proxy nothing hands a request back when the writing region is down, so stale reads are answered here.
  if (env.writingRegion && Date.now() - replica.getSyncedAt() > STALE_MS) return false;
  return hasSeen(req);
}

/**
 * If this machine writes and can't reach the primary, makes Fly's proxy ask another one: a neighbor first and, for a request
 * from another region, finally one there, which can read. False if the request is answered here.
 */
function passOn(req: Request, res: Response): boolean {
  const { writingRegion } = env;
  if (!writingRegion || remote?.isAnswering() !== false || hasReplayFailed(req) || isLarge(req)) return false;
  const { region, state, from } = replayOf(req);
  const reader = state === "left" ? from : isRead(req) ? region : undefined;
  if (state === "left" && !reader) return false;
  if (reader) replay(res, reader, "back").end();
  else replay(res, writingRegion.name, region ? `left.${region}` : "left").end();
  return true;
}

/** The region a request was replayed from, why, and the one before. Without Fly's proxy the header could be forged. */
function replayOf(req: Request) {
  const source = (env.writingRegion && req.get("fly-replay-src")) ?? "";
  const [, region] = /region=(\w+)/.exec(source) ?? [];
  const [, state, from] = /state=(far|left|back)(?:\.(\w+))?/.exec(source) ?? [];
  return { region, state, from };
}

/** Whether Fly's proxy could not reach the writing region with this request. */
function hasReplayFailed(req: Request): boolean {
  return env.writingRegion !== undefined && "fly-replay-failed" in req.headers;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function mayWrite(req: Request): boolean {
  return !isRead(req) || WRITING_PAGES.some((page) => page.test(req.baseUrl + req.path));
}

/** The last position that a request's browser has written, by its header or its cookie. */
function readSeenPosition(req: Request): number | undefined {
  const given = req.get(POSITION_HEADER) ?? IN_COOKIE.exec(req.headers.cookie ?? "")?.[1] ?? "";
  return /^(\d{1,15}|Infinity)$/.test(given) ? Number(given) : undefined;
}

/**
 * Adds the log position of a request's writes to its response, and replaces the response if the request turns out to belong to
 * the writing region.
 */
function hookWriteHead(req: Request, res: Response, context: RequestContext | undefined) {
  const { writeHead } = res;
  res.writeHead = (...head: unknown[]) => {
    // A repeated POST writes nothing, and what it wrote before is there by now.
    const written = context?.writtenPosition ?? (isRead(req) ? undefined : remote?.log.writtenPosition);
    if (context?.isMisplaced && !isLeftToReplica(req)) setReplayHeaders(req, res);
    else if (written !== undefined && !env.readsOnly) {
      const cookie = `${POSITION_COOKIE}=${written}; Max-Age=${POSITION_SECONDS}; Path=/; SameSite=Lax; HttpOnly`;
      res
        .append("Set-Cookie", env.isPublic ? `${cookie}; Secure` : cookie)
        .set(POSITION_HEADER, `${written}`);
    }
    return Reflect.apply(writeHead, res, head);
  };
}

async function sendToWriters(req: Request, res: Response) {
  const address = env.writingRegion?.address;
  if (address && isLarge(req)) return forward(req, res, address);
  setReplayHeaders(req, res);
  sendError(req, res, 421, t("This machine only answers reads. Try again in a minute."));
}

/** Makes a response say that the request belongs elsewhere: 421, which a proxy on the way acts on. */
function setReplayHeaders(req: Request, res: Response) {
  res.status(421);
  // One that was replayed once would go round in circles.
  if (env.writingRegion && !("fly-replay-src" in req.headers)) replay(res, env.writingRegion.name, "far");
  else if (!isRead(req))
    log.logger.warn({ method: req.method }, "this machine only reads, and was sent a request that writes");
}

/** Makes Fly's proxy ask another machine in a region, and give the request back if none takes it in time. */
function replay(res: Response, region: string, state: string): Response {
  const where = `region=${region};elsewhere=true;state=${state}`;
  return res.status(421).set("Fly-Replay", `${where};timeout=5s;fallback=prefer_self`);
}

function isLarge({ headers }: Request): boolean {
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > REPLAY_BYTES;
}

/** Passes an upload on that Fly's proxy would not replay. */
async function forward(req: Request, res: Response, address: string) {
  try {
    const answer = await askWriter(req, res, address);
    res.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    pipeline(answer, res, () => undefined);
  } catch (error) {
    log.logger.warn({ reason: String(error) }, "an upload could not be passed on");
    sendError(req, res, 503, t("Your upload could not be saved right now. Try again in a minute."));
  }
}

/** Sends a request to the host of `address`, whatever host its target names. */
function askWriter(req: Request, res: Response, address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The request guard has removed the Origin header, which the writer's guard needs.
    const [origin] = req.headersDistinct.origin ?? [];
    // A writer that refuses early closes other connections with the rest of the body unread, which can take its answer away.
    const headers = {
      ...withoutConnection(req.headers),
      ...(origin ? { origin } : {}),
      connection: "keep-alive",
    };
    const outgoing = request(address, { path: req.originalUrl, method: req.method, headers, agent: false });
    outgoing.on("response", resolve).on("error", reject);
    // Headers that can't be sent throw here, and not later in an event.
    outgoing.flushHeaders();
    // A pipeline would end the request with it, whose connection then takes no other.
    req.pipe(outgoing);
    res.on("close", () => outgoing.destroy());
  });
}

/** Headers without those of a single connection, of which Node refuses some. */
function withoutConnection(all: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection, "keep-alive": keepAlive, te, trailer, upgrade, ...headers } = all;
  return headers;
}
