// The open live streams of this process, each with its own cursor into the outbox.

import type { ServerResponse } from "node:http";
import { catchUp, client, remote } from "db/client.server";
import { type HistoryMark, readHistory } from "db/history.server";
import { COMMUNITY_NAME } from "~/community";
import { currentLanguage } from "~/language/current";
import { inLanguage } from "~/language/language.server";
import { msg, t } from "~/language/text";
import { runOutsideOfRequests } from "~/request-context.server";
import { encodeCursor } from "./cursor.server";
import {
  type EventName,
  encodeEvent,
  encodeStreamStart,
  HEARTBEAT,
  HEARTBEAT_SECONDS,
  retryMs,
} from "./event-stream";
import { getOutboxBounds, listRecipientsSince, notify, subscribe } from "./outbox.server";

const MAX_STREAMS_PER_MEMBER = 12;
/** Said at the end of a stream that a newer one replaces. */
const ENOUGH = msg("{community} is open in more than {max} tabs. This one checks for news less often.", {
  community: COMMUNITY_NAME,
  max: MAX_STREAMS_PER_MEMBER,
});
const TICK_MS = 1000;
/** How often other machines' events are looked for, if there can be any. */
const CHECK_MS = remote ? 250 : TICK_MS;
/** For how many ticks a reader may leave events unread. */
const MAX_STALLED_TICKS = 10;

/** A row of the outbox. One that the member may no longer see has no name and is not sent. */
export type OutboxEvent = HistoryMark & { name?: EventName; data?: unknown };

/** The data sources of streams, and the handler of errors that end one. */
export type StreamSources = {
  /** A member's events after a row of the outbox, in order, at most `EVENT_PAGE`. */
  listEvents: (memberId: number, after: number) => Promise<OutboxEvent[]>;
  /** Which of these sessions are still signed in. */
  listActiveSessionIds: (sessionIds: string[]) => Promise<Set<string>>;
  /** The signs of typing after row `after`, or without it the latest ones. */
  listTyping: (after: number | undefined) => Promise<TypingSigns>;
  onError: (error: unknown) => void;
};

/** Who is to be shown that the other member of a conversation is typing, and the newest row there is. */
export type TypingSigns = { last: number; signs: { memberId: number; conversationId: string }[] };

/** How many events are read at once. */
export const EVENT_PAGE = 50;

type Stream = {
  memberId: number;
  sessionId: string;
  out: ServerResponse;
  /** The row of the outbox up to which everything was sent. */
  cursor: number;
  isReading: boolean;
  /** There may be more events than were read. */
  isBehind: boolean;
  /** Ticks since the reader last read the events sent. */
  stalledTicks: number;
  /** The tick, modulo HEARTBEAT_SECONDS, of this stream's heartbeat. */
  heartbeatTick: number;
  unsubscribe: () => void;
};

/** By member, the oldest first. */
const streams = new Map<number, Set<Stream>>();
let isShuttingDown = false;
let timer: ReturnType<typeof setInterval> | undefined;
let checkCount = 0;
let isTickDue = false;
let isChecking = false;
/** The last row of the outbox that other processes' events were looked for up to. */
let checkedUpTo = 0;
/** When that last succeeded, in ms. */
let checkedAt = 0;
/** The last sign of typing that was looked at; undefined before the first look. */
let typedUpTo: number | undefined;
/** The newest event of the outbox at the last check. */
let newestChecked: HistoryMark | undefined;

/**
 * Turns a response into the live stream of a member, from row `after` of the outbox on, or from now. A cursor that is
 * too old, unknown, or from a different database history starts with `reset`. A thirteenth stream of a member ends the oldest,
 * and the end of the session ends the stream within two seconds. `sources.onError` gets the reason if a stream has to
 * be ended.
 */
