// The request in progress: its route, for the metrics and the list of errors, and the client's address.
import { AsyncLocalStorage } from "node:async_hooks";

/** The last frame of the primary's log, and a time in ms when it was that. */
export type DatabaseMoment = { frame: number; at: number };

export type RequestContext = {
  /** The name of the route, such as `messages.$id` or `static`, and how deep it is nested. */
  route: string;
  depth: number;
  /** The address that rate limits count by. */
  clientAddress: string;
  /** The moment of the database that the request has seen before, and of what it wrote. */
  seen?: DatabaseMoment;
  written?: DatabaseMoment;
  /** The request would have to write, on a machine that only reads. */
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
