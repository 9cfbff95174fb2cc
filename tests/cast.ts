// The cast of the tests: named members with a profile and a taste.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { db } from "db/client.server";
import { member, memberArtist, preferences, staff } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import { updateCandidate } from "~/matching/candidate.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { findOrAddMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { savePreferences } from "~/models/music/preferences.server";
import { rowsOf } from "./rows";

const tastes: Record<string, { topArtists: string[]; favoriteGenres: string[] }> = {
  Ada: { topArtists: ["Radiohead", "Stereolab", "Broadcast"], favoriteGenres: ["Indie", "Electronic"] },
  Ben: {
    topArtists: ["Broadcast", "Portishead", "Radiohead"],
    favoriteGenres: ["Electronic", "Alternative"],
  },
  Cleo: { topArtists: ["Nina Simone", "Alice Coltrane"], favoriteGenres: ["Jazz", "Soul"] },
  Dan: { topArtists: ["Metallica"], favoriteGenres: ["Metal"] },
};

/** The members of a test, for files that ask for them with `freshCast`; Mia and Noa are moderators. */
export let ada: Member;
export let ben: Member;
export let cleo: Member;
export let mia: Member;
export let noa: Member;

const cast = {
  ada: async () => (ada = await addMember("Ada")),
  ben: async () => (ben = await addMember("Ben")),
  cleo: async () => (cleo = await addMember("Cleo")),
  mia: async () => (mia = await addModerator("Mia")),
  noa: async () => (noa = await addModerator("Noa")),
};

/** Gives each test of a file new members under these names, which the file imports. */
export function freshCast(...names: (keyof typeof cast)[]) {
  beforeEach(async () => {
    for (const name of names) await cast[name]();
  });
}

/** Adds a member who lives in Portland, with the taste that goes with the name. */
export async function addMember(firstName: keyof typeof tastes & string, { age = 30 } = {}): Promise<Member> {
  return completeMember(await addNewcomer(firstName), { age });
}

/**
 * A profile and a taste as the models save them, by name and age; copying them for further members takes a third of the time.
 */
const saved = new Map<string, Awaited<ReturnType<typeof saveThroughModels>>>();

/** Saves the profile and preferences of a member who has just signed up. */
export async function completeMember(newcomer: Member, { age = 30 } = {}): Promise<Member> {
  const key = `${newcomer.firstName} ${age}`;
  const known = saved.get(key);
  if (!known) {
    const first = await saveThroughModels(newcomer, age);
    saved.set(key, first);
    return { ...newcomer, ...first.profile };
  }
  const memberId = newcomer.id;
  await transaction(async (tx) => {
    await tx.update(member).set(known.profile).where(eq(member.id, memberId));
    await tx.insert(preferences).values(known.preferences.map((row) => ({ ...row, memberId })));
    await tx.insert(memberArtist).values(known.artists.map((row) => ({ ...row, memberId })));
    await updateCandidate(tx, memberId);
  });
  return { ...newcomer, ...known.profile };
}

async function saveThroughModels(newcomer: Member, age: number) {
  const memberId = newcomer.id;
  const taste = tastes[newcomer.firstName] ?? { topArtists: ["Abba"], favoriteGenres: ["Pop"] };
  const input = profileInput.parse({ bio: "Likes records.", age, location: "Portland, Oregon" });
  const after = await saveProfile(memberId, input);
  await savePreferences(memberId, { ...taste, totalScrobbles: 10, concertsAttended: 2 } as never);
  const changed = Object.entries(after).filter(
    ([name, value]) => !isDeepStrictEqual(value, newcomer[name as keyof Member]),
  );
  return {
    profile: Object.fromEntries(changed) as Partial<Member>,
    preferences: await rowsOf(preferences, { memberId }),
    artists: await rowsOf(memberArtist, { memberId }),
  };
}

/** Adds a member who has just signed up, with nothing but a name. */
export async function addNewcomer(firstName: string): Promise<Member> {
  const person = { firstName, lastName: "Lovelace", email: `${firstName.toLowerCase()}@example.org` };
  return findOrAddMember({ ...person, issuer: "https://id.example", subject: randomUUID() });
}

/** Adds a moderator who takes no part in the community. */
export async function addModerator(firstName: string): Promise<Member> {
  const added = await addNewcomer(firstName);
  await db.insert(staff).values({ memberId: added.id, role: "moderator", addedAt: new Date() });
  return added;
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
