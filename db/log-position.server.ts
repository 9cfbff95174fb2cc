// The position of a libSQL server's replication log (its `replication_index`), which is in its responses but not passed on by
// the client.

/** By then every replica has what was written, even if the log was started over. */
export const POSITION_SECONDS = 60;

/** The parts of a response that name the position: of a statement by itself, and of a batch. */
type Answer = { results?: { response?: { result?: { replication_index?: string | null } } }[] };

export type LogPosition = ReturnType<typeof createLogPosition>;

/** Notes the positions in a server's responses. */
export function createLogPosition() {
  let position: number | undefined;
  /** When the server was last found to have started a new log, as it does after being killed. */
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Undefined before the first response. */
    get position() {
      return position;
    },

    /**
     * The position that a replica must have to show what was written now. After a log was started over, no replica has it:
     * until they all follow the new one, the positions of the old log are higher.
     */
    get writtenPosition() {
      return Date.now() - renewedAt < POSITION_SECONDS * 1000 ? Number.POSITIVE_INFINITY : position;
    },

    /** Called before a request; returns the function for its answer. */
    watch() {
      const known = position;
      return (answer: Answer) => {
        const last = positionOf(answer);
        if (last === undefined) return;
        // A log only grows, so a lower position than before the request belongs to another one.
        const isRenewed = known !== undefined && last < known;
        if (isRenewed) renewedAt = Date.now();
        position = isRenewed ? last : Math.max(position ?? 0, last);
      };
    },
  };
}

/** The position of the server's log in an answer; undefined if it has none. */
export function positionOf({ results = [] }: Answer): number | undefined {
  const positions = results.flatMap(({ response }) => response?.result?.replication_index ?? []).map(Number);
  return positions.length ? Math.max(...positions) : undefined;
}
