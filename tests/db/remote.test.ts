// What a remote libSQL server's failures become.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openRemote } from "db/remote.server";
import { afterAll, beforeAll, expect, test } from "vitest";

type Answer = { status: number; body: string };

let answer: Answer;
/** What precedes it. */
let firstAnswers: Answer[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => {
    const { status, body } = firstAnswers.shift() ?? answer;
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
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

const resultOf = (result: object) =>
  JSON.stringify({
    baton: null,
    base_url: null,
    results: [result, { type: "ok", response: { type: "close" } }],
  });

test.each(["SQLITE_BUSY", "TRANSACTION_TIMEOUT", "STREAM_EXPIRED"])(
  "what a server has undone (%s) runs again, and its answer names the last frame of the log",
  async (code) => {
    const result = {
      cols: [],
      rows: [],
      affected_row_count: 1,
      last_insert_rowid: "1",
      replication_index: "7",
    };
    answer = {
      status: 200,
      body: resultOf({ type: "ok", response: { type: "execute", result } }),
    };
    firstAnswers = [{ status: 200, body: resultOf({ type: "error", error: { message: "Undone", code } }) }];
    const remote = run();
    expect(await remote.execute("insert into record values (1)")).toMatchObject({ rowsAffected: 1 });
    expect([firstAnswers, remote.log.frame, remote.log.writtenFrame]).toEqual([[], 7, 7]);
  },
);

test("a log that begins anew is named by a frame that no replica has, and only then", async () => {
  const remote = run();
  const write = (frame: number) => {
    const result = { cols: [], rows: [], affected_row_count: 1, replication_index: String(frame) };
    answer = { status: 200, body: resultOf({ type: "ok", response: { type: "execute", result } }) };
    return remote.execute("insert into record values (1)");
  };
  for (const frame of [5, 9, 9]) await write(frame);
  expect(remote.log.writtenFrame).toBe(9);
  await write(3);
  expect([remote.log.frame, remote.log.writtenFrame]).toEqual([3, Number.POSITIVE_INFINITY]);
});

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  return ["code" in error ? error.code : undefined, ...causesOf(error.cause)];
}
