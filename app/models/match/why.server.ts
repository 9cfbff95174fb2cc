// Answers "Why 78%?" for two members.
import { artistKey } from "~/matching/artist-key";
import { computeSheet, type ScoreSheet } from "~/matching/check/score-sheet";
import { getReasons, getScoreFacts } from "~/matching/reasons.server";
import type { Member } from "~/models/member/member.server";
import { countFans } from "~/models/music/fans.server";
import { getPreferences } from "~/models/music/preferences.server";
import { shortName } from "~/models/public-member";
import { getMemberPage } from "./member-card.server";
import type { Why } from "./why";

/** The reasons for the viewer's score with another member; undefined if they can't see that member. */
export async function getWhy(viewer: Member, id: number): Promise<Why | undefined> {
  const found = await getMemberPage(viewer, id);
  if (!found) return undefined;
  const { card } = found;
  const [reasons, own] = await Promise.all([getReasons(viewer.id, id), getPreferences(viewer.id)]);
  const counts = await countFans(viewer.id, reasons?.artists.map(({ name }) => artistKey(name)) ?? []);
  return {
    id: card.id,
    name: shortName(card),
    firstName: card.firstName,
    score: reasons?.score ?? card.compatibilityScore,
    reasons: reasons
      ? {
          ...reasons,
          artists: reasons.artists.map((artist) => ({
            ...artist,
            atLeast: counts.get(artistKey(artist.name)) ?? null,
          })),
        }
      : null,
    ownMusic: own !== null,
  };
}

/**
 * The viewer's score with another member and everything it follows from; undefined if they can't see that member, or while
 * either has no preferences.
 */
export async function getScoreSheet(viewer: Member, id: number): Promise<ScoreSheet | undefined> {
  const found = await getMemberPage(viewer, id);
  const facts = found && (await getScoreFacts(viewer.id, id));
  return facts && computeSheet({ ...facts, name: shortName(found.card) });
}
