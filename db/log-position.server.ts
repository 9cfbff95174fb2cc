// How far a libSQL server's log of frames has come, which its responses tell and the client doesn't pass on.
/** By then every replica has what was written, also if the log was begun anew. */
export const FRAME_SECONDS = 60;

/** The parts of a response that name the last frame: of a statement by itself, and of a batch. */
type Answer = { results?: { response?: { result?: { replication_index?: string | null } } }[] };

export class LogPosition {
  /** The last frame; undefined before the first response. */
  frame: number | undefined;
  /** When the server was last found to have begun a log anew, as one does that was killed. */
  #renewedAt = Number.NEGATIVE_INFINITY;

  /**
   * The frame that a replica must have to show what was written now. No replica has it after a log was begun anew: until
   * they all follow that one, the frames of the log before are higher.
   */
  get writtenFrame(): number | undefined {
    return Date.now() - this.#renewedAt < FRAME_SECONDS * 1000 ? Number.POSITIVE_INFINITY : this.frame;
  }

  /** Called before a request; returns the function that takes its answer. */
  watch(): (answer: Answer) => void {
    const known = this.frame;
    return (answer) => {
      const last = frameOf(answer);
      if (last === undefined) return;
      // A log only grows, so that less than what was known before the request is the end of another one.
      const isRenewed = known !== undefined && last < known;
      if (isRenewed) this.#renewedAt = Date.now();
      this.frame = isRenewed ? last : Math.max(this.frame ?? 0, last);
    };
  }
}

/** The last frame of the server's log at an answer; undefined if it doesn't say. */
export function frameOf({ results = [] }: Answer): number | undefined {
  const frames = results.flatMap(({ response }) => response?.result?.replication_index ?? []).map(Number);
  return frames.length ? Math.max(...frames) : undefined;
}

/** A request that runs statements one after the other and answers as `frameOf` takes it. */
export function pipelineRequest(url: string, authToken: string | undefined, statements: string[]): Request {
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
