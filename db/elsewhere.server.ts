// A libSQL server elsewhere, which is asked by http: never without end, and again where another writer was quicker.
import { setTimeout as wait } from "node:timers/promises";
import { type Client, createClient, type InArgs, type InStatement, LibsqlError } from "@libsql/client";
import { Refusal } from "~/models/refusal";
import { queueWriters } from "./statements";

/** How long it may take to answer. */
const PATIENCE_MS = 4000;
/** How long nobody else waits for one that has not answered. */
const SILENCE_MS = 1000;
const BACK_SECONDS = 10;
const TRIES = 5;
const LONGEST_WAIT_MS = 200;

/** Opens a connection to a server. What it does not answer in time is refused (unavailable). */
export function openElsewhere(url: string, authToken: string | undefined): Client {
  const client = queueWriters(createClient({ url, authToken, fetch: makeFetch() }));
  const execute = client.execute.bind(client);
  const batch = client.batch.bind(client);
  const migrate = client.migrate.bind(client);
  client.execute = (statement: InStatement, args: InArgs = []) =>
    insist(() => execute(typeof statement === "string" ? { sql: statement, args } : statement));
  client.batch = (statements, mode) => insist(() => batch(statements, mode));
  client.migrate = (statements) => insist(() => migrate(statements));
  return client;
}

function makeFetch() {
  let silentUntil = 0;
  return async (request: Request): Promise<Response> => {
    try {
      // What waits for a free connection behind those that got no answer would wait as long once more.
      if (Date.now() < silentUntil) throw new Error("it has just not answered");
      // Remix puts a Request of its own into the globals, which the fetch that was there before does not know.
      const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
      const { status, headers } = response;
      if (status >= 500) throw new Error(`status ${status}`);
      return new Response(await response.arrayBuffer(), { status, headers });
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") silentUntil = Date.now() + SILENCE_MS;
      const says = "The database does not answer at the moment. Try again in a minute.";
      throw Object.assign(new Refusal("unavailable", says, {}, BACK_SECONDS), {
        cause: `database: ${reasonOf(error)}`,
      });
    }
  };
}

/** Tries what found the database locked once more: nothing of it was done. */
async function insist<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      const isLocked = error instanceof LibsqlError && error.code === "SQLITE_BUSY";
      if (!isLocked || tried === TRIES) throw error;
      await wait(Math.random() * LONGEST_WAIT_MS);
    }
  }
}

/** The first line of what was at the bottom of an error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return reasonOf(error.cause);
  const [reason = ""] = error.message.split("\n");
  return reason || ("code" in error ? String(error.code) : error.name);
}
