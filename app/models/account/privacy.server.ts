// A member's privacy settings: read and saved.
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { PrivacySettings } from "./privacy";

/**
 * Saves these settings. They hold for what is read and typed from now on, and at once for what was shared before. Refuses more
 * than 60 changes of settings an hour (too-many).
 */
export async function savePrivacy<Settings extends Partial<PrivacySettings>>(
  memberId: number,
  settings: Settings,
): Promise<Settings> {
  await consumeRateLimit("settings", memberId);
  await db.update(member).set(settings).where(eq(member.id, memberId));
  return settings;
}

/** A member's own settings as stored. */
export function readPrivacy(member: PrivacySettings): PrivacySettings {
  const { showsSeen, showsTyping, playsYoutube, playsSpotify, opensPhotos, showsGoing } = member;
  return { showsSeen, showsTyping, playsYoutube, playsSpotify, opensPhotos, showsGoing };
}
