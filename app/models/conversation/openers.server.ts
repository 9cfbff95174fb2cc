// What two members share, to suggest a first message.
import { getReasons } from "~/matching/reasons.server";
import { listRecordsInCommon } from "~/models/record/records-in-common.server";
import { makeOpeners, type SharedTaste } from "./openers";

/** Up to three first messages for a member to choose from; none for a pair that shares nothing. */
export async function listOpeners(memberId: number, partnerId: number): Promise<string[]> {
  return makeOpeners(await getSharedTaste(memberId, partnerId));
}

/** What two members share, the artists that count most first. */
export async function getSharedTaste(memberId: number, partnerId: number): Promise<SharedTaste> {
  const [reasons, { records }] = await Promise.all([
    getReasons(memberId, partnerId),
    listRecordsInCommon(memberId, partnerId, 1),
  ]);
  return {
    artists: reasons?.artists.map(({ name }) => name) ?? [],
    genres: reasons?.genres.map(({ name }) => name) ?? [],
    record: records[0],
  };
}