export async function openStream(
  out: ServerResponse,
  { memberId, sessionId }: { memberId: number; sessionId: string },
  after: HistoryMark | undefined,
  sources: StreamSources,
): Promise<void> {
  let position = await findPosition(after);
  if (position.isLost) {
    // The reader may come from a machine that was ahead of this one, which then only has to catch up.
    const isCurrent = await catchUp();
    position = await findPosition(after);
    if (!isCurrent && position.isAhead) position = { ...position, isLost: false };
  }
  const { newest, last, isLost } = position;
  if (out.destroyed) return;
  const cursor = after === undefined || isLost ? last : after;
  out.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    // What compresses a stream on its way would hold it back.
    "Cache-Control": "private, no-store, no-transform",
    // A stream that was ended would leave its connection to stand idle, and a member could hold any number of them.
    Connection: "close",
    // Keeps proxies from buffering the stream.
    "X-Accel-Buffering": "no",
  });
  out.write(encodeStreamStart(encodeCursor(memberId, cursor), retryMs(Math.random())));
  if (isShuttingDown) return void out.end();
  if (isLost) out.write(encodeEvent("reset", {}, encodeCursor(memberId, cursor)));

  const language = currentLanguage();
  // Whoever wrote what is new may read another language.
  const onNews = () => void inLanguage(language, () => deliver(stream, sources));
  const stream: Stream = {
    memberId,
    sessionId,
    out,
    cursor: cursor.id,
    isReading: false,
    isBehind: false,
    stalledTicks: 0,
    heartbeatTick: Math.floor(Math.random() * HEARTBEAT_SECONDS),
    unsubscribe: subscribe(memberId, onNews),
  };
  out.on("drain", onNews);
  out.on("close", () => remove(stream));
  out.on("error", () => remove(stream));
  const own = streams.get(memberId) ?? new Set();
  streams.set(memberId, own.add(stream));
  if (!timer) {
    checkedUpTo = last.id;
    checkedAt = Date.now();
    typedUpTo = undefined;
    newestChecked = newest;
    timer = runOutsideOfRequests(() => setInterval(() => void check(sources), CHECK_MS));
    timer.unref();
  }
  for (const old of [...own].slice(0, -MAX_STREAMS_PER_MEMBER))
    end(old, encodeEvent("enough", { message: t(ENOUGH) }));
  onNews();
}

/**
 * The newest events of the outbox, and whether a reader at `after` is ahead of it, or has missed events or read another
 * history.
 */
async function findPosition(after: HistoryMark | undefined) {
  const [{ first }, { newest, last, containsMark }] = await Promise.all([
    getOutboxBounds(),
    readHistory(client, after),
  ]);
  const oldest = first === null ? last.id : first - 1;
  const isAhead = after !== undefined && after.id > last.id;
  const isLost = after !== undefined && (after.id < oldest || !containsMark);
  return { newest, last, isAhead, isLost };
}

/** Whether a response is a stream: only streams tell proxies not to buffer them. */
export function isStream(out: ServerResponse): boolean {
  return out.getHeader("X-Accel-Buffering") === "no";
}

/** Ends all streams for good: the process is shutting down, and readers reconnect to its successor. */
export function endAllStreams() {
  isShuttingDown = true;
  for (const own of streams.values()) for (const stream of own) end(stream);
}

/** Whether a member has a page open that is live with this process. */
export function hasOpenStream(memberId: number): boolean {
  return streams.has(memberId);
}

/** How many streams are open. */
export function countStreams(): number {
  let count = 0;
  for (const own of streams.values()) count += own.size;
  return count;
}

/** How far this process has read the outbox, and when it last looked; undefined while nobody listens. */
export function getReaderPosition(): { checkedUpTo: number; checkedAt: number } | undefined {
  return timer && { checkedUpTo, checkedAt };
}

