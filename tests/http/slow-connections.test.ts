import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSlowConnections } from "~/http/slow-connections.server";

const SECONDS = 20;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connection to a server that answers nothing, with a request whose body has begun. */
async function beginRequest() {
  const server = createServer(() => {});
  closeSlowConnections(server, SECONDS);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx");
  const [request] = (await once(server, "request")) as [IncomingMessage];
  let received = "";
  client.setEncoding("utf8").on("data", (part) => {
    received += part;
  });
  const body = request.resume();
  return { server, client, body, received: () => received };
}

test("a request that has just started does not count as slow", async () => {
  const { server, client, body, received } = await beginRequest();
  vi.advanceTimersByTime(SECONDS * 1000);
  client.write("y".repeat(99_999));
  await once(body, "end");
  expect(received()).toBe("");
  client.destroy();
  server.close();
});

test("less than 1 kB a second between two checks is too slow, and more is not", async () => {
  const { server, client, body, received } = await beginRequest();
  vi.advanceTimersByTime(SECONDS * 1000);
  for (let i = 0; i < 2; i++) {
    client.write("y".repeat(SECONDS * 1000));
    for (let bytes = 0; bytes < SECONDS * 1000; ) bytes += ((await once(body, "data")) as [Buffer])[0].length;
    vi.advanceTimersByTime(SECONDS * 1000);
  }
  expect(received()).toBe("");
  client.write("y".repeat(SECONDS * 1000 - 1));
  for (let bytes = 0; bytes < SECONDS * 1000 - 1; )
    bytes += ((await once(body, "data")) as [Buffer])[0].length;
  vi.advanceTimersByTime(SECONDS * 1000);
  await once(client, "close");
  expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*This request arrived too slowly\.$/);
  server.close();
});
