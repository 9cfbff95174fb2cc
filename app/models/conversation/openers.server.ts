// What two members share, to suggest a first message.
import { getReasons } from "~/matching/reasons.server";
import { listRecordsInCommon } from "~/models/record/records-in-common.server";
import { makeOpeners } from "./openers";

/** Up to three first messages for a member to choose from; none for a pair that shares nothing. */
export async function listOpeners(memberId: number, partnerId: number): Promise<string[]> {
  const [reasons, { records }] = await Promise.all([
    getReasons(memberId, partnerId),
    listRecordsInCommon(memberId, partnerId, 1),
  ]);
  return makeOpeners({
    artists: reasons?.artists.map(({ name }) => name) ?? [],
    genres: reasons?.genres.map(({ name }) => name) ?? [],
    record: records[0],
  });
}
