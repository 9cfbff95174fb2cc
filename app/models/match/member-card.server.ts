// Members as cards: the public profile with taste, distance and score for one viewer.
import { client, db } from "db/client.server";
import type { DistanceUnit } from "db/column-types";
import { decision, match, member } from "db/schema";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { nearestMiles } from "~/matching/cell";
import { type InCommon, readInCommon } from "~/matching/in-common.server";
import { makeQuery } from "~/matching/query";
import { scoresWith } from "~/matching/search.server";
import type { SearchHit } from "~/matching/search-page.server";
import { readSpellings } from "~/matching/spelling.server";
import { canSee, isConnected } from "~/models/access.server";
import type { MemberCardDto, MemberPageDto } from "~/models/member/member";
import { type Member, toPublicMember } from "~/models/member/member.server";
import { listFirstPrompts } from "~/models/member/prompt.server";
import { readVerifiedListener } from "~/models/member/verified-listener";
import { readShownWishes } from "~/models/member/wishes.server";
import { countFans } from "~/models/music/fans.server";
import { listTastes } from "~/models/music/preferences.server";
import { isOfPair, pairOf } from "~/models/pair.server";
import { shortName } from "~/models/public-member";
import { listRecordsOnCards } from "~/models/record/shown-record.server";
import { listWantedOnCards } from "~/models/record/wanted-record.server";
import { findSharedShows } from "~/models/show/going.server";
import { listShownTrips, readTripCells } from "~/models/trip/trip.server";
import { toMemberCardData } from "./member-card";

const CARD_RECORDS = 3;
const NOTHING_SHARED = { artists: [], atLeast: null, genres: [] };

/** The cards of these members, by id; ids without a member are missing. Without preferences on both sides the score is 0. */
export async function getMemberCards(viewer: Member, ids: number[]): Promise<Map<number, MemberCardDto>> {
  if (!ids.length) return new Map();
  const [rows, tastes, scores, inCommon, tripCells] = await Promise.all([
    db.select().from(member).where(inArray(member.id, ids)),
    listTastes(ids),
    scoresWith(viewer.id, ids),
    readInCommon(makeQuery(client), viewer.id, ids),
    readTripCells([viewer.id, ...ids]),
  ]);
  const placesOf = ({ id, cell }: Pick<Member, "id" | "cell">) => ({
    cell,
    tripCell: tripCells.get(id) ?? null,
  });
  const cards = await finishCards(
    viewer.id,
    rows.map((row) => ({
      ...toPublicMember(row),
      distance: nearestMiles(placesOf(viewer), placesOf(row)),
      compatibilityScore: scores.get(row.id) ?? 0,
      musicPreferences: tastes.get(row.id) ?? null,
      shared: inCommon.get(row.id) ?? NOTHING_SHARED,
      verifiedListener: readVerifiedListener(row),
      wishes: readShownWishes(row),
    })),
  );
  return new Map(cards.map((card) => [Number(card.id), card]));
}

/** A member's own card, without what depends on the viewer. */
export async function getOwnCard(row: Member): Promise<MemberCardDto> {
  const card = {
    ...toPublicMember(row),
    distance: null,
    compatibilityScore: 0,
    musicPreferences: (await listTastes([row.id])).get(row.id) ?? null,
    shared: NOTHING_SHARED,
    verifiedListener: readVerifiedListener(row),
    wishes: readShownWishes(row),
  };
  const [finished = card] = await finishCards(row.id, [card]);
  return finished;
}

/** The cards of members from search results. */
export async function toHitCards(viewerId: number, hits: SearchHit[]): Promise<MemberCardDto[]> {
  return finishCards(viewerId, hits.map(toHitCard));
}

/** A card before it is known how many people list its first shared artist, and which show both go to. */
type UncountedCard = Omit<MemberCardDto, "shared"> & { shared: InCommon };

/**
 * Writes the artists on cards as `readSpellings()` has them, counts the listeners of the first shared one, and finds shared
 * shows and trips to the viewer's town.
 */
