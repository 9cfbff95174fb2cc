// One log line per request: method, path and status.
import type { RequestHandler } from "express";
import pinoHttp, { startTime } from "pino-http";
import { log } from "~/log.server";

const logEach = pinoHttp({
  logger: log.logger,
  customLogLevel: (_, res, error) => (error || isFailure(res) ? "error" : "debug"),
  serializers: {
    req: (req) => ({ method: req.method, path: log.pathOf(req.url) }),
    res: (res) => ({ status: res.statusCode }),
  },
});

/** Middleware: logs failures, and at the level `debug` all requests. */
export const requestLog: RequestHandler = (req, res, next) => {
  if (log.logger.isLevelEnabled("debug")) return logEach(req, res, next);
  // pino-http would make a logger for each request, whether it logs anything or not.
  Object.assign(res, { [startTime]: Date.now() });
  res.once("finish", () => {
    if (isFailure(res)) logEach(req, res);
  });
  next();
};

function isFailure(res: { statusCode: number }): boolean {
  return res.statusCode >= 500;
}
