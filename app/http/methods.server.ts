// What a route answers that takes nothing: a sentence, where the framework would tell of its code.
import type { ServerBuild } from "@remix-run/node";
import { sentence } from "./refusal.server";

const SAYS = "Nothing can be sent to this address.";
const allowed = { Allow: "GET, HEAD" };

/** The build with an action for every route that has none: it refuses (405), on a page as the error screen. */
export function withEveryAction(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const refuse = route?.module.default ? refusePage : refuseFile;
    return [id, route && { ...route, module: { action: refuse, ...route.module } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

async function refusePage(): Promise<Response> {
  throw new Response(SAYS, { status: 405, headers: allowed });
}

async function refuseFile({ request }: { request: Request }): Promise<Response> {
  return sentence(request, 405, SAYS, allowed);
}
