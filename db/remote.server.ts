// A libSQL server over HTTP, with time limits, and retries while another writer holds the lock.
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  type ResultSet,
  type TransactionMode,
} from "@libsql/client";
import DataLoader from "dataloader";
import { Refusal } from "~/refusal";
import { getRequestContext, type RequestContext } from "~/request-context.server";
import { NOT_RESPONDING, reasonOf, retryWhileBusy } from "./errors.server";
import { createLogPosition, type LogPosition, positionOf } from "./log-position.server";
import { isReadOnly, serializeWrites, toStatement } from "./statement-kind";

/** Longer than the five seconds for which a libSQL server keeps the lock of a killed machine's open transaction. */
const TIMEOUT_MS = 6000;
/** How long requests fail immediately after one has timed out. */
const FAIL_FAST_MS = 1000;
const RETRY_AFTER_SECONDS = 10;
/** How long a replica's primary may take to answer with its log position. */
const PRIMARY_MS = 2000;
/** A read-only transaction begins on the primary, where it takes no lock. */
const ON_PRIMARY = ["begin", "rollback"];
/** A restarted server's answer to the next statement of a transaction, of which nothing was committed. */
const LOST_TRANSACTION = "invalid baton";

export type Remote = Client & {
  /** The server's log position, as far as its responses have told. */
  log: LogPosition;
  /** Whether the server has answered the last request. */
  isAnswering: () => boolean;
  /** Its current log position; 0 if it has none. */
  readPosition: () => Promise<number>;
  /** The primary's log position, as a replica reads it. Rejects if the primary doesn't answer. */
  readPrimaryPosition: () => Promise<number>;
};

type Statement = Exclude<InStatement, string>;

/** Each statement is run, even if the same one was run before. */
const UNCACHED = { cache: false, batchScheduleFn: (load: () => void) => void setImmediate(load) };

type RemoteOptions = {
  url: string;
  authToken: string | undefined;
  /** The server is a replica: requests can't write through it. */
  readsOnly?: boolean;
};

/** Opens a connection to a server. Statements without a response in time are refused (unavailable). */
export function openRemote({ url, authToken, readsOnly = false }: RemoteOptions): Remote {
  const log = createLogPosition();
  let isAnswering = true;
  const fetch = createFetch(log, (answers) => {
    isAnswering = answers;
    if (!answers && readsOnly) leaveElsewhere();
  });
  const client = serializeWrites(createClient({ url, authToken, fetch }));
  const execute = client.execute.bind(client);
  const batch = client.batch.bind(client);
  const migrate = client.migrate.bind(client);
  const transaction = client.transaction.bind(client);

  /** Each collects the reads of its request in one turn of the event loop, for one round trip. */
  const loaders = new WeakMap<RequestContext, DataLoader<Statement, ResultSet>>();

  function read(statement: Statement): Promise<ResultSet> {
    const request = getRequestContext();
    if (!request) return retryWhileBusy(() => execute(statement));
    const loader = loaders.get(request) ?? new DataLoader(readAll, UNCACHED);
    loaders.set(request, loader);
    return loader.load(statement);
  }

  async function readAll(statements: readonly Statement[]): Promise<(ResultSet | Error)[]> {
    const readEach = () =>
      Promise.all(
        statements.map((statement) =>
          retryWhileBusy(() => execute(statement)).catch((error: Error) => error),
        ),
      );
    if (statements.length === 1) return readEach();
    return batch([...statements], "read").catch((error) => {
      if (error instanceof Refusal) throw error;
      // A failing statement ends the batch, and only its own reader should get the error.
      return readEach();
    });
  }

  async function write<Result>(run: () => Promise<Result>): Promise<Result> {
    if (readsOnly) refuseInRequest();
    const result = await run();
    const request = getRequestContext();
    if (request) request.writtenPosition = log.writtenPosition;
    return result;
  }

  return Object.assign(client, {
    log,
    isAnswering: () => isAnswering,
    async readPosition() {
      const response = await fetch(pipelineRequest(url, authToken, ["select 1"]));
      return positionOf(await response.json()) ?? 0;
    },
    // On its own: an absent primary says nothing about its replica.
    async readPrimaryPosition() {
      const signal = AbortSignal.timeout(PRIMARY_MS);
      const response = await globalThis.fetch(pipelineRequest(url, authToken, ON_PRIMARY), { signal });
      const position = positionOf(await response.json());
      if (position === undefined) throw new Error("The primary doesn't say how far its log is");
      return position;
    },
    execute(statement: InStatement, args?: InArgs) {
      const whole = toStatement(statement, args);
      return isReadOnly(whole) ? read(whole) : write(() => retryWhileBusy(() => execute(whole)));
    },
    batch(...[statements, mode]: Parameters<Client["batch"]>) {
      const run = () => retryWhileBusy(() => batch(statements, mode));
      return statements.every(isReadOnly) ? run() : write(run);
    },
    migrate: (...[statements]: Parameters<Client["migrate"]>) =>
      write(() => retryWhileBusy(() => migrate(statements))),
    async transaction(mode: TransactionMode = "write") {
      if (readsOnly && mode !== "read") refuseInRequest();
      const opened = await transaction(mode);
      const commit = opened.commit.bind(opened);
      return Object.assign(opened, { commit: () => write(commit) });
    },
  });
}

/** The refusal while the database can't be reached. */
export function notResponding(): Refusal {
  return new Refusal("unavailable", NOT_RESPONDING, {}, RETRY_AFTER_SECONDS);
}

/** Refuses a write of a request. */
function refuseInRequest() {
  if (leaveElsewhere()) throw notResponding();
}

/** Has another machine answer the request in progress, if there is one. */
function leaveElsewhere(): boolean {
  const request = getRequestContext();
  if (request) request.isMisplaced = true;
  return request !== undefined;
}

/** A request that runs statements one after the other; its answer has the format that `positionOf` reads. */
function pipelineRequest(url: string, authToken: string | undefined, statements: string[]): Request {
  const address = new URL("/v2/pipeline", url.replace(/^(libsql|wss):/, "https:").replace(/^ws:/, "http:"));
  const requests = statements.map((sql) => ({ type: "execute", stmt: { sql } }));
  return new Request(address, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(authToken ? { Authorization: `Bearer ${authToken}` } : {}),
    },
    body: JSON.stringify({ requests: [...requests, { type: "close" }] }),
  });
}

function createFetch(log: LogPosition, note: (isAnswering: boolean) => void) {
  let failFastUntil = 0;
  return async (request: Request): Promise<Response> => {
    const notePosition = log.watch();
    try {
      // Requests queued behind timed-out ones would wait as long again.
      if (Date.now() < failFastUntil) throw new Error("the last request timed out");
      const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const { status } = response;
      // A server that is starting doesn't know its database yet.
      if (status >= 500 || status === 404) throw new Error(`status ${status}`);
      const isJson = response.headers.get("Content-Type") === "application/json";
      const answer = isJson ? await response.json() : await response.text();
      if (status === 400 && JSON.stringify(answer).includes(LOST_TRANSACTION))
        throw new Error("it restarted in a transaction");
      note(true);
      if (isJson) notePosition(answer);
      // The client reads the body, which has been read already.
      return Object.assign(response, { json: async () => answer, text: async () => answer });
    } catch (error) {
      note(false);
      if (error instanceof Error && error.name === "TimeoutError") failFastUntil = Date.now() + FAIL_FAST_MS;
      throw Object.assign(notResponding(), { cause: `database: ${reasonOf(error)}` });
    }
  };
}
