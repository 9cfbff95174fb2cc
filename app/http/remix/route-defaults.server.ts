// Defaults of every route in the build: responding to refusals, passing on headers, refusing other methods.
import type { HeadersFunction, ServerBuild } from "@remix-run/node";
import { errorResponse, logCause, retryHeaders } from "~/http/error-response.server";
import { msg, t } from "~/language/text";
import { refusalIn, statusOf } from "~/refusal";
import { setRoute } from "~/request-context.server";

const NOTHING_TAKEN = msg("Nothing can be sent to this address.");
// Not translated: a header.
const readsOnly = { Allow: "GET, HEAD" };

/**
 * The build with four defaults. A refusal thrown by a loader or action becomes a response with its status and message,
 * on the error screen if the route has one. Headers of loaders and actions reach the browser. A route without an action
 * refuses writes (405). Every loader and action sets the request's route.
 */
export function withRouteDefaults(build: ServerBuild): ServerBuild {
  const routes: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue;
    const { module } = route;
    const handle = answering(id.replace(/^routes\//, ""), countAncestors(build.routes, id));
    const action = module.action ?? (module.default ? refusePage : refuseFile);
    routes[id] = {
      ...route,
      module: { ...module, headers, loader: handle(module.loader), action: handle(action) },
    };
  }
  return { ...build, routes };
}

/** Passes on headers (`Retry-After`, `Allow`) that Remix drops by default. Remix passes on cookies itself. */
const headers: HeadersFunction = ({ parentHeaders, loaderHeaders, actionHeaders, errorHeaders }) => {
  const passed = new Headers(parentHeaders);
  for (const set of [loaderHeaders, actionHeaders, errorHeaders ?? []]) {
    for (const [name, value] of set) if (!/^(content-|set-cookie$)/.test(name)) passed.set(name, value);
  }
  return passed;
};

/** Wraps the loaders and actions of a route. */
function answering(route: string, depth: number) {
  return <Args, Result>(run: ((args: Args) => Result) | undefined) =>
    run &&
    (async (args: Args) => {
      setRoute(route, depth);
      try {
        return await run(args);
      } catch (error) {
        const refusal = refusalIn(error);
        if (!refusal) throw error;
        logCause(refusal);
        throw new Response(refusal.message, { status: statusOf(refusal), headers: retryHeaders(refusal) });
      }
    });
}

function countAncestors(routes: ServerBuild["routes"], id: string): number {
  const parent = routes[id]?.parentId;
  return parent === undefined ? 0 : 1 + countAncestors(routes, parent);
}

async function refusePage(): Promise<Response> {
  throw new Response(t(NOTHING_TAKEN), { status: 405, headers: readsOnly });
}

async function refuseFile({ request }: { request: Request }): Promise<Response> {
  return errorResponse(request, 405, t(NOTHING_TAKEN), readsOnly);
}
