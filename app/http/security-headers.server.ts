// Headers of every response: content security policy, transport security, caching.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";
import { env } from "~/env.server";
import { CHECK_PAGE } from "~/models/match/why";

const createNonce: RequestHandler = (_, res, next) => {
  // Random like any other, but Node draws many at once.
  res.locals.nonce = randomUUID();
  next();
};

const nonceSource = (_: unknown, res: unknown) => `'nonce-${(res as Response).locals.nonce}'`;

/** The only pages that show other sites. */
const PLAYER_PAGE = /^\/messages\/[^/]+\/play\/[^/]+$/;
const PLAYERS = "https://www.youtube-nocookie.com https://open.spotify.com";

const frameSource = (req: IncomingMessage) => (PLAYER_PAGE.test((req as Request).path) ? PLAYERS : "'self'");

const helmetHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'self'"],
      "script-src": [nonceSource, "'strict-dynamic'"],
      "style-src": ["'self'", nonceSource],
      "style-src-attr": ["'unsafe-inline'"],
      // Covers on other hosts are shown only to the member who entered their URL.
      "img-src": ["'self'", "data:", "blob:", "https:"],
      // A member hears their recording before it is sent.
      "media-src": ["'self'", "blob:"],
      "frame-src": [frameSource],
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

/** What no page uses; voice notes are recorded, and passkeys and players of other sites have their defaults. */
const UNUSED_FEATURES = ["camera", "display-capture", "geolocation", "midi", "payment", "serial", "usb"];
const PERMISSIONS = [...UNUSED_FEATURES.map((feature) => `${feature}=()`), "microphone=(self)"].join(", ");

const permissionsPolicy: RequestHandler = (_, res, next) => {
  res.set("Permissions-Policy", PERMISSIONS);
  next();
};

/**
 * The page carries a stricter policy in its markup, and this is the part that only a header can say; the common policy would
 * refuse its script.
 */
const keepCheckPagePolicy: RequestHandler = (req, res, next) => {
  if (req.path === CHECK_PAGE) res.set("Content-Security-Policy", "frame-ancestors 'none'");
  next();
};

/** Sets the security headers; the nonce of the policy is in `res.locals.nonce`. */
export const securityHeaders: RequestHandler[] = [
  createNonce,
  helmetHeaders,
  permissionsPolicy,
  keepCheckPagePolicy,
];

/** The headers that a route may have of its own. Remix adds them to those of every response instead of replacing them. */
const ROUTES_OWN = ["Content-Security-Policy", "Referrer-Policy"];

/**
 * Keeps responses without a Cache-Control, redirects included, out of every cache. A route's own policies replace the common.
 */
export const privateByDefault: RequestHandler = (_, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
  res.writeHead = (...head: unknown[]) => {
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "private, no-store");
    for (const name of ROUTES_OWN) {
      const values = res.getHeader(name);
      if (Array.isArray(values)) res.setHeader(name, values.at(-1) ?? "");
    }
    return writeHead(...head);
  };
  next();
};
