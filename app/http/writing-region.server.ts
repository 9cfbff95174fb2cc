// Where a request is answered: a machine that only reads sends what it can't answer to the writing region.
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { pipeline } from "node:stream";
import { replica, syncReplica } from "db/client.server";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { PROVIDER_PATH } from "~/auth/provider.server";
import { env } from "~/env.server";
import { formatMoment, MOMENT_SECONDS, parseMoment, WRITTEN_MOMENT } from "~/live/database-moment";
import { log } from "~/log.server";
import { type DatabaseMoment, getRequestContext, type RequestContext } from "~/request-context.server";
import { sendError } from "./express-errors.server";

/** For API clients, which needn't keep cookies: the moment of what a response has written, or that a request has seen. */
const MOMENT_HEADER = "Database-Moment";
const IN_COOKIES = /(?:^|; *)(?:written|heard)-moment=([\d.]+)/g;
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
  const context = getRequestContext();
  if (context) context.seen = readSeenMoment(req);
  hookWriteHead(req, res, context);
  if (env.readsOnly) {
    if (hasReplayFailed(req) || (!mayWrite(req) && (await isUpToDate(context)))) next();
    else await sendToWriters(req, res);
  } else {
    await syncReplica();
    const state = await chooseNeighbor(req, context);
    if (state) replay(res, state).end();
    else next();
  }
}

/**
 * Where a writer that can't reach the primary sends a request: to a neighbor ("left"), or back to the one that it came from
 * ("back") if this machine lacks what the request has seen. Undefined if it is answered here.
 */
async function chooseNeighbor(
  req: Request,
  context: RequestContext | undefined,
): Promise<"left" | "back" | undefined> {
  const [, state] = /state=(left|back)/.exec(req.get("fly-replay-src") ?? "") ?? [];
  const canPassOn = env.writingRegion && replica?.isCutOff() && !hasReplayFailed(req) && !isLarge(req);
  if (!canPassOn || state === "back") return undefined;
  if (state === "left") return (await hasSeen(context)) ? undefined : "back";
  return isRead(req) && (await isUpToDate(context)) ? undefined : "left";
}

/** Whether Fly's proxy could not reach the writing region with this request. */
function hasReplayFailed(req: Request): boolean {
  return "fly-replay-failed" in req.headers;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function mayWrite(req: Request): boolean {
  return !isRead(req) || WRITING_PAGES.some((page) => page.test(req.baseUrl + req.path));
}

async function isUpToDate(context: RequestContext | undefined): Promise<boolean> {
  if (!replica?.isReadable()) return false;
  // Without Fly's proxy nothing hands a request back when the writing region is down, so stale reads are answered here.
  if (env.writingRegion && Date.now() - replica.getSyncedAt() > STALE_MS) return false;
  return hasSeen(context);
}

async function hasSeen(context: RequestContext | undefined): Promise<boolean> {
  return !context?.seen || Boolean(await replica?.reaches(context.seen));
}

/** The latest moment that a request has seen, by its header and its cookies. */
function readSeenMoment(req: Request): DatabaseMoment | undefined {
  const inCookies = [...(req.headers.cookie ?? "").matchAll(IN_COOKIES)].map(([, text]) => text);
  const moments = [req.get(MOMENT_HEADER), ...inCookies].flatMap((text) => parseMoment(text) ?? []);
  if (!moments.length) return undefined;
  return {
    frame: Math.max(...moments.map(({ frame }) => frame)),
    at: Math.max(...moments.map(({ at }) => at)),
  };
}

/** Names what a request has written, and sends one that turns out to write to the writing region instead of answering. */
function hookWriteHead(req: Request, res: Response, context: RequestContext | undefined) {
  const { writeHead } = res;
  res.writeHead = (...head: unknown[]) => {
    // A repeated POST writes nothing, so it reports the replica's moment.
    const written = context?.written ?? (isRead(req) ? undefined : replica?.getMoment());
    if (context?.isMisplaced && !hasReplayFailed(req)) setReplayHeaders(req, res);
    else if (written && !env.readsOnly) {
      const moment = formatMoment(written);
      const cookie = `${WRITTEN_MOMENT}=${moment}; Max-Age=${MOMENT_SECONDS}; Path=/; SameSite=Lax`;
      res.append("Set-Cookie", env.isPublic ? `${cookie}; Secure` : cookie).set(MOMENT_HEADER, moment);
    }
    return Reflect.apply(writeHead, res, head);
  };
}

async function sendToWriters(req: Request, res: Response) {
  const address = env.writingRegion?.address;
  if (address && isLarge(req)) return forward(req, res, address);
  setReplayHeaders(req, res);
  sendError(req, res, 421, "This machine only answers reads. Try again in a minute.");
}

/** Makes a response say that the request belongs elsewhere: 421, which a proxy on the way acts on. */
function setReplayHeaders(req: Request, res: Response) {
  res.status(421);
  // One that was replayed once would go round in circles.
  if (env.writingRegion && !("fly-replay-src" in req.headers)) replay(res);
  else if (!isRead(req))
    log.logger.warn({ method: req.method }, "this machine only reads, and was sent a request that writes");
}

/** Makes Fly's proxy ask another machine of the writing region, and give the request back if none takes it in time. */
function replay(res: Response, state = "far"): Response {
  const where = `region=${env.writingRegion?.name};elsewhere=true;state=${state}`;
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
    sendError(req, res, 503, "Your upload could not be saved right now. Try again in a minute.");
  }
}

/** Sends a request to the host of `address`, whatever host its target names. */
function askWriter(req: Request, res: Response, address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The request guard has removed the Origin header, which the writer's guard needs.
    const [origin] = req.headersDistinct.origin ?? [];
    const headers = { ...withoutConnection(req.headers), ...(origin ? { origin } : {}) };
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
