// The weights of score.ts as SQL expressions, for statements that weigh thousands of artists.
import { CONFIDENCE_PRIOR, MILLION, PRIOR_MEMBERS } from "./score";

const CURRENT_BUFFER = "coalesce((select buffer from statistics where is_current), 0)";

/** The weight of the row's `artist` by the statistics in a buffer, exactly as `idf()` computes it. */
export function artistWeight(buffer = CURRENT_BUFFER): string {
  return `cast(round(${MILLION} * ln(1 + (
    coalesce((select members from statistics where statistics.buffer = ${buffer}), 0) + ${PRIOR_MEMBERS})
    / (iif(${buffer} = 1, artist.listeners_1, artist.listeners_0) + 1.0))) as integer)`;
}

/** The norm of the member whose id is the expression `memberId`, exactly as `norm()` computes it. */
export function sqlNorm(memberId: string, buffer = CURRENT_BUFFER): string {
  return `${CONFIDENCE_PRIOR} + coalesce((select sum(${artistWeight(buffer)}) from member_artist
    join artist on artist.id = artist_id where member_artist.member_id = ${memberId}), 0)`;
}
