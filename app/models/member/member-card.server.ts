// Members as cards: what others may see, with taste, distance and score for the one who looks.

import { db } from "db/client.server";
import { decision, match, member } from "db/schema";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { distanceMiles } from "~/matching/cell";
import { scoresWith } from "~/matching/discover.server";
import { noBlockBetween } from "./block.server";
import type { MemberCard } from "./member";
import { type Member, publicMember } from "./member.server";
import { pairOf } from "./pair";
import { listTastes } from "./preferences.server";

/** The cards of these members, by id; whoever is gone is missing. Without a common ground the score is 0. */
export async function getMemberCards(viewer: Member, ids: number[]): Promise<Map<number, MemberCard>> {
  if (!ids.length) return new Map();
  const [rows, tastes, scores] = await Promise.all([
    db.select().from(member).where(inArray(member.id, ids)),
    listTastes(ids),
    scoresWith(viewer.id, ids),
  ]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...publicMember(row),
        distance: distanceMiles(viewer.cell, row.cell),
        compatibilityScore: scores.get(row.id) ?? 0,
        musicPreferences: tastes.get(row.id) ?? null,
      },
    ]),
  );
}

/** What a member's own page shows to another: the card, what the viewer decided on them, and whether the two match. */
export type ShownMember = { card: MemberCard; liked: boolean | null; mutual: boolean };

/** Another member as the viewer may see them: not deleted, no block either way, and paused only with a match. */
export async function getShownMember(viewer: Member, id: number): Promise<ShownMember | undefined> {
  if (id === viewer.id) return undefined;
  const { lowId, highId } = pairOf(viewer.id, id);
  const [row] = await db
    .select({ liked: decision.liked, matchId: match.id })
    .from(member)
    .leftJoin(decision, and(eq(decision.memberId, viewer.id), eq(decision.targetId, id)))
    .leftJoin(match, and(eq(match.lowId, lowId), eq(match.highId, highId)))
    .where(
      and(
        eq(member.id, id),
        isNull(member.deletedAt),
        noBlockBetween(viewer.id, id),
        or(isNull(member.pausedAt), sql`${match.id} is not null`),
      ),
    );
  const card = row && (await getMemberCards(viewer, [id])).get(id);
  return card && { card, liked: row.liked, mutual: row.matchId !== null };
}

/** Whether nobody else has ever signed up here, or everybody has left. */
export async function isAlone(memberId: number): Promise<boolean> {
  const others = await db.all(sql`
    select 1 from member where id <> ${memberId} and deleted_at is null limit 1`);
  return others.length === 0;
}
