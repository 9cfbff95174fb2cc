// The routes of the JSON API without Remix's handler, which matches each request three times and passes bodies through
// streams: that takes longer than what most of them do.
import type { RequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { Request as NodeRequest, Response as NodeResponse } from "express";
import { sendResponse, toWholeRequest } from "~/http/remix/remix-adapter.server";
import { BODY_BYTES, takesFile } from "./request-guard";

export type GetLoadContext = (req: NodeRequest, res: NodeResponse) => AppLoadContext;

type RouteModule = ServerBuild["routes"][string]["module"];
type ApiRoute = { segments: string[]; module: RouteModule };

/**
 * Middleware: answers requests of the API with JSON or nothing in their body. Leaves the rest to Remix: pages, uploads,
 * bodies of unknown length, and paths that are spelled in another way.
 */
export function apiRoutes(build: ServerBuild, getLoadContext: GetLoadContext): RequestHandler {
  const findRoute = routeFinder(build);
  return async (req, res, next) => {
    const { module, params } = findRoute(req.path) ?? {};
    const handle = req.method === "GET" || req.method === "HEAD" ? module?.loader : module?.action;
    if (!handle || !params || !hasWholeBody(req)) return next();
    try {
      const body = await readBody(req);
      if (!body) return;
      const args = { request: toWholeRequest(req, body), params, context: getLoadContext(req, res) };
      await sendResponse(await settle(handle(args)), res);
    } catch (error) {
      next(error);
    }
  };
}

/** Returns a function that finds the API's route for a path. */
export function routeFinder({ routes }: Pick<ServerBuild, "routes">) {
  const byName = new Map<string, ApiRoute[]>();
  for (const { path, module } of Object.values(routes)) {
    const segments = path?.split("/") ?? [];
    const [first, name] = segments;
    if (first !== "api" || !name || name === "*" || module.default) continue;
    byName.set(name, [...(byName.get(name) ?? []), { segments, module }]);
  }
  // Names go before parameters.
  for (const alike of byName.values()) alike.sort((a, b) => countParams(a) - countParams(b));
  return (path: string): { module: RouteModule; params: Record<string, string> } | undefined => {
    const parts = path.slice(1).split("/");
    if (!parts.every((part) => /^[\w-][\w.-]*$/.test(part)) || path.endsWith(".data")) return undefined;
    for (const { segments, module } of byName.get(parts[1] ?? "") ?? []) {
      const params = matchSegments(segments, parts);
      if (params) return { module, params };
    }
    return undefined;
  };
}

function countParams({ segments }: ApiRoute): number {
  return segments.filter(isParam).length;
}

function matchSegments(segments: string[], parts: string[]): Record<string, string> | undefined {
  if (segments.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? "";
    if (isParam(segment)) params[segment.slice(1)] = part;
    else if (segment !== part) return undefined;
  }
  return params;
}

function isParam(segment: string): boolean {
  return segment.startsWith(":");
}

/** True for JSON of an allowed length, and for no body at all. */
function hasWholeBody({ headers, originalUrl }: NodeRequest): boolean {
  if (headers["transfer-encoding"] !== undefined || takesFile(originalUrl)) return false;
  const length = Number(headers["content-length"] ?? 0);
  return length === 0 || (length < BODY_BYTES && /^application\/json\b/i.test(headers["content-type"] ?? ""));
}

/** The body of a request; undefined if the client left before its end. */
function readBody(req: NodeRequest): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    req
      .on("data", (chunk) => chunks.push(chunk))
      .on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))))
      .on("close", () => resolve(undefined))
      .on("error", () => resolve(undefined));
  });
}

/** The response of a route; routes also throw some. */
async function settle(handled: unknown): Promise<Response> {
  const response = await Promise.resolve(handled).catch((error: unknown) => {
    if (error instanceof Response) return error;
    throw error;
  });
  if (!(response instanceof Response)) throw new TypeError("A route of the API has returned no response");
  return response;
}
