// The files of public/, including the browser build.
import { readdirSync } from "node:fs";
import express, { type RequestHandler, Router } from "express";
import { sendError } from "./express-errors.server";
import { allowReadsOnly } from "./request-guard.server";

/** Serves public/: the build for a year, everything else for an hour. */
export function staticFiles(): Router {
  const options = { index: false, redirect: false };
  const router = Router();
  if (process.env.NODE_ENV !== "development") router.use(hideSourceMaps);
  router.use(
    "/build",
    allowReadsOnly,
    express.static("public/build", { ...options, immutable: true, maxAge: "1y", fallthrough: false }),
  );
  const serveFile = express.static("public", { ...options, maxAge: "1h" });
  // Skips the disk for pages and API requests.
  const names = new Set(readdirSync("public"));
  router.use((req, res, next) =>
    names.has(req.path.split("/")[1] ?? "") ? serveFile(req, res, next) : next(),
  );
  return router;
}

// The compiler's source maps contain the whole source of a route, including its loader.
const hideSourceMaps: RequestHandler = (req, res, next) => {
  if (/^\/build\/.*\.map$/i.test(req.path)) sendError(req, res, 404, "There is nothing here.");
  else next();
};
