import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { routeFinder } from "~/http/api-routes.server";
import { routes as all, servedAt } from "../routes";

/** The routes of the app; a route's module is its id. */
const routes = Object.fromEntries(
  Object.entries(all).map(([id, route]) => [id, { ...route, module: { id } }]),
) as unknown as ServerBuild["routes"];
const findRoute = routeFinder({ routes });

function find(path: string) {
  const { module, params } = findRoute(path) ?? {};
  return module && [module, params];
}

/** The route and parameters that Remix finds for a path. */
function findWithRemix(path: string) {
  const tree = Object.keys(all).map((id) => ({ id, path: servedAt(id) }));
  const found = matchRoutes(tree, path)?.at(-1);
  return found && [{ id: found.route.id }, found.params];
}

const apiPaths = Object.keys(all)
  .map(servedAt)
  .filter((path) => path.startsWith("/api/"));

test.each(apiPaths.filter((path) => !path.endsWith("*")))("%s is the route that Remix finds", (path) => {
  const filled = path.replaceAll(/:\w+/g, "some-id.1");
  expect(find(filled)).toBeDefined();
  expect(find(filled)).toEqual(findWithRemix(filled));
});

test("a name goes before a parameter", () => {
  expect(find("/api/matches/mutual")).toEqual([{ id: "routes/api.matches.mutual" }, {}]);
  expect(find("/api/matches/mutua")).toEqual([{ id: "routes/api.matches.$id" }, { id: "mutua" }]);
});

test.each([
  "/",
  "/api",
  "/api/",
  "/api/nowhere",
  "/api/matches/",
  "/api//matches",
  "/API/matches",
  "/api/matches/1/2",
  "/api/matches/.",
  "/api/matches/..",
  "/api/matches/%6dutual",
  "/api/matches/é",
  "/api/auth/user.data",
  "/matches/1",
  "/api/constructor",
])("%s is left to Remix", (path) => {
  expect(find(path)).toBeUndefined();
});

test("routes with a page are left to Remix", () => {
  const module = { default: () => null };
  const withPage = { page: { id: "page", path: "api/login", module } } as unknown as ServerBuild["routes"];
  expect(routeFinder({ routes: withPage })("/api/login")).toBeUndefined();
});
