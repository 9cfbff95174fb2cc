// The process: headers, cross-site check, sign-in provider, static files, Remix, health, going down.
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler } from "@remix-run/express";
import { broadcastDevReady, installGlobals } from "@remix-run/node";
import compression from "compression";
import { catchUp, client, DatabaseProblem, openDatabase } from "db/client.server";
import { seedDemo } from "db/demo.server";
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from "express";
import helmet from "helmet";
import pinoHttp from "pino-http";
import { env } from "~/env.server";
import { countedAddress } from "~/http/client-address";
import { turnAway } from "~/http/front-door";
import { wordRefusals } from "~/http/last-door.server";
import { log } from "~/http/log.server";
import { withEveryAction } from "~/http/methods.server";
import { askedAtOrigin, createProvider, findInteraction, PROVIDER_PATH } from "~/http/provider.server";
import { noteCause, statusOf, worded } from "~/http/refusal.server";
import { getVisit } from "~/http/session.server";
import { sweepSentFiles } from "~/http/upload.server";
import { readPlace } from "~/live/event-text";
import { pruneOutbox } from "~/live/outbox.server";
import { endAllStreams, openStream } from "~/live/streams.server";
import { recountAtStart, recountDaily } from "~/matching/census.server";
import { DEMO_SIGN_IN } from "~/models/demo";
import { sweepPictures } from "~/models/picture.server";
import { refusalIn, SIGNED_OUT } from "~/models/refusal";

// The platform ends what has not ended by itself after 30 seconds.
const DRAIN_MS = 15_000;
const PRUNE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SWEEP_MS = 24 * 60 * 60_000;
// Proxies keep a connection without requests for a minute: closed here before, it may lose the next request.
const KEEP_ALIVE_MS = 65_000;

installGlobals({ nativeFetch: true });

let ready = false;

const checkHealth: RequestHandler = (_, res) => {
  res
    .status(ready ? 200 : 503)
    .type("text")
    .set("Cache-Control", "no-store");
  res.send(ready ? "ready" : "not ready");
};

const onlyRead: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  refuse(req, res.set("Allow", "GET, HEAD"), 405, "Nothing can be sent to this address.");
};

const turnAwayStrangers: RequestHandler = (req, res, next) => {
  // Nobody whom we trust sends it, and the adapter would build addresses from it.
  delete req.headers["x-forwarded-host"];
  const turned = turnAway({ method: req.method, target: req.originalUrl, headers: req.headers });
  // The framework would compare it once more, even where the browser has vouched for its page, and call it a bug.
  delete req.headers.origin;
  if (!turned) return next();
  if (turned.allow) res.set("Allow", turned.allow);
  refuse(req, res, turned.status, turned.says);
};

function refuse(req: Request, res: Response, status: number, says: string) {
  const { type, body } = worded(req.headers.accept, status, says);
  res.status(status).set("Cache-Control", "private, no-store").type(type).send(body);
}

// What was sent and never read would stand before the next request of the same connection.
const readToTheEnd: RequestHandler = (req, res, next) => {
  res.on("finish", () => {
    if (!req.readableEnded) req.removeAllListeners("data").resume();
  });
  next();
};

const makeNonce: RequestHandler = (_, res, next) => {
  res.locals.nonce = randomBytes(16).toString("base64");
  next();
};

// The compiler's maps hold the whole source of a route, loaders included.
const hideSources: RequestHandler = (req, res, next) => {
  if (/^\/build\/.*\.map$/i.test(req.path)) refuse(req, res, 404, "There is nothing here.");
  else next();
};

// Whatever a route forgets to say, a redirect included: nobody keeps what was made for somebody.
const keepPrivate: RequestHandler = (_, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
  res.writeHead = (...head: unknown[]) => {
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "private, no-store");
    return writeHead(...head);
  };
  next();
};

const secureHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'self'"],
      "script-src": [(_, res) => `'nonce-${(res as Response).locals.nonce}'`, "'strict-dynamic'"],
      "style-src": ["'self'", (_, res) => `'nonce-${(res as Response).locals.nonce}'`],
      "style-src-attr": ["'unsafe-inline'"],
      // Covers of outside hosts are shown to the member who typed their address, and to nobody else.
      "img-src": ["'self'", "data:", "https:"],
      "frame-src": ["'self'", "https://www.youtube-nocookie.com"],
      "connect-src": process.env.NODE_ENV === "development" ? ["'self'", "ws:"] : ["'self'"],
      "base-uri": ["'none'"],
      "object-src": ["'none'"],
      "form-action": ["'self'"],
      // The open chat's message list is a frame of our own pages.
      "frame-ancestors": ["'self'"],
    },
  },
  strictTransportSecurity: env.isPublic ? { maxAge: 31_536_000 } : false,
  referrerPolicy: { policy: "same-origin" },
  xFrameOptions: { action: "sameorigin" },
});

/** Notes why something in the background was not done; a database that is away is no bug. */
function noteTrouble(error: unknown) {
  const refusal = refusalIn(error);
  if (refusal) noteCause(refusal);
  else log.logger.error({ err: error }, "bug");
}

const answerTrouble: ErrorRequestHandler = (error, req, res, next) => {
  const refusal = refusalIn(error);
  if (refusal && !res.headersSent) {
    noteCause(refusal);
    return refuse(req, res, statusOf(refusal), refusal.message);
  }
  const status = error.status >= 400 && error.status < 500 ? error.status : 500;
  if (status === 500) log.logger.error({ method: req.method, path: req.path, err: error }, "bug");
  if (res.headersSent) return next(error);
  if (status === 500) refuse(req, res, status, "Something went wrong on our side.");
  else if (status === 404) refuse(req, res, status, "There is nothing here.");
  else refuse(req, res, status, "The request could not be read.");
};

