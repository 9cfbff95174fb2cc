// Who is listening: the open streams of this process, each reading on in the outbox by itself.
import type { ServerResponse } from "node:http";
import { catchUp } from "db/client.server";
import { listLivingSessions } from "~/models/session.server";
import { BEAT, BEAT_SECONDS, encodeEvent, encodeOpening, retryMs } from "./event-text";
import { EVENT_PAGE, listEvents } from "./events.server";
import { listen, listToldSince, outboxBounds, wake } from "./outbox.server";

const STREAMS_A_MEMBER = 5;
const ROUND_MS = 1000;
/** How long a reader may leave what was sent to it unread. */
const STUCK_ROUNDS = 10;

type Stream = {
  memberId: number;
  sessionId: string;
  out: ServerResponse;
  /** The row of the outbox up to which everything was sent. */
  place: number;
  isReading: boolean;
  /** There may be more than was read. */
  isBehind: boolean;
  /** Rounds since anything that was sent was taken. */
  stuckRounds: number;
  /** In which of the rounds between two beats this one has its own. */
  beat: number;
  stopListening: () => void;
};

/** By member, the oldest first. */
const streams = new Map<number, Set<Stream>>();
let isLeaving = false;
let rounds: ReturnType<typeof setInterval> | undefined;
let round = 0;
let isOnRound = false;
let seen = 0;

/**
 * Makes an answer the live stream of a member, from row `after` of the outbox on, or from now. A place that is too old
 * or not ours begins with `reset`. The member's sixth stream ends the oldest, and the end of the session ends it
 * within two seconds. `onBug` hears why a stream had to be ended.
 */
export async function openStream(
  out: ServerResponse,
  { memberId, sessionId }: { memberId: number; sessionId: string },
  after: number | undefined,
  onBug: (error: unknown) => void,
): Promise<void> {
  const { first, last } = await outboxBounds();
  if (out.destroyed) return;
  const oldest = first === null ? last : first - 1;
  const isLost = after !== undefined && (after < oldest || after > last);
  const place = after === undefined || isLost ? last : after;
  out.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "private, no-store",
    // Proxies that gather answers before they pass them on leave this one alone.
    "X-Accel-Buffering": "no",
  });
  out.write(encodeOpening(place, retryMs(Math.random())));
  if (isLeaving) return void out.end();
  if (isLost) out.write(encodeEvent("reset", {}, place));

  const look = () => void deliver(stream, onBug);
  const stream: Stream = {
    memberId,
    sessionId,
    out,
    place,
    isReading: false,
    isBehind: false,
    stuckRounds: 0,
    beat: Math.floor(Math.random() * BEAT_SECONDS),
    stopListening: listen(memberId, look),
  };
  out.on("drain", look);
  out.on("close", () => forget(stream));
  out.on("error", () => forget(stream));
  const own = streams.get(memberId) ?? new Set();
  streams.set(memberId, own.add(stream));
  if (!rounds) {
    seen = last;
    rounds = setInterval(() => void makeRound(onBug), ROUND_MS);
    rounds.unref();
  }
  for (const old of [...own].slice(0, -STREAMS_A_MEMBER)) end(old, encodeEvent("enough", {}));
  look();
}

/** Ends all streams and begins no more: the process is going down. Readers come back to its successor. */
export function endAllStreams() {
  isLeaving = true;
  for (const own of streams.values()) for (const stream of own) end(stream);
}

/** How many streams are open. */
export function countStreams(): number {
  let count = 0;
  for (const own of streams.values()) count += own.size;
  return count;
}

/** Sends what is new. The outbox keeps what a slow reader has not taken, so nothing is kept here. */
async function deliver(stream: Stream, onBug: (error: unknown) => void) {
  stream.isBehind = true;
  if (stream.isReading) return;
  stream.isReading = true;
  try {
    while (stream.isBehind && canWrite(stream)) {
      stream.isBehind = false;
      const events = await listEvents(stream.memberId, stream.place);
      if (events.length === EVENT_PAGE) stream.isBehind = true;
      for (const { id, name, data } of events) {
        if (!canWrite(stream)) {
          stream.isBehind = true;
          break;
        }
        if (name) stream.out.write(encodeEvent(name, data, id));
        stream.place = id;
      }
    }
  } catch (error) {
    onBug(error);
    end(stream);
  } finally {
    stream.isReading = false;
  }
}

function canWrite({ out }: Stream): boolean {
  return !out.writableEnded && !out.destroyed && !out.writableNeedDrain;
}

function end(stream: Stream, lastWords = "") {
  forget(stream);
  if (canWrite(stream)) stream.out.end(lastWords);
  else stream.out.destroy();
}

function forget(stream: Stream) {
  stream.stopListening();
  const own = streams.get(stream.memberId);
  own?.delete(stream);
  if (own?.size === 0) streams.delete(stream.memberId);
  if (streams.size === 0) {
    clearInterval(rounds);
    rounds = undefined;
  }
}

/** Once a second: beats, readers who have stopped reading, sessions that are over, and what other processes wrote. */
async function makeRound(onBug: (error: unknown) => void) {
  round += 1;
  const all = [...streams.values()].flatMap((own) => [...own]);
  for (const stream of all) {
    stream.stuckRounds = stream.out.writableNeedDrain ? stream.stuckRounds + 1 : 0;
    if (stream.stuckRounds > STUCK_ROUNDS) end(stream);
    else if (round % BEAT_SECONDS === stream.beat && canWrite(stream)) stream.out.write(BEAT);
  }
  if (isOnRound) return;
  isOnRound = true;
  try {
    await catchUp();
    const living = await listLivingSessions(all.map((stream) => stream.sessionId));
    for (const stream of all) if (!living.has(stream.sessionId)) end(stream);
    for (const { memberId, last } of await listToldSince(seen)) {
      seen = Math.max(seen, last);
      const own = streams.get(memberId);
      if (own && [...own].some((stream) => stream.place < last)) wake([memberId]);
    }
  } catch (error) {
    onBug(error);
  } finally {
    isOnRound = false;
  }
}
