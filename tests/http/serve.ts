// A server on a free port of this machine, for as long as the tests of a file run.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** Serves an app while the tests of the calling file run; only then is there an `origin()`. */
export function serve(app: RequestListener): { origin: () => string } {
  const server = createServer(app);
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.close();
  });
  return { origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
