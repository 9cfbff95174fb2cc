// Remix as middleware: every route, with connection data in the load context.
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type Provider from "oidc-provider";
import { findInteraction } from "~/auth/provider.server";
import { clientAddressOf } from "./client-address.server";
import { narrowBuild } from "./narrow-build";
import { withRouteDefaults } from "./route-defaults.server";

/** Handles requests with the routes of the build. */
export function remixHandler(build: ServerBuild, provider: Provider): RequestHandler {
  const partFor = narrowBuild(withRouteDefaults(build));
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (req, res, next) => {
    // As Remix does, since this resolves dot segments.
    const { pathname } = new URL(`http://host${req.originalUrl}`);
    const part = partFor(pathname);
    let handler = handlers.get(part);
    if (!handler) {
      handler = createRequestHandler({
        build: part,
        getLoadContext: (req, res) => ({
          nonce: res.locals.nonce,
          clientAddress: clientAddressOf(req),
          findInteraction: () => findInteraction(provider, req, res),
        }),
      });
      handlers.set(part, handler);
    }
    return handler(req, res, next);
  };
}
