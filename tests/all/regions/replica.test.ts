// A libSQL server, its replica, and a machine beside that which only reads.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { operate } from "../../api/operate";
import { at, signUp } from "../../api/people";
import {
  type DatabaseServer,
  hasPrimary,
  type Primary,
  readSynchronous,
  startPrimary,
  startReplica,
} from "../../api/primary";
import { type RunningServer, startServer } from "../../api/server";

const token = "a token of enough characters";
const surroundings = { SESSION_SECRET: "one secret for all of the machines", METRICS_TOKEN: token };

/** A value by its name, which has no labels; undefined if the machine doesn't tell it. */
async function readValue(server: RunningServer, name: string): Promise<number | undefined> {
  const answer = await fetch(`${server.address}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const value = new RegExp(`^${name} (.*)$`, "m").exec(await answer.text())?.[1];
  return value === undefined ? undefined : Number(value);
}

describe.runIf(hasPrimary)("a server and its replica", () => {
  let primary: Primary;
  let replica: DatabaseServer;
  let reader: RunningServer;
  let writer: RunningServer;

  beforeAll(async () => {
    primary = await startPrimary();
    replica = await startReplica(`http://127.0.0.1:${primary.grpcPort}`);
    // The first machine of all migrates the database, through its replica.
    reader = await startServer({ ...surroundings, DATABASE_URL: replica.address, READS_ONLY: "1" });
    writer = await startServer({ ...surroundings, DATABASE_URL: primary.address, APP_ORIGIN: reader.origin });
  });
  afterAll(async () => {
    expect(await Promise.all([reader.stop(), writer.stop()])).toEqual([0, 0]);
    await Promise.all([replica.remove(), primary.remove()]);
  });

  test("a role that is given beside the replica holds on every machine", async () => {
    const eve = await signUp(openBrowser(writer), "Eve");
    const variables = { DATABASE_URL: replica.address, READS_ONLY: "1" };
    const added = await operate(reader.dataDir, ["operator", "add", eve.email], variables);
    expect(added).toEqual({ code: 0, said: `Eve Lovelace (${eve.email}) is now an operator.` });
    const listed = async () => (await operate(reader.dataDir, ["operator", "list"], variables)).said;
    await expect.poll(listed).toContain(eve.email);
    const readPage = async () => (await at(reader, eve).get("/admin", { Accept: "text/html" })).text();
    await expect
      .poll(readPage)
      .toMatch(/<b>Replica<\/b><span[^>]*>Working<\/span><\/p><p[^>]*>[01] s behind/);
    expect(await readPage()).toContain("By the database server");
    expect(await (await eve.get("/admin", { Accept: "text/html" })).text()).toContain(
      "This machine has none",
    );
  });

  test("the metrics tell how far the replica is behind, and go on when the primary is gone", async () => {
    const lag = (server: RunningServer) => readValue(server, "b_side_replica_lag_seconds");
    const bytes = () => readValue(writer, "b_side_database_bytes");
    await expect.poll(() => lag(reader)).toBeLessThan(2);
    expect(await lag(writer)).toBeUndefined();
    expect(await bytes()).toBeGreaterThan(100_000);
    await primary.kill();
    await expect.poll(() => lag(reader)).toBeGreaterThan(3);
    expect(await bytes()).toBeUndefined();
    await primary.restart();
    await expect.poll(() => lag(reader)).toBeLessThan(2);
  });

  test("each answers only once a write is on disk, whenever it starts", async () => {
    for (const server of [primary, replica]) {
      expect(await readSynchronous(server.address)).toBe(2);
      await server.kill();
      await server.restart();
      expect(await readSynchronous(server.address)).toBe(2);
    }
  });

  test("an operator is told of a server that answers before", async () => {
    const owen = await signUp(openBrowser(writer), "Owen");
    await operate(writer.dataDir, ["operator", "add", owen.email], { DATABASE_URL: primary.address });
    const readPage = async () => (await owen.get("/admin", { Accept: "text/html" })).text();
    const problem =
      "The database server answers before a write is on disk. Start it with docs/fly/start-database.sh.";
    expect(await readPage()).not.toContain(problem);
    await primary.relax();
    await expect.poll(readPage).toContain(problem);
  });
});
