// The cast of the tests: named members with a profile and a taste.
import { randomUUID } from "node:crypto";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { findOrAddMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { savePreferences } from "~/models/music/preferences.server";

const tastes: Record<string, { topArtists: string[]; favoriteGenres: string[] }> = {
  Ada: { topArtists: ["Radiohead", "Stereolab", "Broadcast"], favoriteGenres: ["Indie", "Electronic"] },
  Ben: {
    topArtists: ["Broadcast", "Portishead", "Radiohead"],
    favoriteGenres: ["Electronic", "Alternative"],
  },
  Cleo: { topArtists: ["Nina Simone", "Alice Coltrane"], favoriteGenres: ["Jazz", "Soul"] },
  Dan: { topArtists: ["Metallica"], favoriteGenres: ["Metal"] },
};

/** Adds a member who lives in Portland, with the taste that goes with the name. */
export async function addMember(firstName: keyof typeof tastes & string, { age = 30 } = {}): Promise<Member> {
  return completeMember(await addNewcomer(firstName), { age });
}

/** Saves the profile and preferences of a member who has just signed up. */
export async function completeMember({ id, firstName }: Member, { age = 30 } = {}): Promise<Member> {
  const taste = tastes[firstName] ?? { topArtists: ["Abba"], favoriteGenres: ["Pop"] };
  const member = await saveProfile(
    id,
    profileInput.parse({ bio: "Likes records.", age, location: "Portland, Oregon" }),
  );
  await savePreferences(member.id, { ...taste, totalScrobbles: 10, concertsAttended: 2 } as never);
  return member;
}

/** Adds a member who has just signed up, with nothing but a name. */
export async function addNewcomer(firstName: string): Promise<Member> {
  const person = { firstName, lastName: "Lovelace", email: `${firstName.toLowerCase()}@example.org` };
  return findOrAddMember({ ...person, issuer: "https://id.example", subject: randomUUID() });
}

/** Lets two members like each other. */
export async function makeMatch(one: Member, other: Member) {
  await decideOn(one.id, { targetUserId: other.id, liked: true });
  await decideOn(other.id, { targetUserId: one.id, liked: true });
}

/** Lets two members match and start a conversation; returns it. */
export async function makeConversation(one: Member, other: Member) {
  await makeMatch(one, other);
  return startConversation(one.id, other.id);
}
