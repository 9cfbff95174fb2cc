// What a member shares with the people they chat with: read and saved.
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import type { Member } from "~/models/member/member.server";
import type { PrivacySettings } from "./privacy";

/** Saves what a member shares. It holds for what is read and typed from now on, and at once for what was shared before. */
export async function savePrivacy(memberId: number, input: PrivacySettings): Promise<PrivacySettings> {
  await db.update(member).set(input).where(eq(member.id, memberId));
  return input;
}

/** A member's own settings as stored. */
export function readPrivacy({ showsSeen, showsTyping }: Member): PrivacySettings {
  return { showsSeen, showsTyping };
}
