// The metrics, in the format of Prometheus. They are collected when they are read; no label names a member.
import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import express, { type RequestHandler } from "express";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { env } from "~/env.server";
import { readLanguage } from "~/language/language.server";
import { getOutboxBounds } from "~/live/outbox.server";
import { countStreams, getReaderPosition, isStream } from "~/live/streams.server";
import { getMailTotals } from "~/mail/sending.server";
import { getSearchTotals } from "~/matching/search.server";
import { reportWorkers, searchWorkers, statisticsWorkers } from "~/matching/worker-pool.server";
import { countWaitingMail } from "~/models/mail-queue.server";
import { getPushTotals } from "~/models/notification/push-sending.server";
import { getReplicaLagSeconds } from "~/models/operator/health.server";
import { getLastBackup } from "~/models/operator/last-backup.server";
import { getDatabaseBytes, getFreeDiskBytes } from "~/models/operator/space.server";
import { countPictureJobs } from "~/models/picture/processing.server";
import { type RequestContext, runInContext, setRoute } from "~/request-context.server";
import { clientAddressOf } from "./client-address.server";
import { sendError } from "./express-errors.server";
import { allowReadsOnly, requirePath } from "./request-guard.server";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const DURATION_BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3];
const LOOP_RESOLUTION_MS = 20;

const registry = new Registry();
const registers = [registry];

const requests = new Counter({
  name: "b_side_requests_total",
  help: "Requests by route, method and status; the status is 'aborted' if the client left before the response.",
  labelNames: ["route", "method", "status"],
  registers,
});
const durations = new Histogram({
  name: "b_side_request_seconds",
  help: "The time until a response was sent, without live streams.",
  labelNames: ["route"],
  buckets: DURATION_BUCKETS,
  registers,
});
const backups = new Counter({
  name: "b_side_backups_total",
  help: "Scheduled backups since the start, by result.",
  labelNames: ["result"],
  registers,
});

const loopDelay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
if (env.metrics.token || env.metrics.port) loopDelay.enable();

addGauge(
  "start_time_seconds",
  "When the process started, in Unix time.",
  () => performance.timeOrigin / 1000,
);
addGauge("resident_memory_bytes", "The memory of this process.", () => process.memoryUsage.rss());
addGaugeBy(
  "event_loop_delay_seconds",
  "How late the event loop was since the last reading.",
  "quantile",
  () => {
    const delays = {
      "0.5": delaySeconds(loopDelay.percentile(50)),
      "0.99": delaySeconds(loopDelay.percentile(99)),
      "1": delaySeconds(loopDelay.max),
    };
    loopDelay.reset();
    return delays;
  },
);
addCounterBy("searches_total", "Searches of Discover, by result.", "result", () => getSearchTotals().count);
addCounterBy(
  "search_seconds_total",
  "The time that searches took, waiting included, by result.",
  "result",
  () => getSearchTotals().seconds,
);
for (const state of ["running", "waiting"] as const) {
  addGaugeBy(`jobs_${state}`, `Jobs that are ${state}, by queue.`, "queue", () => ({
    search: searchWorkers.countJobs()[state],
    statistics: statisticsWorkers.countJobs()[state],
    report: reportWorkers.countJobs()[state],
    picture: countPictureJobs()[state],
  }));
}
addGauge("streams", "Open live streams.", countStreams);
addGauge(
  "outbox_lag_events",
  "Live events that were written but not yet looked at for this machine's streams.",
  async () => {
    const position = getReaderPosition();
    return position ? Math.max(0, (await getOutboxBounds()).last - position.checkedUpTo) : 0;
  },
);
if (env.mail) {
  addCounterBy("mails_total", "Attempts to send a mail, by result.", "result", getMailTotals);
  addGauge("mails_waiting", "Mails that are not sent yet.", async () => (await countWaitingMail()).waiting);
  addGauge("mail_oldest_seconds", "How long the oldest mail has been waiting.", async () => {
    const { oldest } = await countWaitingMail();
    return oldest ? (Date.now() - oldest.getTime()) / 1000 : 0;
  });
}
addCounterBy("pushes_total", "Attempts to send a push, by result.", "result", getPushTotals);
addGauge("database_bytes", "The size of the database, its write-ahead log included.", getDatabaseBytes);
addGauge("disk_free_bytes", "The free space on the database's disk.", getFreeDiskBytes);
addGauge("last_backup_time_seconds", "When the last backup was made, in Unix time.", async () => {
  const backup = await getLastBackup();
  if (backup) return Date.parse(backup.at) / 1000;
  // Without a backup the time is 1970, so that alerts on its age fire.
  return env.backup.to ? 0 : undefined;
});
addGauge("last_backup_bytes", "The size of the last backup.", async () => (await getLastBackup())?.bytes);
addGauge("replica_lag_seconds", "How old the replica's data may be.", getReplicaLagSeconds);

