// The format of live streams: server-sent events.
import type { EventKind } from "db/column-types";

/** How often a stream sends a heartbeat: proxies close silent connections. */
export const HEARTBEAT_SECONDS = 15;

/** A comment, which readers ignore. */
export const HEARTBEAT = ": heartbeat\n\n";

/** The events of a stream. `reset` also follows a gap; `enough`: the member has newer streams; `typing` is not stored. */
export type EventName = EventKind | "typing" | "enough";

/**
 * One server-sent event. `data` becomes one line of JSON, so that no text in it can start another line; without an `id`
 * the reader's Last-Event-ID stays as it is.
 */
export function encodeEvent(name: EventName, data: unknown, id?: string): string {
  // Not translated: a format.
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  // Not translated: a format.
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The start of a stream: the reader's cursor, and after how many milliseconds to reconnect when the stream breaks. */
export function encodeStreamStart(id: string, retryMs: number): string {
  // Not translated: a format.
  return `retry: ${retryMs}\nid: ${id}\n\n`;
}

/** Two to four seconds, by `random` from 0 to 1, so that thousands of readers do not reconnect at once. */
export function retryMs(random: number): number {
  return 2000 + Math.floor(2000 * random);
}
