// How it is known that members are 18 or older. No birthdate is stored, whatever its source.
import { member, moderationCase } from "db/schema";
import { hasRow, transaction } from "db/transaction.server";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { toDate } from "~/days";
import { keyedDigest } from "~/digest.server";
import type { AgeAnswer } from "~/integrations/age-provider.server";
import { updateWaiting } from "~/models/account/waiting/waiting.server";
import { dayOf } from "~/models/member/visit.server";
import { rejectExcludedProof } from "~/models/safety/sanctions/strike.server";
import { Refusal } from "~/refusal";
import { type AgeDto, ageErrors, isAdultSince } from "./age";

/** What is known of a member's age, as shown to themselves. */
export function readAgeCheck({
  ageCheck: check,
  ageCheckedOn: day,
}: Pick<typeof member.$inferSelect, "ageCheck" | "ageCheckedOn">): AgeDto {
  return check === null || day === null ? null : { check, day: toDate(day) };
}

/**
 * Records that the age provider confirmed a member's age. Refuses an answer without an age (invalid), one about somebody who is
 * younger or whose earlier account is banned or suspended (forbidden), and a person who has proven the age of another account
 * (conflict), unless they have deleted that one and no moderator has to decide about it: a ban would miss them.
 */
export async function proveAge(memberId: number, { issuer, subject, ...said }: AgeAnswer): Promise<void> {
  const isAdult = said.isAdult ?? (said.birthdate === undefined ? undefined : isAdultSince(said.birthdate));
  if (isAdult === undefined && said.birthdate !== undefined) throw noBirthdateRefusal();
  if (isAdult === undefined) throw new Refusal("invalid", ageErrors.unknown);
  if (!isAdult) throw new Refusal("forbidden", ageErrors.tooYoung);
  // Not translated: a key.
  const ageProof = keyedDigest(`age of ${subject} at ${issuer}`);
  await transaction(async (tx) => {
    const isReported = hasRow(
      moderationCase,
      and(eq(moderationCase.memberId, member.id), isNull(moderationCase.closedAt)),
    );
    const isKept = sql<number>`${member.deletedAt} is null or ${member.suspendedAt} is not null or ${isReported}`;
    const [other] = await tx
      .select({ id: member.id, isKept })
      .from(member)
      .where(and(eq(member.ageProof, ageProof), ne(member.id, memberId)));
    if (other?.isKept) throw new Refusal("conflict", ageErrors.taken);
    await rejectExcludedProof(tx, ageProof);
    if (other) {
      const unproven = { ageCheck: null, ageCheckedOn: null, ageProof: null };
      await tx.update(member).set(unproven).where(eq(member.id, other.id));
      await updateWaiting(tx, other.id);
    }
    await tx
      .update(member)
      .set({ ageCheck: "provider", ageCheckedOn: dayOf(), ageProof })
      .where(eq(member.id, memberId));
    await updateWaiting(tx, memberId);
  });
}

/** The operator has to see this: every member's birthdate may be like that. */
function noBirthdateRefusal(): Refusal {
  // Not translated: a log.
  const cause = "age provider: a birthdate that is a placeholder, in the future or no date";
  return Object.assign(new Refusal("invalid", ageErrors.noDate), { cause });
}
