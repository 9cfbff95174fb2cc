// Parts of the build: Remix flattens and ranks all routes of its build several times per request, so each request is handled
// with only those that its path can match.
import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/** How many segments at the start of a path choose the part. */
const DEPTH = 2;

/**
 * Returns a function that chooses the part of a build for a URL's path. A path that does not begin with plain names of
 * routes gets the whole build, since Remix also takes other spellings of them.
 */
export function narrowBuild(build: ServerBuild): (pathname: string) => ServerBuild {
  const segments = new Map(Object.keys(build.routes).map((id) => [id, segmentsOf(build.routes, id)]));
  const parts = new Map<string, ServerBuild>([["", takeRoutes(build, segments, [""])]]);
  for (const path of segments.values()) {
    for (let depth = 1; depth <= DEPTH && path.slice(0, depth).every(isPlain); depth++) {
      const names = path.slice(0, depth);
      if (names.length === depth && !parts.has(names.join("/")))
        parts.set(names.join("/"), takeRoutes(build, segments, names));
    }
  }
  return (pathname) => {
    const path = pathname
      .replace(/\.data$/, "")
      .replace(/^\/_root$/, "/")
      .slice(1);
    if (path.startsWith("/")) return build;
    const names = path.split("/", DEPTH);
    return parts.get(names.join("/")) ?? parts.get(names[0] ?? "") ?? build;
  };
}

/** The routes that paths beginning with these names can match, and the layouts around them. */
function takeRoutes(build: ServerBuild, segments: Map<string, string[]>, names: string[]): ServerBuild {
  const taken = new Set<string>();
  for (const [id, path] of segments) {
    if (!canMatch(path, names)) continue;
    for (let each: string | undefined = id; each !== undefined; each = build.routes[each]?.parentId) {
      taken.add(each);
    }
  }
  const pick = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => taken.has(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}

function canMatch(path: string[], names: string[]): boolean {
  for (const [index, name] of names.entries()) {
    const segment = path[index] ?? "";
    if (segment === "*" || segment.endsWith("?")) return true;
    if (segment !== name && !segment.startsWith(":")) return false;
  }
  return true;
}

/** The segments of a route's whole path; none for the root's. */
function segmentsOf(routes: Routes, id: string): string[] {
  const { path, parentId } = routes[id] ?? {};
  const own = path ? path.split("/") : [];
  return parentId === undefined ? own : [...segmentsOf(routes, parentId), ...own];
}

function isPlain(segment: string): boolean {
  return /^[\w.-]+$/.test(segment);
}
