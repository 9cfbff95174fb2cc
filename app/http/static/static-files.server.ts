// The files that browsers load: the build's, whose names change with what is in them, and those of public/.
import { readdirSync } from "node:fs";
import express, { Router } from "express";
import { allowReadsOnly } from "~/http/request-guard.server";

const FOLDER = "build/client";

/** Serves the build's scripts and styles for a year, everything else for an hour. */
export function staticFiles(): Router {
  const options = { index: false, redirect: false };
  const router = Router();
  router.use(
    "/assets",
    allowReadsOnly,
    express.static(`${FOLDER}/assets`, { ...options, immutable: true, maxAge: "1y", fallthrough: false }),
  );
  const serveFile = express.static(FOLDER, { ...options, maxAge: "1h" });
  // Skips the disk for pages and API requests.
  const names = new Set(readdirSync(FOLDER));
  router.use((req, res, next) =>
    names.has(req.path.split("/")[1] ?? "") ? serveFile(req, res, next) : next(),
  );
  return router;
}
