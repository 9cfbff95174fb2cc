// The development server. Vite sends changes of screens to the browser; a change of the server's own modules restarts it.
import { fork } from "node:child_process";
import { createServer } from "vite";

const RESTART = 75;
const SERVER = "/server.ts";
const BUILD = "virtual:remix/server-build";

if (process.send) await serve();
else start();

/** Starts the server in a process of its own, until a signal ends both. */
function start() {
  let isEnding = false;
  let child;
  const run = () => {
    child = fork(import.meta.filename);
    child.on("exit", (code) => (code === RESTART && !isEnding ? run() : process.exit(code ?? 1)));
  };
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      isEnding = true;
      child.kill(signal);
    });
  }
  run();
}

async function serve() {
  const vite = await createServer({ server: { middlewareMode: true } });
  const { run } = await vite.ssrLoadModule(SERVER);
  await run({ files: vite.middlewares, loadBuild: () => vite.ssrLoadModule(BUILD) });
  const { moduleGraph } = vite.environments.ssr;
  vite.watcher.on("change", (file) => {
    const changed = [...(moduleGraph.getModulesByFile(file) ?? [])];
    if (changed.some((module) => isOfServer(module))) process.exit(RESTART);
  });
}

/** Whether the server imports a module, other than through a route. */
function isOfServer(module, seen = new Set()) {
  if (module.url === SERVER) return true;
  if (seen.has(module) || module.id?.endsWith(BUILD)) return false;
  seen.add(module);
  return [...module.importers].some((importer) => isOfServer(importer, seen));
}
