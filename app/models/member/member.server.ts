// Members: found or added at sign-in, read by others, edited by themselves.
import { randomInt } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, member } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { env } from "~/env.server";
import { updateCandidate } from "~/matching/candidate.server";
import { declareAge } from "~/models/account/age/age-proof.server";
import {
  hasInvitation,
  recordInvited,
  redeemInvitation,
  requireInvitation,
  takeInvitation,
} from "~/models/account/invitation/invitation.server";
import { rejectNewcomer } from "~/models/account/sign-in/registration.server";
import { addApplication, updateWaiting } from "~/models/account/waiting/waiting.server";
import { saveAccepted } from "~/models/document/acceptance.server";
import { resolvePlace } from "~/models/member/place/place.server";
import { getPreferences } from "~/models/music/preferences.server";
import { hasCheckedPhoto, type PhotoCheckKeys } from "~/models/picture/photo-check";
import { type ProfilePictureKeys, profilePictureUrls } from "~/models/picture-url";
import { type Face, faceOf, toPublicName } from "~/models/public-member";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { recordNetwork } from "~/models/safety/newcomer/network.server";
import { rejectExcludedPerson } from "~/models/safety/sanctions/strike.server";
import { rejectStale } from "~/models/version.server";
import { Refusal } from "~/refusal";
import { noteIdentity } from "./identity.server";
import { languageOfNewMember } from "./language.server";
import type { PublicMember } from "./member";
import { isNewHere, type NewnessKeys } from "./member";
import { type Profile, type ProfileInput, profileFields } from "./profile-schema";
import { dayOf } from "./visit.server";

// Not translated: a log.
const MISSING = "The signed-in member is missing from the database";

export type Member = typeof member.$inferSelect;

export type Identity = {
  issuer: string;
  subject: string;
  firstName: string;
  lastName: string;
  email: string | null;
};

/** Where a newcomer comes from: the address for rate limits, its network, and the code of an invitation. */
type Origin = { address?: string; network?: string; invitation?: string };

/**
 * Finds the member with an identity at a sign-in provider, or adds one at the first sign-in. Refuses a person whose earlier
 * account is still banned or suspended (forbidden), and newcomers as `rejectNewcomer` and `requireInvitation` do, even if they
 * made their account while the deployment took everybody. Newcomers wait if approval is needed or their network is held.
 */
export async function findOrAddMember(identity: Identity, origin: Origin = {}): Promise<Member> {
  const found = await findMember(identity);
  if (found) return found;
  rejectNewcomer(identity.email);
  const isEmbedded = identity.issuer === EMBEDDED_MEMBERS;
  const isInvited = isEmbedded && (await hasInvitation(identity.subject));
  const invitationId = isInvited
    ? undefined
    : await requireInvitation(origin.invitation, origin.address ?? "");
  await rejectExcludedPerson(identity);
  await transaction(async (tx) => {
    const id = newMemberId();
    const { rowsAffected } = await tx
      .insert(member)
      .values({ ...identity, id, language: languageOfNewMember(), visitedOn: dayOf(), createdAt: new Date() })
      .onConflictDoNothing();
    if (!rowsAffected) return;
    if (isEmbedded) await takeSignUp(tx, id, identity.subject);
    if (isInvited) await takeInvitation(tx, id, identity.subject);
    else {
      await redeemInvitation(tx, invitationId);
      await recordInvited(tx, invitationId, id);
    }
    const isHeld = await recordNetwork(tx, id, origin.network);
    if (env.registration === "approval") await addApplication(tx, id, "approval");
    else if (isHeld) await addApplication(tx, id, "network");
    else await updateWaiting(tx, id);
  });
  const added = await findMember(identity);
  if (!added) throw new Error("The member just inserted is missing");
  return added;
}

/** Moves what a new member said and accepted at sign-up from their account to the member. */
async function takeSignUp(tx: Tx, memberId: number, accountId: string) {
  const [found] = await tx
    .select({ accepted: account.accepted, createdAt: account.createdAt })
    .from(account)
    .where(eq(account.id, accountId));
  if (found) await tx.update(member).set(declareAge(found.createdAt)).where(eq(member.id, memberId));
  if (!found?.accepted) return;
  await saveAccepted(tx, memberId, found.accepted);
  await tx.update(account).set({ accepted: null }).where(eq(account.id, accountId));
}

async function findMember({ issuer, subject }: Identity): Promise<Member | undefined> {
  const [row] = await db
    .select()
    .from(member)
    .where(and(eq(member.issuer, issuer), eq(member.subject, subject)));
  return row;
}