/** What a request is told begins with all that other machines had written by then. */
const hearNews: RequestHandler = (_, __, next) => {
  void catchUp().then(() => next());
};

/** Here and not among the routes, for a stream has to hear from the connection itself that its reader is gone. */
const answerLive: RequestHandler = async (req, res, next) => {
  try {
    const cookie = req.headers.cookie ?? "";
    const visit = await getVisit(new Request(new URL("/api/live", env.origin), { headers: { cookie } }));
    if (!visit) return refuse(req, res, 401, SIGNED_OUT);
    if (req.method !== "GET") return refuse(req, res.set("Allow", "GET"), 405, "Use GET here.");
    const { after } = req.query;
    const place = readPlace(req.get("Last-Event-ID") || (typeof after === "string" ? after : undefined));
    const listener = { memberId: visit.member.id, sessionId: visit.sessionId };
    await openStream(res, listener, place, noteTrouble);
  } catch (error) {
    next(error);
  }
};

async function createApp() {
  const provider = await createProvider();
  const answerProvider = provider.callback();
  const app = express();
  app.disable("x-powered-by");
  app.all("/healthz", onlyRead, checkHealth);
  const guard = [readToTheEnd, turnAwayStrangers, makeNonce, secureHeaders];
  // Before the log, which would keep a logger for every stream as long as it is open.
  app.all("/api/live", guard, hearNews, answerLive);
  app.use(
    pinoHttp({
      logger: log.logger,
      customLogLevel: (_, res, error) => (error || res.statusCode >= 500 ? "error" : "debug"),
      serializers: {
        req: (req) => ({ method: req.method, path: log.pathOf(req.url) }),
        res: (res) => ({ status: res.statusCode }),
      },
    }),
  );
  app.use(PROVIDER_PATH, hearNews, (req, res, next) => {
    // Its screens are pages of this app; all the rest is the protocol's.
    if (env.signIn.issuer || req.path.startsWith("/interaction/")) return next();
    askedAtOrigin(req);
    answerProvider(req, res);
  });
  app.use(guard);
  app.use(compression());
  if (process.env.NODE_ENV !== "development") app.use(hideSources);
  const asItIs = { index: false, redirect: false };
  const immutable = { ...asItIs, immutable: true, maxAge: "1y", fallthrough: false };
  app.use("/build", onlyRead, express.static("public/build", immutable));
  const answerFile = express.static("public", { ...asItIs, maxAge: "1h" });
  // The disk is not asked for what cannot be there, as every page and every answer of the API.
  const names = new Set(readdirSync("public"));
  app.use((req, res, next) =>
    names.has(req.path.split("/")[1] ?? "") ? answerFile(req, res, next) : next(),
  );
  app.use(keepPrivate);
  app.all(
    "*",
    hearNews,
    createRequestHandler({
      build: wordRefusals(withEveryAction(build)),
      getLoadContext: (req, res) => ({
        nonce: res.locals.nonce,
        clientAddress: countedAddress(
          (env.onFly && req.get("Fly-Client-IP")) || req.socket.remoteAddress || "unknown",
        ),
        findInteraction: () => findInteraction(provider, req, res),
      }),
    }),
  );
  app.use(answerTrouble);
  return app;
}

function keepPruning() {
  const prune = async () => {
    const isMore = await pruneOutbox().catch(noteTrouble);
    setTimeout(prune, isMore ? 100 : PRUNE_MS).unref();
  };
  void prune();
}

function keepCounting() {
  setInterval(() => {
    recountDaily().catch(noteTrouble);
  }, HOUR_MS).unref();
}

function keepSweeping() {
  const sweep = async () => {
    await Promise.all([sweepPictures(), sweepSentFiles()]).catch(noteTrouble);
    setTimeout(sweep, SWEEP_MS).unref();
  };
  void sweep();
}

async function start() {
  await openDatabase();
  if (env.demo && !env.signIn.issuer) await seedDemo();
  await recountAtStart();
  keepPruning();
  keepCounting();
  keepSweeping();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, await createApp());
  server.on("error", (error: NodeJS.ErrnoException) => {
    leave(
      error.code === "EADDRINUSE"
        ? `The port ${env.port} is taken: set PORT to a free one, or end the program that holds it.`
        : `The server cannot listen on port ${env.port}: ${error.message}`,
    );
  });
  server.listen(env.port, env.host, () => {
    ready = true;
    console.info(`B-Side is at ${env.origin}`);
    if (env.demo && !env.signIn.issuer)
      console.info(`Sign in as ${DEMO_SIGN_IN.email} with the password: ${DEMO_SIGN_IN.password}`);
    if (process.env.NODE_ENV === "development") broadcastDevReady(build);
  });

  let leaving = false;
  const goDown = () => {
    if (leaving) return;
    leaving = true;
    ready = false;
    endAllStreams();
    server.close(() => {
      client.close();
      process.exit(0);
    });
    // A connection is idle only once its request is answered: looked at again and again, then given up.
    setInterval(() => server.closeIdleConnections(), 100);
    setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  };
  process.on("SIGTERM", goDown);
  process.on("SIGINT", goDown);
}

function leave(says: string) {
  console.error(says);
  process.exit(1);
}

start().catch((error) => {
  if (error instanceof DatabaseProblem) leave(error.message);
  throw error;
});
