// The wording of a live stream: server-sent events, as browsers read them.

/** How many seconds a stream may be silent: proxies end what says nothing. */
export const BEAT_SECONDS = 15;

/** Says nothing, and keeps the connection from looking dead. */
export const BEAT = ": still here\n\n";

/** What the outbox tells of. `reset`: who sees whom has changed, load everything anew. */
export type EventKind = "message" | "match" | "conversation" | "game" | "playlist" | "reset";

/** What a stream says. `reset` also where too much was missed; `enough`: the member has newer streams. */
export type EventName = EventKind | "enough";

/**
 * One event in the words of the stream. `data` becomes one line of JSON, so nothing in it can begin another line;
 * without an `id` the reader's place stays where it was.
 */
export function encodeEvent(name: EventName, data: unknown, id?: number): string {
  const place = id === undefined ? "" : `id: ${id}\n`;
  return `${place}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What a stream begins with: the reader's place, and after how many milliseconds to come back when it breaks. */
export function encodeOpening(id: number, retryMs: number): string {
  return `retry: ${retryMs}\nid: ${id}\n\n`;
}

/** Between two and four seconds, by `chance` from 0 to 1: thousands must not come back in the same moment. */
export function retryMs(chance: number): number {
  return 2000 + Math.floor(2000 * chance);
}

/**
 * The place that a reader names, by Last-Event-ID or in the address. Undefined where none is named; -1, which is
 * before everything, where it cannot be read.
 */
export function readPlace(named: string | undefined): number | undefined {
  if (named === undefined || named === "") return undefined;
  return /^\d{1,15}$/.test(named) ? Number(named) : -1;
}
