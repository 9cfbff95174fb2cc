// How far a libSQL server's replication log has come (its `replication_index`), which its responses tell and the client doesn't pass on.

/** By then every replica has what was written, also if the log was begun anew. */
export const POSITION_SECONDS = 60;

/** The parts of a response that name the position: of a statement by itself, and of a batch. */
type Answer = { results?: { response?: { result?: { replication_index?: string | null } } }[] };

export type LogPosition = ReturnType<typeof createLogPosition>;

/** Notes the positions that a server's responses name. */
export function createLogPosition() {
  let position: number | undefined;
  /** When the server was last found to have begun a log anew, as one does that was killed. */
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Undefined before the first response. */
    get position() {
      return position;
    },

    /**
     * The position that a replica must have to show what was written now. No replica has it after a log was begun anew: until
     * they all follow that one, the positions of the log before are higher.
     */
    get writtenPosition() {
      return Date.now() - renewedAt < POSITION_SECONDS * 1000 ? Number.POSITIVE_INFINITY : position;
    },

    /** Called before a request; returns the function that takes its answer. */
    watch() {
      const known = position;
      return (answer: Answer) => {
        const last = positionOf(answer);
        if (last === undefined) return;
        // A log only grows, so that less than what was known before the request is the end of another one.
        const isRenewed = known !== undefined && last < known;
        if (isRenewed) renewedAt = Date.now();
        position = isRenewed ? last : Math.max(position ?? 0, last);
      };
    },
  };
}

/** The position of the server's log at an answer; undefined if it doesn't say. */
export function positionOf({ results = [] }: Answer): number | undefined {
  const positions = results.flatMap(({ response }) => response?.result?.replication_index ?? []).map(Number);
  return positions.length ? Math.max(...positions) : undefined;
}
