import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { narrowBuild } from "~/http/remix/narrow-build";
import { routes as all } from "../routes";

type Tree = Parameters<typeof matchRoutes>[0];

const routes = all as unknown as ServerBuild["routes"];
const build = { routes, assets: { routes } } as unknown as ServerBuild;
const partFor = narrowBuild(build);

function toTree(routes: ServerBuild["routes"], parentId?: string): Tree {
  return Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [{ id: route.id, path: route.path, index: route.index, children: toTree(routes, route.id) }]
      : [],
  ) as Tree;
}

const tree = toTree(routes);
const trees = new Map<ServerBuild, Tree>([[build, tree]]);

function treeOf(part: ServerBuild): Tree {
  const known = trees.get(part) ?? toTree(part.routes);
  trees.set(part, known);
  return known;
}

/** The routes and parameters that Remix finds for a path. */
function find(tree: Tree, pathname: string) {
  const path = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return matchRoutes(tree, path)?.map(({ route, params }) => [route.id, params]);
}

function fullPath(id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  return route ? `${fullPath(route.parentId)}/${route.path ?? ""}` : "";
}

const paths = Object.keys(routes).map((id) =>
  fullPath(id)
    .replace(/\/+/g, "/")
    .replace(/(?<=.)\/$/, "")
    .replace(/:\w+/g, "5f0c")
    .replace("*", "no/such/page"),
);

test("a part finds the same routes as the whole build, however a path is written", () => {
  expect(paths.length).toBeGreaterThan(150);
  for (const path of new Set(paths)) {
    for (const spelling of [
      `${path}.data`,
      `${path}/edit/`,
      path.toUpperCase(),
      path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      path.replace(/\/(?=[^/]*$)/, "//"),
    ]) {
      expect([spelling, find(treeOf(partFor(spelling)), spelling)]).toEqual([spelling, find(tree, spelling)]);
    }
  }
  expect(find(treeOf(partFor("/_root.data")), "/_root.data")).toEqual(find(tree, "/"));
});

test("a known path is matched against few routes, and the browser's manifest is as small", () => {
  for (const path of [
    "/",
    "/discover",
    "/discover.data",
    "/messages/5f0c",
    "/api/auth/user",
    "/settings/email",
  ]) {
    const part = partFor(path);
    expect(Object.keys(part.routes).length).toBeLessThan(Object.keys(routes).length / 8);
    expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
  }
  expect(partFor("/no-such-page")).toBe(build);
});
