// What a remote libSQL server's failures become.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openRemote } from "db/remote.server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runInContext } from "~/request-context.server";

type Answer = { status: number; body: string };

let answer: Answer;
/** What precedes it. */
let firstAnswers: Answer[] = [];
/** The texts of the requests since the last test that asks. */
let asked: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push((await request.toArray()).join(""));
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

const resultOf = (...results: object[]) =>
  JSON.stringify({
    baton: null,
    base_url: null,
    results: [...results, { type: "ok", response: { type: "close" } }],
  });

test.each(["SQLITE_BUSY", "TRANSACTION_TIMEOUT", "STREAM_EXPIRED"])(
  "what a server has undone (%s) runs again, and its answer names the last position of the log",
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
    expect([firstAnswers, remote.log.position, remote.log.writtenPosition]).toEqual([[], 7, 7]);
  },
);

test("a log that begins anew is named by a position that no replica has, and only then", async () => {
  const remote = run();
  const write = (position: number) => {
    const result = { cols: [], rows: [], affected_row_count: 1, replication_index: String(position) };
    answer = { status: 200, body: resultOf({ type: "ok", response: { type: "execute", result } }) };
    return remote.execute("insert into record values (1)");
  };
  for (const position of [5, 9, 9]) await write(position);
  expect(remote.log.writtenPosition).toBe(9);
  await write(3);
  expect([remote.log.position, remote.log.writtenPosition]).toEqual([3, Number.POSITIVE_INFINITY]);
});

test("what a request reads in one turn makes one round trip, and one read that fails fails alone", async () => {
  const remote = run();
  const value = (number: string) => ({
    cols: [{ name: "n" }],
    rows: [[{ type: "integer", value: number }]],
    affected_row_count: 0,
    replication_index: "7",
  });
  const [begun, committed] = [value("0"), value("0")];
  const step_results = [begun, value("1"), value("2"), committed, null];
  const result = { step_results, step_errors: [null, null, null, null, null], replication_index: "7" };
  const read = (...statements: string[]) =>
    new Promise<PromiseSettledResult<unknown>[]>((resolve) =>
      runInContext({ route: "records", depth: 0, clientAddress: "127.0.0.1" }, () => {
        const reads = statements.map(async (sql) => (await remote.execute(sql)).rows[0]?.n);
        void Promise.allSettled(reads).then(resolve);
      }),
    );
  const stored = { type: "ok", response: { type: "store_sql" } };
  const both = { type: "ok", response: { type: "batch", result } };
  answer = { status: 200, body: resultOf(stored, stored, both) };
  asked = [];
  expect(await read("select 1 as n", "select 2 as n")).toEqual([
    { status: "fulfilled", value: 1 },
    { status: "fulfilled", value: 2 },
  ]);
  expect([asked.length, remote.log.position]).toEqual([1, 7]);

  const error = { type: "error", error: { message: "no such table: b", code: "SQLITE_ERROR" } };
  const failed = resultOf(error);
  const alone = resultOf({ type: "ok", response: { type: "execute", result: value("1") } });
  firstAnswers = [resultOf(stored, stored, error), alone, failed].map((body) => ({ status: 200, body }));
  expect(await read("select 1 as n", "select * from b")).toMatchObject([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: { code: "SQLITE_ERROR" } },
  ]);
  expect(asked.length).toBe(4);
});

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  return ["code" in error ? error.code : undefined, ...causesOf(error.cause)];
}
