// Machines in two regions, one of which writes, behind Fly's proxy next to the other, which has a replica of the database.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBucket } from "../fakes/bucket";
import { startFlyProxy } from "../fakes/fly-proxy";
import { startRelay } from "../fakes/relay";
import { startPrimary, startReplica } from "./primary";
import { type RunningServer, startServer } from "./server";

const WRITING = "fra";
const READING = "iad";

export type Regions = Awaited<ReturnType<typeof startRegions>>;

type Options = {
  maxLogMb?: number;
  /** Between the regions, in ms. */
  roundTripMs?: number;
  /** How many machines are beside the primary. */
  writerCount?: number;
  /** The rest of every machine's environment. */
  variables?: Record<string, string>;
};

/** Starts a primary and machines beside it, a replica and two machines in the other region, and the proxy beside these. */
export async function startRegions({
  maxLogMb,
  roundTripMs = 0,
  writerCount = 1,
  variables = {},
}: Options = {}) {
  const [primary, bucket] = await Promise.all([startPrimary({ maxLogMb }), startBucket()]);
  /** Between the primary and the replica. */
  const relay = await startRelay(`http://127.0.0.1:${primary.grpcPort}`, roundTripMs);
  const replica = await startReplica(relay.address);
  const folders: string[] = [];

  function start(region: string, more: Record<string, string>): Promise<RunningServer> {
    const folder = mkdtempSync(join(tmpdir(), "b-side-region-"));
    if (!more.DATA_DIR) folders.push(folder);
    return startServer({
      APP_ORIGIN: "http://b-side.example:8080",
      SESSION_SECRET: "one secret for all of the machines",
      ...bucket.variables,
      FLY_APP_NAME: "b-side",
      FLY_REGION: region,
      PRIMARY_REGION: WRITING,
      DATA_DIR: folder,
      ...variables,
      ...more,
    });
  }
  const startWriter = (more: Record<string, string> = {}) =>
    start(WRITING, { DATABASE_URL: primary.address, ...more });
  const startReader = (more: Record<string, string> = {}) =>
    start(READING, {
      DATABASE_URL: replica.address,
      NODE_OPTIONS: "--import ./tests/api/internal-names.mjs",
      TEST_WRITER_PORT: String(writer.port),
      ...more,
    });

  const writers = await Promise.all(Array.from({ length: writerCount }, () => startWriter()));
  const [writer] = writers as [RunningServer];
  const readers: RunningServer[] = await Promise.all([startReader(), startReader()]);
  const regions = { [WRITING]: writers, [READING]: readers };
  const proxy = await startFlyProxy({ regions, near: READING, roundTripMs });
  return {
    primary,
    replica,
    relay,
    proxy,
    writers,
    readers,
    startWriter,
    startReader,
    /** All machines, as members near the reading region see them. */
    everywhere: { ...writer, address: proxy.address, port: proxy.port } as RunningServer,
    /** Stops everything; resolves with the machines' exit codes and what they have printed. */
    async stop() {
      proxy.close();
      const machines = [...writers, ...readers];
      const codes = await Promise.all(machines.map((machine) => machine.stop()));
      await replica.remove();
      relay.close();
      await Promise.all([primary.remove(), bucket.close()]);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      return { codes, output: machines.map(({ output }) => output()).join("") };
    },
  };
}