async function finishCards(viewerId: number, cards: UncountedCard[]): Promise<MemberCardDto[]> {
  const leadKey = ({ shared: { artists } }: Pick<UncountedCard, "shared">) =>
    artists[0] === undefined ? "" : artistKey(artists[0]);
  const ids = cards.map(({ id }) => Number(id));
  const [spell, counts, shows, trips] = await Promise.all([
    readSpellings(cards.flatMap((card) => card.musicPreferences?.topArtists ?? [])),
    countFans(viewerId, cards.map(leadKey).filter(Boolean)),
    findSharedShows(viewerId, ids),
    listShownTrips(viewerId, ids),
  ]);
  return cards.map(({ musicPreferences, shared, ...card }) => ({
    ...card,
    musicPreferences: musicPreferences && {
      ...musicPreferences,
      topArtists: musicPreferences.topArtists.map(spell),
    },
    shared: {
      ...{ artists: shared.artists.map(spell), genres: shared.genres },
      atLeast: counts.get(leadKey({ shared })) ?? null,
    },
    sharedShow: shows.get(Number(card.id)),
    trip: trips.get(Number(card.id)),
  }));
}

function toHitCard({
  score,
  topArtists,
  favoriteGenres,
  distance,
  wishes,
  shared,
  ...row
}: SearchHit): UncountedCard {
  const musicPreferences = favoriteGenres && { topArtists, favoriteGenres };
  return {
    ...toPublicMember(row),
    distance,
    compatibilityScore: score,
    musicPreferences,
    shared,
    verifiedListener: readVerifiedListener(row),
    wishes: wishes ?? undefined,
  };
}

/**
 * The card data of members in Discover: at most `artistCount` top artists, the newest records they show, including one that the
 * viewer wants, and the first prompt of members without a bio, whose card has room for it.
 */
export async function toCandidates(
  viewerId: number,
  cards: MemberCardDto[],
  artistCount: number,
  unit: DistanceUnit,
) {
  const ids = cards.map(({ id }) => Number(id));
  const [records, wanted, prompts] = await Promise.all([
    listRecordsOnCards(viewerId, ids, CARD_RECORDS),
    listWantedOnCards(viewerId, ids),
    listFirstPrompts(cards.filter(({ bio }) => !bio).map(({ id }) => Number(id))),
  ]);
  return cards.map((card) => ({
    ...toMemberCardData(card, artistCount, unit),
    records: records.get(Number(card.id)) ?? [],
    wanted: wanted.get(Number(card.id)) ?? null,
    prompt: prompts.get(Number(card.id)) ?? null,
  }));
}

/** Another member as the viewer may see them, if at all. */
export async function getMemberPage(viewer: Member, id: number): Promise<MemberPageDto | undefined> {
  const pair = pairOf(viewer.id, id);
  const [row] = await db
    .select({
      liked: decision.liked,
      matchId: match.id,
      isConnected: sql<boolean>`${isConnected(pair)}`.mapWith(Boolean),
    })
    .from(member)
    .leftJoin(decision, and(eq(decision.memberId, viewer.id), eq(decision.targetId, id)))
    .leftJoin(match, isOfPair(match, pair))
    .where(canSee(viewer.id, id));
  const card = row && (await getMemberCards(viewer, [id])).get(id);
  if (!card) return undefined;
  const { matchId, ...decided } = row;
  return { card, ...decided, mutual: matchId !== null };
}

/** The name of a member in a flash message; "this member" unless the viewer can see them. */
export async function getFlashName(viewerId: number, id: number): Promise<string> {
  const [row] = await db
    .select({ firstName: member.firstName, lastName: member.lastName })
    .from(member)
    .where(canSee(viewerId, id));
  return row ? shortName(row) : t("this member");
}

/** Whether this is the only member, because nobody else has signed up or everybody has left. */
export async function isOnlyMember(memberId: number): Promise<boolean> {
  const others = await db
    .select({ id: member.id })
    .from(member)
    .where(and(ne(member.id, memberId), isNull(member.withdrawnAt)))
    .limit(1);
  return others.length === 0;
}
