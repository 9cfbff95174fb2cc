// The people of the tests: named members with a face and a taste, made anew for each test that asks.
import { randomUUID } from "node:crypto";
import { startConversation } from "~/models/conversation.server";
import { decideOn } from "~/models/decision.server";
import { findOrAddMember, type Member, saveProfile } from "~/models/member.server";
import { savePreferences } from "~/models/preferences.server";

const tastes: Record<string, { topArtists: string[]; favoriteGenres: string[] }> = {
  Ada: { topArtists: ["Radiohead", "Stereolab", "Broadcast"], favoriteGenres: ["Indie", "Electronic"] },
  Ben: {
    topArtists: ["Broadcast", "Portishead", "Radiohead"],
    favoriteGenres: ["Electronic", "Alternative"],
  },
  Cleo: { topArtists: ["Nina Simone", "Alice Coltrane"], favoriteGenres: ["Jazz", "Soul"] },
  Dan: { topArtists: ["Metallica"], favoriteGenres: ["Metal"] },
};

/** Adds a member with a profile in Portland and the taste of the cast. */
export async function cast(firstName: keyof typeof tastes & string, { age = 30 } = {}): Promise<Member> {
  const bare = await newcomer(firstName);
  const taste = tastes[firstName] ?? { topArtists: ["Abba"], favoriteGenres: ["Pop"] };
  const member = await saveProfile(bare.id, { bio: "Likes records.", age, location: "Portland, Oregon" });
  await savePreferences(member.id, { ...taste, totalScrobbles: 10, concertsAttended: 2 } as never);
  return member;
}

/** Adds a member who has just signed up: a name and nothing else. */
export async function newcomer(firstName: string): Promise<Member> {
  const person = { firstName, lastName: "Lovelace", email: `${firstName.toLowerCase()}@example.org` };
  return findOrAddMember({ ...person, issuer: "https://id.example", subject: randomUUID() });
}

/** Makes two members like each other. */
export async function matchUp(one: Member, other: Member) {
  await decideOn(one.id, { targetUserId: other.id, liked: true });
  await decideOn(other.id, { targetUserId: one.id, liked: true });
}

/** Makes two members match and talk; returns their conversation. */
export async function talkUp(one: Member, other: Member) {
  await matchUp(one, other);
  return startConversation(one.id, other.id);
}
