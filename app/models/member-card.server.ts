// Members as cards: what others may see, with taste, distance and score for the one who looks.

import { db } from "db/client.server";
import { member } from "db/schema";
import { inArray } from "drizzle-orm";
import { distanceMiles } from "~/matching/cell";
import { scoresWith } from "~/matching/discover.server";
import type { MemberCard } from "./member";
import { type Member, publicMember } from "./member.server";
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
