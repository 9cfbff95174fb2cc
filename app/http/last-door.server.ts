// The last door: what a route refuses without words of its own, as it does when the database is away.
import type { ServerBuild } from "@remix-run/node";
import { page } from "./member.server";

/** The routes, with refusals that they let through answered by status and sentence: on the error screen, where there is one. */
export function wordRefusals(build: ServerBuild): ServerBuild {
  const routes: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue;
    const { module } = route;
    routes[id] = {
      ...route,
      module: { ...module, loader: guarded(module.loader), action: guarded(module.action) },
    };
  }
  return { ...build, routes };
}

function guarded<Args, Result>(run: ((args: Args) => Result) | undefined) {
  return run && ((args: Args) => page(async () => run(args)));
}
