// Remix as middleware: every route, with connection data in the load context.
import type { RequestHandler } from "@remix-run/express";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type Provider from "oidc-provider";
import { findInteraction } from "~/auth/provider.server";
import { clientAddressOf } from "./client-address.server";
import { narrowBuild } from "./narrow-build";
import { sendResponse, toRemixRequest } from "./remix-adapter.server";
import { withRouteDefaults } from "./route-defaults.server";

/** Handles requests with the routes of the build. */
export function remixHandler(build: ServerBuild, provider: Provider): RequestHandler {
  const partFor = narrowBuild(withRouteDefaults(build));
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
      const response = await handle(request, {
        nonce: res.locals.nonce,
        clientAddress: clientAddressOf(req),
        findInteraction: () => findInteraction(provider, req, res),
      });
      await sendResponse(response, res);
    } catch (error) {
      next(error);
    }
  };
}
