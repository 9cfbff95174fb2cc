// The weights of score.ts in SQL, where artists are weighed by the thousand.
import { DOUBT, MILLION, PRIOR_MEMBERS } from "./score";

/** The slot of the census that is in force. */
const CURRENT_SLOT = "coalesce((select slot from census where is_current), 0)";

/** The weight of the row's `artist` by the census in a slot, exactly as `idf()` gives it. */
export function artistWeight(slot = CURRENT_SLOT): string {
  return `cast(round(${MILLION} * ln(1 + (
    coalesce((select members from census where census.slot = ${slot}), 0) + ${PRIOR_MEMBERS})
    / (iif(${slot} = 1, artist.listeners_1, artist.listeners_0) + 1.0))) as integer)`;
}

/** The norm of the member whose id is the expression `memberId`, exactly as `norm()` gives it. */
export function normOf(memberId: string, slot = CURRENT_SLOT): string {
  return `${DOUBT} + coalesce((select sum(${artistWeight(slot)}) from member_artist
    join artist on artist.id = artist_id where member_artist.member_id = ${memberId}), 0)`;
}
