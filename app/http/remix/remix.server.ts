// Remix as middleware: every route, with connection data in the load context.
import { createRequestHandler, type GetLoadContextFunction, type RequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type Provider from "oidc-provider";
import { findInteraction } from "~/auth/provider.server";
import { env } from "~/env.server";
import { clientAddressOf } from "~/http/client-address.server";
import { narrowBuild } from "./narrow-build";
import { withRouteDefaults } from "./route-defaults.server";

/** The header that says which build has answered, so that a page of an older one can tell. Not translated. */
export const BUILD = "Build";

/** Handles requests with the routes of a build; in development `build` loads it again after each change. */
export function routeHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  provider: Provider,
): RequestHandler {
  const getLoadContext: GetLoadContextFunction = (req, res) => ({
    nonce: res.locals.nonce,
    clientAddress: clientAddressOf(req),
    method: req.method,
    response: res,
    findInteraction: () => findInteraction(provider, req, res),
  });
  if (typeof build === "function")
    return createRequestHandler({ build: async () => withRouteDefaults(await build()), getLoadContext });
  const partFor = narrowBuild(withRouteDefaults(build));
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (req, res, next) => {
    res.setHeader(BUILD, build.assets.version);
    const part = partFor(new URL(req.originalUrl, env.origin).pathname);
    const handle = handlers.get(part) ?? createRequestHandler({ build: part, getLoadContext });
    handlers.set(part, handle);
    return handle(req, res, next);
  };
}
