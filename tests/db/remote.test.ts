// What a remote libSQL server's failures become.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openRemote } from "db/remote.server";
import { afterAll, beforeAll, expect, test } from "vitest";

let answer: { status: number; body: string };
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const run = () =>
  openRemote({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, authToken: undefined });

test.each([
  ["is restarting", 503, ""],
  ["has restarted in a transaction", 400, '{"error":"Received an invalid baton"}'],
])("a server that %s is not responding", async (_, status, body) => {
  answer = { status, body };
  await expect(run().execute("select 1")).rejects.toSatisfy((error) =>
    causesOf(error).includes("unavailable"),
  );
});

test("a request that a server finds wrong is no outage", async () => {
  answer = { status: 400, body: '{"error":"The JSON is invalid"}' };
  await expect(run().execute("select 1")).rejects.toSatisfy(
    (error) => !causesOf(error).includes("unavailable"),
  );
});

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  return ["code" in error ? error.code : undefined, ...causesOf(error.cause)];
}