/** A random 48-bit id: it can be neither guessed nor counted, and fits a JavaScript number. */
export function newMemberId(): number {
  return randomInt(1, 2 ** 48 - 1);
}

/** `now` is in ms; `changeWith` returns further columns to save. */
type SaveOptions = { now?: number; changeWith?: (saved: Member) => Partial<Member> };

/**
 * Saves a member's own profile. Refuses one that was opened at another `version` (conflict), a third correction of the age
 * or gender in 30 days (too-many, at `age`), a fourth change of location in a day and more than 60 changes an hour (too-many).
 */
export async function saveProfile(
  memberId: number,
  input: ProfileInput,
  version?: string,
  options: SaveOptions = {},
): Promise<Member> {
  await consumeRateLimit("profile", memberId);
  return writeProfile(memberId, input, version, options);
}

async function writeProfile(
  memberId: number,
  input: ProfileInput,
  version: string | undefined,
  { now = Date.now(), changeWith }: SaveOptions,
): Promise<Member> {
  const before = await getFreshMember(memberId, input, version);
  // First, so that a refusal doesn't count as a change of location.
  noteIdentity(before, input, now);
  changeWith?.(before);
  if (before.location !== input.location && before.location !== "") await consumeRateLimit("place", memberId);
  const place = resolvePlace(input.location);
  return transaction(async (tx) => {
    const saved = await getFreshMember(memberId, input, version, tx);
    const town = { placeName: place?.name ?? null, cell: place?.cell ?? null };
    const profile = { ...input, ...town, ...noteIdentity(saved, input, now) };
    const change = { ...profile, ...changeWith?.({ ...saved, ...profile }) };
    await tx.update(member).set(change).where(eq(member.id, memberId));
    await updateCandidate(tx, memberId);
    return { ...saved, ...change };
  });
}

/**
 * Saves a member's own profile. Past the daily limit the location stays as it is and the rest is saved;
 * `locationRefusal` then says how long to wait. Refuses more than 60 changes an hour (too-many).
 */
export async function saveProfileWithinLimit(
  memberId: number,
  input: ProfileInput,
  version?: string,
  options: SaveOptions = {},
): Promise<{ saved: Member; locationRefusal?: Refusal }> {
  await consumeRateLimit("profile", memberId);
  try {
    return { saved: await writeProfile(memberId, input, version, options) };
  } catch (error) {
    const isOfIdentity = error instanceof Refusal && (error.fields.age || error.fields.gender);
    if (!(error instanceof Refusal) || error.code !== "too-many" || isOfIdentity) throw error;
    const { location } = await getMember(memberId);
    const saved = await writeProfile(memberId, { ...input, location }, version, options);
    return { saved, locationRefusal: error };
  }
}

/** A member whose profile hasn't been saved since `version`, or else refuses an input (conflict). */
async function getFreshMember(
  memberId: number,
  input: ProfileInput,
  version?: string,
  on: Database = db,
): Promise<Member> {
  const saved = await getMember(memberId, on);
  rejectStale(version, readProfile(saved), input);
  return saved;
}

/** The signed-in member's row. */
export async function getMember(memberId: number, on: Database = db): Promise<Member> {
  const [row] = await on.select().from(member).where(eq(member.id, memberId));
  if (!row) throw new Error(MISSING);
  return row;
}

/** The fields of a member's profile as stored. */
export function readProfile(row: Profile): Profile {
  return Object.fromEntries(profileFields.map((field) => [field, row[field]])) as Profile;
}

/** A member's row as other members see it. */
export function toPublicMember(
  row: Profile &
    ProfilePictureKeys &
    PhotoCheckKeys &
    NewnessKeys &
    Pick<Member, "id" | "firstName" | "lastName" | "placeName">,
): PublicMember {
  return {
    id: String(row.id),
    ...toPublicName(row),
    ...readProfile(row),
    location: row.placeName,
    ...profilePictureUrls(row),
    ...(env.photoCheck && hasCheckedPhoto(row) ? { isPhotoChecked: true } : {}),
    ...(isNewHere(row) ? { isNewHere: true } : {}),
  };
}

/** A member's own face. */
export async function getOwnFace(row: Member): Promise<Face> {
  const pictures = profilePictureUrls(row);
  const preferences = pictures.profileImageUrl ? null : await getPreferences(row.id);
  return faceOf({ firstName: row.firstName, ...pictures }, preferences?.topArtists[0]);
}

/** A member's row as they see it themselves: GET /api/auth/user. */
export function toOwnMember(row: Member) {
  const { id, firstName, lastName, email } = row;
  return { id: String(id), firstName, lastName, email, ...readProfile(row), ...profilePictureUrls(row) };
}
