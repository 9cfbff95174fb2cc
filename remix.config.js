import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { flatRoutesUniversal } from "@remix-run/dev/dist/config/flat-routes.js";

/** All files in app/routes: the name of each says its address as in Remix's flat folder, whichever folder it stands in. */
function routes() {
  const app = join(import.meta.dirname, "app");
  const files = readdirSync(join(app, "routes"), { recursive: true }).filter((path) => /\.tsx?$/.test(path));
  const names = files.map((path) => basename(path)).sort();
  const flat = flatRoutesUniversal(
    app,
    names.map((name) => join(app, "routes", name)),
  );
  const fileOf = (name) => `routes/${files.find((path) => basename(path) === name)}`;
  return Object.fromEntries(
    Object.entries(flat).map(([id, route]) => [id, { ...route, file: fileOf(basename(route.file)) }]),
  );
}

/** Remix's options, which vite.config.ts hands to its plugin. @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  // Remix itself would look at those only that stand in no folder.
  ignoredRouteFiles: ["**/*"],
  routes,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // Its address matches hundreds of paths in one request, and every page every beginning of its own: too dear.
    v3_lazyRouteDiscovery: false,
  },
};
