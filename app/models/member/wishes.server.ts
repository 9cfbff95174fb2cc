// Whom members would like to meet: edited by themselves, and shown to others if they want.
import { member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { updateCandidate } from "~/matching/candidate.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectStale } from "~/models/version.server";
import { noteIdentity } from "./identity.server";
import { getMember, type Member, saveProfileWithinLimit } from "./member.server";
import type { ProfileInput } from "./profile-schema";
import { genderLabels, meetLabels, type OwnWishes, purposeLabels, type Wishes } from "./wishes";

const UNSAID = "nothing";

/**
 * Saves whom a member would like to meet; every search from now on follows it. Refuses wishes that were opened at another
 * `version` (conflict), a third correction of the gender in 30 days (too-many, at `gender`), and more than 60 changes an hour
 * (too-many). `now` is in ms.
 */
export async function saveWishes(
  memberId: number,
  input: OwnWishes,
  version?: string,
  now = Date.now(),
): Promise<OwnWishes> {
  await consumeRateLimit("wishes", memberId);
  await transaction(async (tx) => {
    const saved = await getMember(memberId, tx);
    rejectStale(version, readOwnWishes(saved), input, {
      gender: (gender) => (gender ? genderLabels[gender] : UNSAID),
      meets: (meets) => meets.map((choice) => meetLabels[choice]).join(", ") || UNSAID,
      purpose: (purpose) => (purpose ? purposeLabels[purpose] : UNSAID),
    });
    await tx
      .update(member)
      .set(toColumns(saved, input, now))
      .where(eq(member.id, memberId));
    await updateCandidate(tx, memberId);
  });
  return input;
}

/**
 * Saves profile and wishes in one transaction, so a refused form saves neither. Refuses and answers as
 * `saveProfileWithinLimit` and `saveWishes` do.
 */
export async function saveAbout(memberId: number, profile: ProfileInput, wishes: OwnWishes) {
  await consumeRateLimit("wishes", memberId);
  const changeWith = (saved: Member) => toColumns(saved, wishes, Date.now());
  return saveProfileWithinLimit(memberId, profile, undefined, { changeWith });
}

function toColumns(saved: Member, wishes: OwnWishes, now: number): Partial<Member> {
  const meets = wishes.meets.length ? wishes.meets : null;
  return { ...wishes, meets, ...noteIdentity(saved, wishes, now) };
}

/** A member's own wishes as stored. */
export function readOwnWishes(row: Member): OwnWishes {
  return { ...readWishes(row), showsWishes: row.showsWishes };
}

/** What others see of a member's wishes; undefined unless the member shows them. */
export function readShownWishes(row: Member): Wishes | undefined {
  return row.showsWishes ? readWishes(row) : undefined;
}

function readWishes({ gender, genderWords, meets, meetAgeMin, meetAgeMax, purpose }: Member): Wishes {
  return { gender, genderWords, meets: meets ?? [], meetAgeMin, meetAgeMax, purpose };
}