/** Sends new events. Nothing is buffered here: a slow reader's events wait in the outbox. */
async function deliver(stream: Stream, { listEvents, listActiveSessionIds, onError }: StreamSources) {
  stream.isBehind = true;
  if (stream.isReading) return;
  stream.isReading = true;
  try {
    while (stream.isBehind && canWrite(stream)) {
      stream.isBehind = false;
      const { cursor } = stream;
      const events = await listEvents(stream.memberId, cursor);
      if (stream.cursor !== cursor) {
        stream.isBehind = true;
        continue;
      }
      if (events.length === EVENT_PAGE) stream.isBehind = true;
      for (const { name, data, ...row } of events) {
        if (!canWrite(stream)) {
          stream.isBehind = true;
          break;
        }
        if (name) stream.out.write(encodeEvent(name, data, encodeCursor(stream.memberId, row)));
        stream.cursor = row.id;
      }
      // Suspended members are sent the reset and nothing after it.
      const isReset = events.some(({ name }) => name === "reset");
      if (isReset && !(await listActiveSessionIds([stream.sessionId])).has(stream.sessionId)) end(stream);
    }
  } catch (error) {
    onError(error);
    end(stream);
  } finally {
    stream.isReading = false;
  }
}

function canWrite({ out }: Stream): boolean {
  return !out.writableEnded && !out.destroyed && !out.writableNeedDrain;
}

function end(stream: Stream, lastEvent = "") {
  remove(stream);
  if (canWrite(stream)) stream.out.end(lastEvent);
  else stream.out.destroy();
}

function remove(stream: Stream) {
  stream.unsubscribe();
  const own = streams.get(stream.memberId);
  own?.delete(stream);
  if (own?.size === 0) streams.delete(stream.memberId);
  if (streams.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
}

/** Finds other processes' events; once a second it also ends streams of ended sessions and shows who is typing. */
async function check({ listActiveSessionIds, listTyping, onError }: StreamSources) {
  checkCount += 1;
  const ticks = (checkCount * CHECK_MS) / TICK_MS;
  if (Number.isInteger(ticks)) {
    tick(ticks);
    isTickDue = true;
  }
  if (isChecking) return;
  isChecking = true;
  const isTick = isTickDue;
  isTickDue = false;
  try {
    if (isTick) await endStreamsOfEndedSessions(listActiveSessionIds);
    await resetAfterRewind();
    for (const { memberId, last } of await listRecipientsSince(checkedUpTo)) {
      checkedUpTo = Math.max(checkedUpTo, last);
      const own = streams.get(memberId);
      if (own && [...own].some((stream) => stream.cursor < last)) notify([memberId]);
    }
    checkedAt = Date.now();
    if (isTick) sendTyping(await listTyping(typedUpTo));
  } catch (error) {
    onError(error);
  } finally {
    isChecking = false;
  }
}

/** Once a second: sends heartbeats, and ends stalled streams. */
function tick(count: number) {
  for (const stream of allStreams()) {
    stream.stalledTicks = stream.out.writableNeedDrain ? stream.stalledTicks + 1 : 0;
    if (stream.stalledTicks > MAX_STALLED_TICKS) end(stream);
    else if (count % HEARTBEAT_SECONDS === stream.heartbeatTick && canWrite(stream))
      stream.out.write(HEARTBEAT);
  }
}

async function endStreamsOfEndedSessions(listActive: StreamSources["listActiveSessionIds"]) {
  const all = allStreams();
  const active = await listActive(all.map((stream) => stream.sessionId));
  for (const stream of all) if (!active.has(stream.sessionId)) end(stream);
}

function allStreams(): Stream[] {
  return [...streams.values()].flatMap((own) => [...own]);
}

/** Sends signs of typing to those who can read them now: later they would no longer be true. */
function sendTyping({ last, signs }: TypingSigns) {
  typedUpTo = last;
  for (const { memberId, conversationId } of signs) {
    for (const stream of streams.get(memberId) ?? [])
      if (canWrite(stream)) stream.out.write(encodeEvent("typing", { conversationId }));
  }
}

/** Tells all readers to reload everything, and continues from now, if the database was put back to an earlier state. */
async function resetAfterRewind() {
  const { newest, last, containsMark } = await readHistory(client, newestChecked);
  if (!containsMark) {
    checkedUpTo = last.id;
    for (const stream of allStreams()) {
      stream.cursor = last.id;
      if (canWrite(stream)) {
        stream.out.write(encodeEvent("reset", {}, encodeCursor(stream.memberId, last)));
        notify([stream.memberId]);
      } else end(stream);
    }
  }
  newestChecked = newest;
}
