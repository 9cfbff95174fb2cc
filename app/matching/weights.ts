// The weights and factors of score.ts as SQL expressions, for statements that weigh thousands of artists.
import { CONFIDENCE_PRIOR, coarseCount, MILLION, PRIOR_MEMBERS, RAREST_WEIGHT, THOUSAND } from "./score";

/** The buffer of the current statistics. */
export const CURRENT_BUFFER = "coalesce((select buffer from statistics where is_current), 0)";

/** The factor of a position in a list, exactly as `orderFactor()` computes it. */
export function sqlFactor(position: string): string {
  return `cast(round(${THOUSAND} / sqrt(${position} + 1)) as integer)`;
}

/** Where the steps of `coarseCount()` begin; no community has more people than the last. */
const STEPS = Array.from({ length: 9 }, (_, zeros) => [1, 2, 5].map((digit) => digit * 10 ** zeros))
  .flat()
  .filter((from) => from >= 5);

/** Exactly as `coarseCount()` computes it. */
function sqlCoarse(count: string): string {
  const steps = STEPS.map((from) => `when ${count} < ${from} then ${coarseCount(from - 1)}`);
  return `case ${steps.join(" ")} else ${coarseCount(STEPS.at(-1) ?? 0)} end`;
}

/** The weight of the row's `artist` by the statistics in a buffer, exactly as `artistWeight()` computes it. */
export function sqlArtistWeight(buffer = CURRENT_BUFFER): string {
  const members = `coalesce((select ${sqlCoarse("members")} from statistics where statistics.buffer = ${buffer}), ${coarseCount(0)})`;
  const listeners = sqlCoarse(`iif(${buffer} = 1, artist.listeners_1, artist.listeners_0)`);
  const rarity = `(ln(1 + (${members} + ${PRIOR_MEMBERS}) / (${listeners} + 1.0))
    / ln(${members} + ${PRIOR_MEMBERS + 1}))`;
  return `cast(round(${MILLION * RAREST_WEIGHT} * (${rarity} * ${rarity})) as integer)`;
}

/** The norm of the member whose id is the expression `memberId`, exactly as `norm()` computes it. */
export function sqlNorm(memberId: string, buffer = CURRENT_BUFFER): string {
  const factor = sqlFactor("position");
  return `${CONFIDENCE_PRIOR} + coalesce((select sum(${factor} * ${factor} * ${sqlArtistWeight(buffer)}) from member_artist
    join artist on artist.id = artist_id where member_artist.member_id = ${memberId}), 0)`;
}
