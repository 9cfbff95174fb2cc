// How many other members list an artist, as far as a member may know.

/** Nobody is told an exact number beyond this one. */
export const MOST_OTHERS = 50;

/**
 * The members besides these two who list the artist and whom the viewer could see, as an SQL expression; MOST_OTHERS + 1
 * stands for any number beyond. All arguments are SQL expressions.
 */
export function sqlOthers(artistId: string, viewerId: string, otherId: string): string {
  return `(select count(*) from (
    select 1 from posting where posting.artist_id = (${artistId}) and posting.member_id not in (${viewerId}, ${otherId})
      and not exists (select 1 from block where block.member_id = ${viewerId} and target_id = posting.member_id)
      and not exists (select 1 from block where block.member_id = posting.member_id and target_id = ${viewerId})
    limit ${MOST_OTHERS + 1}))`;
}
