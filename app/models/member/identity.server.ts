// A member's gender and age, which can be corrected so rarely that nobody tries others on to see whom they find.

import type { member } from "db/schema";
import { CORRECTION_DAYS, DAY_MS } from "~/durations";
import { dateFormat } from "~/language/intl";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";
import { CORRECTIONS } from "./wishes";

const PERIOD_MS = CORRECTION_DAYS * DAY_MS;

const day = dateFormat({ month: "long", day: "numeric" });

type Row = typeof member.$inferSelect;
type Identity = Pick<Row, "gender" | "genderWords"> | { age: number };

/**
 * The columns that record a change of gender or age, at `now` in ms. Each can be corrected twice in 30 days; saying it for the
 * first time, or the same again, is no correction. Refuses a third one (too-many, at `age` or `gender`).
 */
export function noteIdentity(saved: Row, to: Identity, now: number) {
  const recent = (saved.identityChanges ?? []).filter((at) => at > now - PERIOD_MS);
  if ("age" in to) {
    const isCorrection = saved.age !== null && saved.age !== to.age;
    return { identityChanges: isCorrection ? correct(recent, "age", now) : recent };
  }
  const isSame = saved.gender === to.gender && saved.genderWords === to.genderWords;
  const isCorrection = saved.genderSaidAt !== null && !isSame;
  return {
    genderSaidAt: saved.genderSaidAt ?? (to.gender === null ? null : new Date(now)),
    identityChanges: isCorrection ? correct(recent, "gender", now) : recent,
  };
}

/** Adds a correction to the recent ones. */
function correct(recent: number[], field: "age" | "gender", now: number): number[] {
  if (recent.length < CORRECTIONS) return [...recent, now];
  const opens = Math.min(...recent) + PERIOD_MS;
  // Rounded up to a day that is late enough in every time zone.
  const date = day.format(opens + DAY_MS);
  const message = msg(
    "You've corrected your age or gender twice in {days} days. You can change it again on {date}.",
    { days: CORRECTION_DAYS, date },
  );
  throw new Refusal("too-many", message, { [field]: message }, Math.ceil((opens - now) / 1000));
}
