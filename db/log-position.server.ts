// How far a libSQL server's log of frames has come, which its responses tell and the client doesn't pass on.

/** By then every replica has what was written, also if the log was begun anew. */
export const FRAME_SECONDS = 60;

/** The parts of a response that name the last frame: of a statement by itself, and of a batch. */
type Answer = { results?: { response?: { result?: { replication_index?: string | null } } }[] };

export type LogPosition = ReturnType<typeof createLogPosition>;

/** Notes the frames that a server's responses name. */
export function createLogPosition() {
  let frame: number | undefined;
  /** When the server was last found to have begun a log anew, as one does that was killed. */
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    /** The last frame; undefined before the first response. */
    get frame() {
      return frame;
    },

    /**
     * The frame that a replica must have to show what was written now. No replica has it after a log was begun anew: until
     * they all follow that one, the frames of the log before are higher.
     */
    get writtenFrame() {
      return Date.now() - renewedAt < FRAME_SECONDS * 1000 ? Number.POSITIVE_INFINITY : frame;
    },

    /** Called before a request; returns the function that takes its answer. */
    watch() {
      const known = frame;
      return (answer: Answer) => {
        const last = frameOf(answer);
        if (last === undefined) return;
        // A log only grows, so that less than what was known before the request is the end of another one.
        const isRenewed = known !== undefined && last < known;
        if (isRenewed) renewedAt = Date.now();
        frame = isRenewed ? last : Math.max(frame ?? 0, last);
      };
    },
  };
}

/** The last frame of the server's log at an answer; undefined if it doesn't say. */
export function frameOf({ results = [] }: Answer): number | undefined {
  const frames = results.flatMap(({ response }) => response?.result?.replication_index ?? []).map(Number);
  return frames.length ? Math.max(...frames) : undefined;
}
