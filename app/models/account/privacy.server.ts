// A member's privacy settings: read and saved.
import { member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { noteChange, updateCandidate } from "~/matching/candidate.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { PrivacySettings } from "./privacy";

/**
 * Saves these settings. They apply to what is read and typed from now on, and at once to what was shared before. Refuses more
 * than 60 changes of settings an hour (too-many).
 */
export async function savePrivacy<Settings extends Partial<PrivacySettings>>(
  memberId: number,
  settings: Settings,
): Promise<Settings> {
  await consumeRateLimit("settings", memberId);
  await transaction(async (tx) => {
    await noteChange(tx, memberId);
    await tx.update(member).set(settings).where(eq(member.id, memberId));
    if ("showsNew" in settings) await updateCandidate(tx, memberId);
  });
  return settings;
}

/** A member's own settings as stored. */
export function readPrivacy(member: PrivacySettings): PrivacySettings {
  const { showsSeen, showsTyping, playsYoutube, playsSpotify, opensPhotos, showsGoing, showsNew } = member;
  return { showsSeen, showsTyping, playsYoutube, playsSpotify, opensPhotos, showsGoing, showsNew };
}
