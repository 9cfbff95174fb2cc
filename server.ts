// The process: headers, cross-site check, sign-in provider, static files, Remix, health, going down.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler } from "@remix-run/express";
import { broadcastDevReady, installGlobals } from "@remix-run/node";
import compression from "compression";
import { client, DatabaseProblem, openDatabase } from "db/client.server";
import { seedDemo } from "db/demo.server";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import helmet from "helmet";
import pinoHttp from "pino-http";
import { env } from "~/env.server";
import { BODY_BYTES } from "~/http/body.server";
import { isOwnPage } from "~/http/cross-site";
import { log } from "~/http/log.server";
import { createProvider, findInteraction, PROVIDER_PATH } from "~/http/provider.server";
import { recountAtStart } from "~/matching/census.server";
import { DEMO_SIGN_IN } from "~/models/demo";

const DRAIN_MS = 20_000;

installGlobals({ nativeFetch: true });

let ready = false;

const checkHealth: RequestHandler = (_, res) => {
  res
    .status(ready ? 200 : 503)
    .type("text")
    .set("Cache-Control", "no-store");
  res.send(ready ? "ready" : "not ready");
};

const refuseStrangeRequests: RequestHandler = (req, res, next) => {
  const refuse = (status: number, says: string) => res.status(status).type("text").send(says);
  if (!req.headers.host || !URL.canParse(`http://${req.headers.host}${req.originalUrl}`)) {
    refuse(400, "The request names no host that could be read.");
  } else if (req.method === "GET" || req.method === "HEAD") {
    next();
  } else if (!isOwnPage(req.headers, req.headers.host)) {
    refuse(403, "This did not come from a page of this site.");
  } else if (Number(req.headers["content-length"] ?? 0) >= BODY_BYTES) {
    refuse(413, "That is too much at once: at most 1 MB.");
  } else {
    next();
  }
};

const makeNonce: RequestHandler = (_, res, next) => {
  res.locals.nonce = randomBytes(16).toString("base64");
  next();
};

const secureHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'self'"],
      "script-src": [(_, res) => `'nonce-${(res as express.Response).locals.nonce}'`, "'strict-dynamic'"],
      "style-src": ["'self'", (_, res) => `'nonce-${(res as express.Response).locals.nonce}'`],
      "style-src-attr": ["'unsafe-inline'"],
      "img-src": ["'self'", "data:", "https://i.ytimg.com"],
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

const answerTrouble: ErrorRequestHandler = (error, req, res, next) => {
  const status = error.status >= 400 && error.status < 500 ? error.status : 500;
  if (status === 500) log.logger.error({ method: req.method, path: req.path, err: error }, "bug");
  if (res.headersSent) return next(error);
  res.status(status).type("text");
  res.send(status === 500 ? "Something went wrong on our side." : "The request could not be read.");
};

async function createApp() {
  const provider = await createProvider();
  const answerProvider = provider.callback();
  const app = express();
  app.disable("x-powered-by");
  app.get("/healthz", checkHealth);
  app.use(
    pinoHttp({
      logger: log.logger,
      customLogLevel: (_, res, error) => (error || res.statusCode >= 500 ? "error" : "debug"),
      serializers: {
        req: (req) => ({ method: req.method, path: req.url.split("?")[0] }),
        res: (res) => ({ status: res.statusCode }),
      },
    }),
  );
  app.use(PROVIDER_PATH, (req, res, next) => {
    // Its screens are pages of this app; all the rest is the protocol's.
    if (env.signIn.issuer || req.path.startsWith("/interaction/")) next();
    else answerProvider(req, res);
  });
  app.use(refuseStrangeRequests, makeNonce, secureHeaders, compression({ filter: isWorthPacking }));
  app.use("/build", express.static("public/build", { immutable: true, maxAge: "1y", fallthrough: false }));
  app.use(express.static("public", { maxAge: "1h" }));
  app.all(
    "*",
    createRequestHandler({
      build,
      getLoadContext: (req, res) => ({
        nonce: res.locals.nonce,
        clientAddress: (env.onFly && req.get("Fly-Client-IP")) || req.socket.remoteAddress || "unknown",
        findInteraction: () => findInteraction(provider, req, res),
      }),
    }),
  );
  app.use(answerTrouble);
  return app;
}

const isWorthPacking: compression.CompressionFilter = (req, res) =>
  !String(res.getHeader("Content-Type")).startsWith("text/event-stream") && compression.filter(req, res);

async function start() {
  await openDatabase();
  if (env.demo && !env.signIn.issuer) await seedDemo();
  await recountAtStart();
  const server = createServer(await createApp());
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
    if (env.demo)
      console.info(`Sign in as ${DEMO_SIGN_IN.email} with the password: ${DEMO_SIGN_IN.password}`);
    if (process.env.NODE_ENV === "development") broadcastDevReady(build);
  });

  let leaving = false;
  const goDown = () => {
    if (leaving) return;
    leaving = true;
    ready = false;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    server.close(() => {
      client.close();
      process.exit(0);
    });
    server.closeIdleConnections();
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
