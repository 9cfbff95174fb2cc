// Times as the screens show them.

import { HOUR_MS, MINUTE_MS } from "~/durations";
import { formatDate } from "~/language/intl";
import { t } from "~/language/text";

const DAY_HOURS = 24;
const WEEK_DAYS = 7;

/** 'Just now' within an hour ('just now' within a text), '5h ago' within a day, '3d ago' within a week, else a date such as 'Mar 3, 2027' in its `locale`, in UTC. */
export function relativeTime(then: Date, now: Date, locale: string, isWithinText = false): string {
  const hours = Math.floor((now.getTime() - then.getTime()) / HOUR_MS);
  if (hours < 1) return isWithinText ? t("just now") : t("Just now");
  if (hours < DAY_HOURS) return t("{hours}h ago", { hours });
  const days = Math.floor(hours / DAY_HOURS);
  if (days < WEEK_DAYS) return t("{days}d ago", { days });
  return formatDate(then, { dateStyle: "medium" }, locale);
}

/** The same, with '5m ago' from a minute on. */
export function relativeMinutes(then: Date, now: Date, locale: string): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / MINUTE_MS);
  return minutes >= 1 && minutes < HOUR_MS / MINUTE_MS
    ? t("{minutes}m ago", { minutes })
    : relativeTime(then, now, locale);
}
