// The app's routes as Remix reads them from remix.config.js, for tests that ask all of them.
import { basename } from "node:path";
import { readConfig } from "@remix-run/dev/dist/config.js";

export const { routes } = await readConfig(process.cwd());

/** The routes' files: the name of each, which says its address, and where it stands. */
export const routeFiles = Object.values(routes)
  .filter(({ id }) => id !== "root")
  .map(({ file }) => ({ name: basename(file), path: `app/${file}` }));

/** The address at which Remix serves a route. */
export function servedAt(id: string): string {
  const { parentId, path } = routes[id] ?? {};
  return `${parentId ? servedAt(parentId) : ""}${path ? `/${path}` : ""}`;
}
