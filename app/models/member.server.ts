// Members: found or added at sign-in, read by others, changed by themselves.
import { randomInt } from "node:crypto";
import { db } from "db/client.server";
import { member } from "db/schema";
import { and, eq } from "drizzle-orm";
import { relist } from "~/matching/listing.server";
import { spend } from "./allowance.server";
import type { ProfileInput, PublicMember } from "./member";
import { resolvePlace } from "./place.server";

export type Member = typeof member.$inferSelect;

export type Identity = {
  issuer: string;
  subject: string;
  firstName: string;
  lastName: string;
  email: string | null;
};

/** The member of an identity at a sign-in provider, added at the first sign-in. */
export async function findOrAddMember(identity: Identity): Promise<Member> {
  await db
    .insert(member)
    .values({ ...identity, id: newMemberId(), createdAt: new Date() })
    .onConflictDoNothing();
  const [found] = await db
    .select()
    .from(member)
    .where(and(eq(member.issuer, identity.issuer), eq(member.subject, identity.subject)));
  if (!found) throw new Error("A member that was just added is not there");
  return found;
}

/** A random id of 48 bits: it can be neither guessed nor counted, and fits a JavaScript number. */
export function newMemberId(): number {
  return randomInt(1, 2 ** 48 - 1);
}

/** Changes one's own profile. Refuses (too-many) a fourth change of place in a day. */
export async function saveProfile(memberId: number, input: ProfileInput): Promise<Member> {
  const [before] = await db.select().from(member).where(eq(member.id, memberId));
  if (before && before.location !== input.location && before.location !== "") await spend("place", memberId);
  const place = await resolvePlace(input.location);
  const change = { ...input, placeName: place?.name ?? null, cell: place?.cell ?? null };
  const [changed] = await db.batch([
    db.update(member).set(change).where(eq(member.id, memberId)).returning(),
    ...relist(memberId),
  ]);
  if (!changed[0]) throw new Error("A signed-in member is not in the database");
  return changed[0];
}

/** What other members may see of a member. */
export function publicMember(row: Pick<Member, keyof PublicMember | "placeName">): PublicMember {
  return {
    id: String(row.id),
    firstName: row.firstName,
    lastName: Array.from(row.lastName.trim())[0]?.toUpperCase() ?? "",
    age: row.age,
    location: row.placeName ?? (row.location || null),
    bio: row.bio,
    profileImageUrl: row.profileImageUrl,
    coverImageUrl: row.coverImageUrl,
  };
}

/** What a member may see of their own: GET /api/auth/user. */
export function ownMember(row: Member) {
  const { id, firstName, lastName, email, bio, age, location, profileImageUrl, coverImageUrl } = row;
  return { id: String(id), firstName, lastName, email, bio, age, location, profileImageUrl, coverImageUrl };
}
