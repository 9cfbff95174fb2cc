// The metrics of machines whose database is on a server.
import { expect, test } from "vitest";
import { hasPrimary, startPrimary } from "../../api/primary";
import { type RunningServer, startServer } from "../../api/server";

const token = "a token of enough characters";

/** A value by its name, which has no labels; undefined if the machine doesn't tell it. */
async function readValue(server: RunningServer, name: string): Promise<number | undefined> {
  const answer = await fetch(`${server.address}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const value = new RegExp(`^${name} (.*)$`, "m").exec(await answer.text())?.[1];
  return value === undefined ? undefined : Number(value);
}

test.runIf(hasPrimary)(
  "a replica tells how far it is behind, and goes on telling when the primary is gone",
  async () => {
    const primary = await startPrimary();
    const replica = await startServer({ METRICS_TOKEN: token, DATABASE_SYNC_URL: primary.address });
    const remote = await startServer({ METRICS_TOKEN: token, DATABASE_URL: primary.address });
    const lag = (server: RunningServer) => readValue(server, "b_side_replica_lag_seconds");
    const bytes = () => readValue(remote, "b_side_database_bytes");
    await expect.poll(() => lag(replica)).toBeLessThan(2);
    expect(await lag(remote)).toBeUndefined();
    expect(await bytes()).toBeGreaterThan(100_000);
    await primary.kill();
    await expect.poll(() => lag(replica)).toBeGreaterThan(1);
    expect(await bytes()).toBeUndefined();
    await Promise.all([replica.stop(), remote.stop()]);
    await primary.remove();
  },
);
