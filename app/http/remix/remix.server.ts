// Remix as middleware: every route, with connection data in the load context.
import { createRequestHandler, type GetLoadContextFunction, type RequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type Provider from "oidc-provider";
import { findInteraction } from "~/auth/provider.server";
import { clientAddressOf } from "~/http/client-address.server";
import { withRouteDefaults } from "./route-defaults.server";

/** The header that says which build has answered, so that a page of an older one can tell. */
const BUILD = "Build";

/** Handles requests with the routes of a build; in development `build` loads it again after each change. */
export function routeHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  provider: Provider,
): RequestHandler {
  const getLoadContext: GetLoadContextFunction = (req, res) => {
    if (typeof build !== "function") res.setHeader(BUILD, build.assets.version);
    return {
      nonce: res.locals.nonce,
      clientAddress: clientAddressOf(req),
      method: req.method,
      findInteraction: () => findInteraction(provider, req, res),
    };
  };
  const whole =
    typeof build === "function" ? async () => withRouteDefaults(await build()) : withRouteDefaults(build);
  return createRequestHandler({ build: whole, getLoadContext });
}
