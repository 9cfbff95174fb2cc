// One log line per request: method, path and status.
import pinoHttp from "pino-http";
import { log } from "~/log.server";

export const requestLog = pinoHttp({
  logger: log.logger,
  customLogLevel: (_, res, error) => (error || res.statusCode >= 500 ? "error" : "debug"),
  serializers: {
    req: (req) => ({ method: req.method, path: log.pathOf(req.url) }),
    res: (res) => ({ status: res.statusCode }),
  },
});
