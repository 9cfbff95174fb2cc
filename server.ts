// The server: middleware in order, listening, shutting down. As a program it starts itself; a test starts it in its own
// process.
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import { client, openDatabase } from "db/client.server";
import { isDiskFull } from "db/errors.server";
import { answerAsDemo, seedDemo } from "db/seed/demo.server";
import { announceAsDemo } from "db/seed/demo-shows.server";
import { endTransactions } from "db/transaction.server";
import { describeCheckpoints, engineVersion } from "db/write-ahead-log.server";
import express, { type RequestHandler } from "express";
import { createProvider, PROVIDER_PATH, providerHandler } from "~/auth/provider.server";
import { shareSession } from "~/auth/session.server";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { handleError, logBackgroundError } from "~/http/express-errors.server";
import { answerHealth, closeConnectionsOnShutdown, setReady } from "~/http/health.server";
import { answerLive } from "~/http/live/live.server";
import {
  answerMetrics,
  countRequests,
  createMetricsApp,
  nameRoute,
  requireToken,
} from "~/http/metrics.server";
import { routeHandler } from "~/http/remix/remix.server";
import {
  allowReadsOnly,
  drainUnreadBody,
  guardRequest,
  limitSignIns,
  requirePath,
} from "~/http/request-guard.server";
import { requestLog } from "~/http/request-log.server";
import { privateByDefault, securityHeaders } from "~/http/security-headers.server";
import { closeSlowConnections } from "~/http/slow-connections.server";
import { communityFiles } from "~/http/static/community-files.server";
import { staticFiles } from "~/http/static/static-files.server";
import { routeToWriter } from "~/http/writing-region.server";
import { startBackgroundJobs, stopBackgroundJobs } from "~/jobs/background-jobs.server";
import { endAllStreams } from "~/live/streams.server";
import { log } from "~/log.server";
import { startIndex } from "~/matching/search.server";
import { countStatisticsAtStart, isSmallCommunity } from "~/matching/statistics.server";
import { DEMO_MODERATOR, DEMO_SIGN_IN, DEMO_WARNING } from "~/models/account/sign-in/demo-sign-in";
import { updateWaitingOfAll } from "~/models/account/waiting/waiting.server";
import { listSetupProblems } from "~/models/operator/setup.server";
import { refusalIn } from "~/refusal";

// The platform kills the process after 30 seconds, at most five of which are DRAIN_SECONDS.
const FINISH_MS = 15_000;
const IDLE_CHECK_MS = 100;
// Proxies keep an idle connection for a minute; if the server closed it first, their next request could be lost.
const KEEP_ALIVE_MS = 65_000;

/** The development server's (bin/dev.mjs) replacement for the build. */
type Development = { files: RequestHandler; loadBuild: () => Promise<ServerBuild> };

const hasDemo = env.demo && !env.signIn.issuer;

/** A download is sent as fast as it is read, which compression would hide. */
const compress = compression({
  filter: (req, res) => !res.hasHeader("Content-Disposition") && compression.filter(req, res),
});

/** Middleware: compresses responses, except the API's answers to writes, which are short. */
const compressLong: RequestHandler = (req, res, next) => {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (isRead || !req.path.startsWith("/api/")) compress(req, res, next);
  else next();
};

async function createApp(development?: Development) {
  const provider = await createProvider();
  const handleRoute = routeHandler(development?.loadBuild ?? build, provider);
  const guards = [drainUnreadBody, guardRequest];
  const app = express();
  app.disable("x-powered-by");
  app.use(closeConnectionsOnShutdown);
  app.all("/healthz", allowReadsOnly, answerHealth);
  if (env.metrics.token) app.all("/metrics", securityHeaders, allowReadsOnly, requireToken, answerMetrics);
  app.use(countRequests);
  // Before the request log, which would keep a logger for every open stream.
  app.all("/api/live", nameRoute("api.live"), securityHeaders, guards, routeToWriter, answerLive);
  app.use(requestLog);
  app.use(securityHeaders);
  app.use(guards);
  app.use(PROVIDER_PATH, nameRoute("oidc"));
  app.get(`${PROVIDER_PATH}/auth`, limitSignIns);
  app.use(PROVIDER_PATH, routeToWriter, providerHandler(provider));
  app.use(compressLong);
  app.all("/api/*", privateByDefault, routeToWriter, shareSession, handleRoute);
  app.use(
    nameRoute("static"),
    await communityFiles(),
    development?.files ?? staticFiles(),
    nameRoute("other"),
  );
  app.use(privateByDefault);
  app.all("*", routeToWriter, shareSession, handleRoute);
  app.use(handleError);
  return app;
}

