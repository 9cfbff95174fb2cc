// Whether a community ends or has ended, on the day that its operator has named.

import { toDate } from "~/days";
import { DAY_MS, HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { isOpenAfterEnd } from "~/models/account/open-paths";
import { dayOf } from "~/models/member/visit.server";
import { Refusal } from "~/refusal";
import { ANNOUNCED_DAYS, type Ending, READ_ONLY, READ_ONLY_DAYS } from "./ending";

/** The end that everybody is told of; undefined while it is more than 30 days away. */
export function getEnding(now = Date.now()): Ending | undefined {
  const { ending, backup } = env;
  if (!ending || now < ending.day.getTime() - Math.max(...ANNOUNCED_DAYS) * DAY_MS) return undefined;
  const erasedAt = ending.at.getTime() + READ_ONLY_DAYS * DAY_MS;
  const goneAt = erasedAt + backup.keep * backup.everyHours * HOUR_MS;
  return {
    day: toDate(dayOf(ending.day.getTime())),
    erasedOn: toDate(dayOf(erasedAt)),
    backupsGoneOn: backup.to ? toDate(dayOf(goneAt + DAY_MS)) : null,
    isOver: hasEnded(now),
  };
}

/** Whether the last day is over everywhere. */
export function hasEnded(now = Date.now()): boolean {
  return env.ending !== undefined && now >= env.ending.at.getTime();
}

/** Refuses a change after the end (forbidden), unless it is one of those that go on. */
export function rejectAfterEnd({ url }: Request): void {
  if (hasEnded() && !isOpenAfterEnd(new URL(url).pathname)) throw new Refusal("forbidden", READ_ONLY);
}