/** Middleware: counts every request by route, method and status, and opens its context. */
export const countRequests: RequestHandler = (req, res, next) => {
  const started = performance.now();
  const context: RequestContext = {
    route: "other",
    depth: 0,
    clientAddress: clientAddressOf(req),
    language: readLanguage(req.headers),
  };
  res.once("close", () => {
    const method = METHODS.has(req.method) ? req.method : "other";
    requests.inc({ route: context.route, method, status: res.headersSent ? res.statusCode : "aborted" });
    if (!isStream(res)) durations.observe({ route: context.route }, (performance.now() - started) / 1000);
  });
  runInContext(context, next);
};

/** Middleware: names the route of requests that Remix does not handle. */
export function nameRoute(name: string): RequestHandler {
  return (_, __, next) => {
    setRoute(name);
    next();
  };
}

/** Counts a scheduled backup. */
export function countBackup(result: "succeeded" | "failed") {
  backups.inc({ result });
}

/** Middleware: refuses requests without the token METRICS_TOKEN (401). */
export const requireToken: RequestHandler = (req, res, next) => {
  const given = req.get("Authorization") ?? "";
  if (timingSafeEqual(digest(given), digest(`Bearer ${env.metrics.token}`))) return next();
  sendError(req, res.set("WWW-Authenticate", "Bearer"), 401, "The metrics need a token.");
};

/** GET /metrics: all metrics. */
export const answerMetrics: RequestHandler = async (_, res, next) => {
  try {
    res
      .type(registry.contentType)
      .set("Cache-Control", "no-store")
      .send(await registry.metrics());
  } catch (error) {
    next(error);
  }
};

/** An app that serves the metrics to everybody and nothing else. */
export function createMetricsApp(): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.all("/metrics", allowReadsOnly, answerMetrics);
  app.use((req, res) => sendError(req, res, 404, "There is nothing here."));
  return requirePath(app);
}

/** Adds a gauge, left out of a reading in which its value is unknown. */
function addGauge(name: string, help: string, read: () => Promise<number | undefined> | number | undefined) {
  new Gauge({
    name: `b_side_${name}`,
    help,
    registers,
    async collect() {
      const value = await Promise.resolve(read()).catch(() => undefined);
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

function addGaugeBy(name: string, help: string, label: string, read: () => Record<string, number>) {
  new Gauge({
    name: `b_side_${name}`,
    help,
    labelNames: [label],
    registers,
    collect() {
      for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
    },
  });
}

/** Adds a counter of something that is counted elsewhere. */
function addCounterBy(name: string, help: string, label: string, read: () => Record<string, number>) {
  new Counter({
    name: `b_side_${name}`,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const [value, number] of Object.entries(read())) this.inc({ [label]: value }, number);
    },
  });
}

/** The delay in a measured interval between two turns of the loop, which are `LOOP_RESOLUTION_MS` apart at best. */
function delaySeconds(intervalNanoseconds: number): number {
  return Math.max(0, intervalNanoseconds / 1e9 - LOOP_RESOLUTION_MS / 1000);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
