// Remix as middleware: every route, with connection data in the load context.

import type { RequestHandler } from "@remix-run/express";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type Provider from "oidc-provider";
import { findInteraction } from "~/auth/provider.server";
import { apiRoutes, type GetLoadContext } from "~/http/api-routes.server";
import { clientAddressOf } from "~/http/client-address.server";
import { narrowBuild } from "./narrow-build";
import { sendResponse, toRemixRequest } from "./remix-adapter.server";
import { withRouteDefaults } from "./route-defaults.server";

/** The header that says which build has answered, so that a page of an older one can tell. */
const BUILD = "Build";

/** Handles requests with the routes of the build: those of the API, and all of them. */
export function routeHandlers(build: ServerBuild, provider: Provider): Record<"api" | "all", RequestHandler> {
  const whole = withRouteDefaults(build);
  const getLoadContext: GetLoadContext = (req, res) => ({
    nonce: res.locals.nonce,
    clientAddress: clientAddressOf(req),
    method: req.method,
    findInteraction: () => findInteraction(provider, req, res),
  });
  return { api: apiRoutes(whole, getLoadContext), all: remixHandler(whole, getLoadContext) };
}

function remixHandler(build: ServerBuild, getLoadContext: GetLoadContext): RequestHandler {
  const partFor = narrowBuild(build);
  const handlers = new Map<ServerBuild, ReturnType<typeof createRequestHandler>>();
  return async (req, res, next) => {
    try {
      const request = toRemixRequest(req, res);
      const part = partFor(new URL(request.url).pathname);
      let handle = handlers.get(part);
      if (!handle) {
        handle = createRequestHandler(part, process.env.NODE_ENV);
        handlers.set(part, handle);
      }
      const response = await handle(request, getLoadContext(req, res));
      res.setHeader(BUILD, build.assets.version);
      await sendResponse(response, res);
    } catch (error) {
      next(error);
    }
  };
}
