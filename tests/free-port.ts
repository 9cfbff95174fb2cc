// Free ports for servers that need to know theirs before they start.
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give these ports to no connection or server by themselves: a free one stays free until it is used. */
const FIRST_PORT = 10_000;
const PORTS_PER_WORKER = 1_500;
const WORKER_RANGES = 4;

const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);
const firstPort = FIRST_PORT + (worker % WORKER_RANGES) * PORTS_PER_WORKER;
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

/** A free port of this worker's own range, another one at each call. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_PER_WORKER; tries++) {
    const port = firstPort + (next++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error("There is no free port");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