/** Opens the database, starts the background jobs and listens; resolves with the server once it is ready. */
export async function startServer(development?: Development): Promise<Server> {
  const takesWrites = (await openDatabase()) && !env.readsOnly;
  // A remote database and a replica's file are managed elsewhere.
  if (env.databaseFile !== undefined)
    log.logger.info({ sqlite: engineVersion }, describeCheckpoints(engineVersion));
  if (takesWrites && hasDemo) await skipIfFull(seedDemo);
  if (takesWrites) await skipIfFull(updateWaitingOfAll);
  if (takesWrites) await skipIfFull(countStatisticsAtStart);
  if (takesWrites && hasDemo) await answerDaily();
  startBackgroundJobs();
  if (env.metrics.port) await listen(createServer(createMetricsApp()), env.metrics.port);
  const timeouts = { keepAliveTimeout: KEEP_ALIVE_MS, connectionsCheckingInterval: env.stallSeconds * 1000 };
  const server = createServer(timeouts, requirePath(await createApp(development)));
  closeSlowConnections(server, env.stallSeconds);
  await listen(server, env.port);
  setReady(true);
  startIndexOfLargeCommunity().catch(logBackgroundError);
  return server;
}

/** The last bugs of this process, the newest first. */
export const { listBugs } = log;

/** Uses up a rate limit, for tests of what follows. */
export { consumeRateLimit } from "~/models/rate-limit.server";

/** Runs the server until a signal ends it. */
export async function run(development?: Development) {
  const server = await startServer(development);
  let isShuttingDown = false;
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, async () => {
      if (isShuttingDown) return;
      isShuttingDown = true;
      await shutDown(server);
      process.exit(0);
    });
  }
  console.info(`B-Side is running at ${env.origin}`);
  for (const problem of await listSetupProblems()) console.warn(`Left to set up: ${problem}`);
  if (hasDemo) {
    console.info(`Sign in as ${DEMO_SIGN_IN.email} with the password: ${DEMO_SIGN_IN.password}`);
    if (!env.isLoopback) console.warn(DEMO_WARNING);
    console.info(`To moderate, sign in as ${DEMO_MODERATOR.email} with the same password`);
  }
}

/** Skips a write while the disk is nearly full, because the server can still be read without it. */
async function skipIfFull(write: () => Promise<void>) {
  await write().catch((error) => {
    if (!isDiskFull(error)) throw error;
  });
}

/** Keeps demo members' answers to today's question and their upcoming shows up to date. */
async function answerDaily() {
  await skipIfFull(answerAsDemo).catch(logBackgroundError);
  await skipIfFull(announceAsDemo).catch(logBackgroundError);
  setTimeout(answerDaily, HOUR_MS).unref();
}

/** Starts to read a large community's index; in a small one, the first search does. */
async function startIndexOfLargeCommunity() {
  if (!(await isSmallCommunity())) startIndex();
}

/** Resolves once a server listens on a port; exits with one sentence if that fails. */
async function listen(server: Server, port: number) {
  server.on("error", (error: NodeJS.ErrnoException) => {
    const name = port === env.port ? "PORT" : "METRICS_PORT";
    exitWithError(
      error.code === "EADDRINUSE"
        ? `The port ${port} is taken: set ${name} to a free one, or stop the program that uses it.`
        : `The server cannot listen on port ${port}: ${error.message}`,
    );
  });
  server.listen(port, env.host);
  await once(server, "listening");
}

/**
 * Fails the health check while still serving, then ends the streams, finishes open requests and closes the database; resolves
 * once that is done.
 */
export async function shutDown(server: Server) {
  setReady(false);
  await sleep(env.drainSeconds * 1000);
  endAllStreams();
  const jobsStopped = stopBackgroundJobs();
  const closed = once(server, "close");
  server.close();
  // A connection becomes idle only after its response.
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const finish = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(idleCheck);
  clearTimeout(finish);
  await jobsStopped;
  await endTransactions();
  client.close();
}

function exitWithError(message: string) {
  console.error(message);
  process.exit(1);
}

// Node.js follows links to modules, and leaves them in the program's path.
const [, program] = process.argv;
if (program && realpathSync(program) === fileURLToPath(import.meta.url)) {
  run().catch((error) => {
    const refusal = refusalIn(error);
    if (refusal) exitWithError(refusal.message);
    throw error;
  });
}
