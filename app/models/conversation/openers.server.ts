// What two members share, to suggest a first message, and one after a rest.
import { getReasons } from "~/matching/reasons.server";
import { readSpellings } from "~/matching/spelling.server";
import { listRecordsInCommon } from "~/models/match/records-in-common.server";
import { listWantedRecords } from "~/models/record/wanted-record.server";
import type { Chat } from "./message";
import { getChat } from "./message-list.server";
import { hasRested, makeOpeners, makeRestedOpeners, type Opener, type SharedTaste } from "./openers";

/**
 * Up to three messages to choose from in a chat with its newest messages: before the first one, and where an accepted
 * conversation has rested for three days.
 */
export async function listOpenersOfChat(
  memberId: number,
  { partner, status, messages }: Chat,
): Promise<Opener[]> {
  if (partner.hasLeft) return [];
  if (!messages.length) return (await listOpeners(memberId, Number(partner.id))).map((text) => ({ text }));
  if (status !== "open" || !hasRested(messages)) return [];
  const taste = await getSharedTaste(memberId, Number(partner.id));
  return makeRestedOpeners(
    taste,
    messages.map(({ content }) => content),
  );
}

/** The same by the id of a conversation; undefined if the member may not open it. */
export async function findOpeners(memberId: number, conversationId: string): Promise<Opener[] | undefined> {
  const chat = await getChat(memberId, conversationId);
  return chat && listOpenersOfChat(memberId, chat);
}

/** Up to three first messages for a member to choose from; none for a pair that shares nothing. */
export async function listOpeners(memberId: number, partnerId: number): Promise<string[]> {
  return makeOpeners(await getSharedTaste(memberId, partnerId));
}

/** What two members share, the artists that count most first. */
export async function getSharedTaste(memberId: number, partnerId: number): Promise<SharedTaste> {
  const [reasons, common, { theirs }] = await Promise.all([
    getReasons(memberId, partnerId),
    listRecordsInCommon(memberId, partnerId, 1),
    listWantedRecords(memberId, partnerId, 1),
  ]);
  const [record, wanted] = [common.records[0], theirs.records[0]];
  const spell = await readSpellings([record, wanted].flatMap((album) => album?.artist ?? []));
  return {
    artists: reasons?.artists.map(({ name }) => name) ?? [],
    genres: reasons?.genres.map(({ name }) => name) ?? [],
    record: record && { ...record, artist: spell(record.artist) },
    wanted: wanted && { ...wanted, artist: spell(wanted.artist) },
  };
}
