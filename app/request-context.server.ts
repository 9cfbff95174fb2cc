// The request in progress: its route, for the metrics and the list of bugs, the client's address, and the response's language.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Language } from "db/column-types";

export type RequestContext = {
  /** The name of the route, such as `messages.$id` or `static`, and how deep it is nested. */
  route: string;
  depth: number;
  /** The address that rate limits count by. */
  clientAddress: string;
  /** The response's language; English if it isn't set. */
  language?: Language;
  /** The position in a libSQL server's log that contains the request's writes. */
  writtenPosition?: number;
  /** On a read-only machine: the request would have to write, or the replica doesn't answer. */
  isMisplaced?: boolean;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs a request handler in its context. */
export function runInContext(context: RequestContext, handle: () => void) {
  storage.run(context, handle);
}

/** Runs something that outlives the request in progress outside of its context. */
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
