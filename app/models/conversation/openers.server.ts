// Things to talk about with a member, from which a first message, or one after a rest, is suggested.
import { db } from "db/client.server";
import { member, memberArtist, message } from "db/schema";
import { and, asc, desc, eq, gt, gte, notInArray, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { artistKey } from "~/matching/artist-key";
import { getReasons } from "~/matching/reasons.server";
import { readSpellings } from "~/matching/spelling.server";
import { canSee } from "~/models/access.server";
import { listRecordsInCommon } from "~/models/match/records-in-common.server";
import { getAnthem } from "~/models/member/anthem.server";
import { getPrompts } from "~/models/member/prompt.server";
import { getShownAnswer } from "~/models/question/answer.server";
import { listShownRecords } from "~/models/record/shown-record.server";
import { listWantedRecords } from "~/models/record/wanted-record.server";
import type { Chat } from "./message";
import { getChat } from "./message-list.server";
import {
  hasRested,
  makeOpeners,
  type Opener,
  RESTED_DAYS,
  RESTED_MESSAGES,
  type TalkingPoints,
} from "./openers";

/** How many of the partner's own artists, and of their newest records, are read. */
const THEIRS = 4;

/** The newest messages among which rests are counted. */
const COUNTED_MESSAGES = 1000;

/**
 * Up to three suggested messages for a chat with these newest messages: before the first one, and after an accepted
 * conversation has rested for three days. A conversation never gets the same one twice.
 */
export async function listOpenersOfChat(
  memberId: number,
  { id, partner, status, messages }: Chat,
): Promise<Opener[]> {
  if (partner.hasLeft) return [];
  const partnerId = Number(partner.id);
  if (!messages.length) return (await listOpeners(memberId, partnerId)).map((text) => ({ text }));
  if (status !== "open" || !hasRested(messages)) return [];
  const [points, rests] = await Promise.all([getTalkingPoints(memberId, partnerId), countRests(id)]);
  return makeOpeners(points, rests + 1);
}

/** The same by the id of a conversation; undefined if the member may not open it. */
export async function findOpeners(memberId: number, conversationId: string): Promise<Opener[] | undefined> {
  const chat = await getChat(memberId, conversationId);
  return chat && listOpenersOfChat(memberId, chat);
}

/** Up to three first messages for a member to choose from. */
export async function listOpeners(memberId: number, partnerId: number): Promise<string[]> {
  return makeOpeners(await getTalkingPoints(memberId, partnerId)).map(({ text }) => text);
}

/**
 * Things to talk about with a member: what the viewer can see on their page, the artists that count most first. Nothing about a
 * member whom the viewer can't see.
 */
export async function getTalkingPoints(memberId: number, partnerId: number): Promise<TalkingPoints> {
  const [seen] = await db.select({ id: member.id }).from(member).where(canSee(memberId, partnerId));
  if (!seen) return {};
  const [today, reasons, common, { theirs }, shelf, anthem, prompts, theirArtists] = await Promise.all([
    getShownAnswer(memberId, partnerId),
    getReasons(memberId, partnerId),
    listRecordsInCommon(memberId, partnerId, 1),
    listWantedRecords(memberId, partnerId, 1),
    listShownRecords(memberId, partnerId, THEIRS),
    getAnthem(memberId, partnerId),
    getPrompts(memberId, partnerId),
    listTheirArtists(memberId, partnerId),
  ]);
  const [record, wanted] = [common.records[0], theirs.records[0]];
  const known = [record, wanted].map((album) => album && keyOf(album));
  const shown = shelf.records.find((album) => !known.includes(keyOf(album)));
  const albums = [record, wanted, shown];
  const spell = await readSpellings([...albums.flatMap((album) => album?.artist ?? []), ...theirArtists]);
  const spelled = (album: (typeof albums)[number]) =>
    album && { album: album.album, artist: spell(album.artist) };
  return {
    today: today?.text ? today : undefined,
    prompts,
    wanted: spelled(wanted),
    anthem: anthem?.title ? { artist: anthem.artist ?? "", title: anthem.title } : undefined,
    record: spelled(record),
    shelf: spelled(shown),
    artists: reasons?.artists.map(({ name }) => name) ?? [],
    theirs: theirArtists.map(spell),
    genres: reasons?.genres.map(({ name }) => name) ?? [],
  };
}

function keyOf({ artist, album }: { artist: string; album: string }): string {
  return `${artistKey(artist)} ${artistKey(album)}`;
}

/** Artists that the partner lists and the member doesn't, in the partner's order. */
async function listTheirArtists(memberId: number, partnerId: number): Promise<string[]> {
  const own = db
    .select({ id: memberArtist.artistId })
    .from(memberArtist)
    .where(eq(memberArtist.memberId, memberId));
  const rows = await db
    .select({ name: memberArtist.name })
    .from(memberArtist)
    .where(and(eq(memberArtist.memberId, partnerId), notInArray(memberArtist.artistId, own)))
    .orderBy(asc(memberArtist.position))
    .limit(THEIRS);
  return rows.map(({ name }) => name);
}

/** How often a conversation has rested before. */
async function countRests(conversationId: string): Promise<number> {
  const newest = db
    .select({ sequence: message.sequence, number: message.number, createdAt: message.createdAt })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(desc(message.sequence))
    .limit(COUNTED_MESSAGES)
    .as("newest");
  const gaps = db
    .select({
      number: newest.number,
      ms: sql<number>`${newest.createdAt} - lag(${newest.createdAt}) over (order by ${newest.sequence})`.as(
        "ms",
      ),
    })
    .from(newest)
    .as("gaps");
  return db.$count(gaps, and(gte(gaps.ms, RESTED_DAYS * DAY_MS), gt(gaps.number, RESTED_MESSAGES)));
}
