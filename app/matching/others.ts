// How many other members list an artist, as far as a member may know.

/** Larger numbers are never shown exactly. */
export const MOST_OTHERS = 50;

/**
 * Members besides the viewer who list the artist and whom the viewer could see, as an SQL subquery: all, or enough to leave
 * more than MOST_OTHERS without any one of them. Both arguments are SQL expressions.
 */
export function sqlListeners(artistId: string, viewerId: string): string {
  return `(select candidate.member_id as member_id from member_artist listed
      cross join candidate on candidate.member_id = listed.member_id
    where artist_id = (${artistId}) and listed.member_id <> ${viewerId} and listed.member_id not in (select target_id from block where block.member_id = ${viewerId}
      union all select block.member_id from block where target_id = ${viewerId}
      union all select high_id from ended_connection where low_id = ${viewerId}
      union all select low_id from ended_connection where high_id = ${viewerId})
    limit ${MOST_OTHERS + 2})`;
}

/**
 * The number of `sqlListeners()` besides the other member, as an SQL expression; MOST_OTHERS + 1 stands for any number
 * beyond.
 */
export function sqlOthers(artistId: string, viewerId: string, otherId: string): string {
  return `(select min(count(*), ${MOST_OTHERS + 1}) from ${sqlListeners(artistId, viewerId)} where member_id <> ${otherId})`;
}
