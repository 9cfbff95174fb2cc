// A remote libSQL server over HTTP, with time limits, and retries while another writer holds the lock.
import { type Client, createClient, type InArgs, type InStatement } from "@libsql/client";
import { Refusal } from "~/refusal";
import { reasonOf, retryWhileBusy } from "./errors.server";
import { serializeWrites, toStatement } from "./statement-kind";

/** Longer than a libSQL server lets a transaction hold the lock that a killed machine left open, which is five seconds. */
const TIMEOUT_MS = 6000;
/** How long requests fail immediately after one has timed out. */
const FAIL_FAST_MS = 1000;
const RETRY_AFTER_SECONDS = 10;
/** Shown when the database can't be reached. */
export const NOT_RESPONDING = "The database is not responding right now. Try again in a minute.";
/** How a server that has restarted answers the next statement of a transaction, of which nothing was committed. */
const LOST_TRANSACTION = "invalid baton";

/** Called at each request; returns the function that takes the last frame of the server's log at the response. */
export type FrameWatch = () => (frame: number | undefined) => void;

/** Opens a connection to a server. Statements without a response in time are refused (unavailable). */
export function openRemote(url: string, authToken: string | undefined, watchFrames?: FrameWatch): Client {
  const client = serializeWrites(createClient({ url, authToken, fetch: createFetch(watchFrames) }));
  const execute = client.execute.bind(client);
  const batch = client.batch.bind(client);
  const migrate = client.migrate.bind(client);
  client.execute = (statement: InStatement, args?: InArgs) =>
    retryWhileBusy(() => execute(toStatement(statement, args)));
  client.batch = (statements, mode) => retryWhileBusy(() => batch(statements, mode));
  client.migrate = (statements) => retryWhileBusy(() => migrate(statements));
  return client;
}

function createFetch(watchFrames?: FrameWatch) {
  let failFastUntil = 0;
  return async (request: Request): Promise<Response> => {
    const noteFrame = watchFrames?.();
    try {
      // Requests queued behind ones that time out would wait as long again.
      if (Date.now() < failFastUntil) throw new Error("the last request timed out");
      const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const { status, headers } = response;
      // A server that is starting doesn't know its database yet.
      if (status >= 500 || status === 404) throw new Error(`status ${status}`);
      const body = Buffer.from(await response.arrayBuffer());
      if (status === 400 && body.includes(LOST_TRANSACTION)) throw new Error("it restarted in a transaction");
      if (noteFrame) noteFrame(frameIn(body));
      return new Response(body, { status, headers });
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") failFastUntil = Date.now() + FAIL_FAST_MS;
      throw Object.assign(new Refusal("unavailable", NOT_RESPONDING, {}, RETRY_AFTER_SECONDS), {
        cause: `database: ${reasonOf(error)}`,
      });
    }
  };
}

/** The last frame of the server's log, which the client does not pass on. Quotes in members' texts are escaped. */
function frameIn(body: Buffer): number | undefined {
  const [, frame] = /"replication_index":"(\d+)"/.exec(body.toString()) ?? [];
  return frame === undefined ? undefined : Number(frame);
}
