// The app's routes as Remix reads them from remix.config.js, for tests that ask all of them.
import { basename } from "node:path";
import { readConfig } from "@remix-run/dev/dist/config.js";

export const { routes } = await readConfig(process.cwd());

/** The routes' files: the name of each, where it stands, and its address. */
export const routeFiles = Object.values(routes)
  .filter(({ id }) => id !== "root")
  .map(({ id, file }) => ({ name: basename(file), path: `app/${file}`, address: servedAt(id) || "/" }));

/** The address at which Remix serves a route. */
export function servedAt(id: string): string {
  const { parentId, path } = routes[id] ?? {};
  return `${parentId ? servedAt(parentId) : ""}${path ? `/${path}` : ""}`;
}
