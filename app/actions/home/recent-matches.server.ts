// The newest matches on the home screen, with what they play and collect.
import type { MatchDto } from "~/models/match/match.server";
import { cardFace } from "~/models/match/member-card";
import { listRecordsInCommon } from "~/models/match/records-in-common.server";
import { listAnthemWords } from "~/models/member/anthem.server";
import { listRecordsOnCards } from "~/models/record/shown-record.server";

const MAX_RECORDS = 3;

/** These matches of a member with their anthems, their newest records, and the first album found that both own. */
export async function describeMatches(memberId: number, matches: MatchDto[]) {
  const ids = matches.map(({ targetUser }) => Number(targetUser.id));
  const [anthems, records, common] = await Promise.all([
    listAnthemWords(ids),
    listRecordsOnCards(memberId, ids, MAX_RECORDS),
    findSharedRecord(memberId, ids),
  ]);
  return matches.map(({ targetUser, compatibilityScore }) => {
    const id = Number(targetUser.id);
    return {
      id: targetUser.id,
      firstName: targetUser.firstName,
      face: cardFace(targetUser),
      score: compatibilityScore,
      anthem: anthems.get(id) ?? null,
      records: (records.get(id) ?? []).map(({ artist, album, imageUrl }) => ({ artist, album, imageUrl })),
      common: common?.otherId === id ? common.album : null,
    };
  });
}

async function findSharedRecord(memberId: number, otherIds: number[]) {
  for (const otherId of otherIds) {
    const { records } = await listRecordsInCommon(memberId, otherId, 1);
    if (records[0]) return { otherId, album: records[0].album };
  }
}
