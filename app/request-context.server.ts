// The request in progress: its route, for the metrics and the list of errors, the client's address, and the language of the
// response.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Language } from "db/column-types";

export type RequestContext = {
  /** The name of the route, such as `messages.$id` or `static`, and how deep it is nested. */
  route: string;
  depth: number;
  /** The address that rate limits count by. */
  clientAddress: string;
  /** That of the response; English if it isn't set. */
  language?: Language;
  /** The position in a libSQL server's log that has what the request wrote. */
  writtenPosition?: number;
  /** On a machine that only reads, the request would have to write, or its replica doesn't answer. */
  isMisplaced?: boolean;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs a request handler in its context. */
export function runInContext(context: RequestContext, handle: () => void) {
  storage.run(context, handle);
}

/** Runs something outside of the request in progress, which it outlives. */
export function runOutsideOfRequests<Result>(run: () => Result): Result {
  return storage.exit(run);
}

/** The context of the request in progress; undefined outside of requests. */
export function getRequestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Sets the route of the request in progress, unless a deeper one is known. */
export function setRoute(route: string, depth = 0) {
  const context = storage.getStore();
  if (context && depth >= context.depth) Object.assign(context, { route, depth });
}
