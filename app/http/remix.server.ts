// Remix as middleware: every route, with connection data in the load context.
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type Provider from "oidc-provider";
import { findInteraction } from "~/auth/provider.server";
import { clientAddressOf } from "./client-address.server";
import { withRouteDefaults } from "./route-defaults.server";

/** Handles requests with the routes of the build. */
export function remixHandler(build: ServerBuild, provider: Provider): RequestHandler {
  return createRequestHandler({
    build: withRouteDefaults(build),
    getLoadContext: (req, res) => ({
      nonce: res.locals.nonce,
      clientAddress: clientAddressOf(req),
      findInteraction: () => findInteraction(provider, req, res),
    }),
  });
}
