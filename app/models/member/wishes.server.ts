// Whom members would like to meet: edited by themselves, and shown to others if they want.
import { member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { msg, t } from "~/language/text";
import { updateCandidate } from "~/matching/candidate.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectStale } from "~/models/version.server";
import { invalidAt } from "~/refusal";
import { noteIdentity } from "./identity.server";
import { getMember, type Member, saveProfileWithinLimit } from "./member.server";
import type { ProfileInput } from "./profile-schema";
import { genderLabels, meetLabels, type OwnWishes, purposeLabels, type Wishes } from "./wishes";
import { hasConsented, WISHES_CONSENT } from "./wishes-consent.server";

const UNSAID = msg("nothing");
const CONSENT_MISSING = msg(
  "Check this to save your answers, or leave out your gender and whom you'd like to meet",
);

/** Wishes, and whether the member agrees to WISHES_CONSENT. */
type Input = OwnWishes & { consents: boolean };

/**
 * Saves whom a member would like to meet; every search from now on respects it. Refuses a gender or wishes without consent now
 * or earlier (invalid, at `consents`), wishes that were opened at another `version` (conflict), a third correction of the
 * gender in 30 days (too-many, at `gender`), and more than 60 changes an hour (too-many). `now` is in ms.
 */
export async function saveWishes(
  memberId: number,
  { consents, ...input }: Input,
  version?: string,
  now = Date.now(),
): Promise<OwnWishes> {
  await consumeRateLimit("wishes", memberId);
  await transaction(async (tx) => {
    const saved = await getMember(memberId, tx);
    rejectStale(version, readOwnWishes(saved), input, {
      gender: (gender) => t(gender ? genderLabels[gender] : UNSAID),
      meets: (meets) => meets.map((choice) => t(meetLabels[choice])).join(", ") || t(UNSAID),
      purpose: (purpose) => t(purpose ? purposeLabels[purpose] : UNSAID),
    });
    await tx
      .update(member)
      .set(toColumns(saved, { ...input, consents }, now))
      .where(eq(member.id, memberId));
    await updateCandidate(tx, memberId);
  });
  return input;
}

/**
 * Saves profile and wishes in one transaction, so that a refused form saves neither. Returns and refuses what
 * `saveProfileWithinLimit` and `saveWishes` do.
 */
export async function saveAbout(memberId: number, profile: ProfileInput, wishes: Input) {
  await consumeRateLimit("wishes", memberId);
  const changeWith = (saved: Member) => toColumns(saved, wishes, Date.now());
  return saveProfileWithinLimit(memberId, profile, undefined, { changeWith });
}

/**
 * Lets a member also meet people who haven't said a gender. Changes nothing for a member who meets them already, and asks for
 * no consent: the member has agreed to the wishes that it adds to. Refuses more than 60 changes an hour (too-many).
 */
export async function meetUnsaid(memberId: number): Promise<void> {
  await consumeRateLimit("wishes", memberId);
  await transaction(async (tx) => {
    const { meets } = readOwnWishes(await getMember(memberId, tx));
    if (!meets.length || meets.includes("unsaid") || meets.includes("everyone")) return;
    await tx
      .update(member)
      .set({ meets: [...meets, "unsaid"] })
      .where(eq(member.id, memberId));
    await updateCandidate(tx, memberId);
  });
}

/**
 * Withdraws a member's consent, which erases their wishes at once, whatever they have corrected lately. Saying a gender again
 * counts as a correction.
 */
export async function eraseWishes(memberId: number) {
  await transaction(async (tx) => {
    await tx.update(member).set(NO_WISHES).where(eq(member.id, memberId));
    await updateCandidate(tx, memberId);
  });
}

const NO_WISHES = {
  ...{ gender: null, genderWords: null, meets: null, meetAgeMin: null, meetAgeMax: null, purpose: null },
  ...{ showsWishes: false, wishesConsent: null, wishesConsentAt: null },
};

function toColumns(saved: Member, { consents, ...wishes }: Input, now: number): Partial<Member> {
  const meets = wishes.meets.length ? wishes.meets : null;
  const consent = noteConsent(saved, wishes, consents, now);
  return { ...wishes, ...consent, meets, ...noteIdentity(saved, wishes, now) };
}

/** The columns of the consent, which is stored only together with what needs it. */
function noteConsent(saved: Member, { gender, meets }: OwnWishes, consents: boolean, now: number) {
  if (gender === null && meets.length === 0) return { wishesConsent: null, wishesConsentAt: null };
  if (hasConsented(saved)) return {};
  if (!consents) throw invalidAt("consents", CONSENT_MISSING);
  return { wishesConsent: WISHES_CONSENT.version, wishesConsentAt: new Date(now) };
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
