// What the operators' page shows: numbers and states, and no member's content.

import { dateFormat } from "~/language/intl";

export const OPERATOR_PATH = "/admin";

/** A part of the deployment. A part that is `off` is not needed at the moment. */
export type Part = { name: string; state: "working" | "failing" | "off"; detail: string };

/** Members who signed up on a day (UTC), and members who were active on it. */
export type DayCounts = { day: string; signUps: number; active: number };

/** "812 bytes", "1.5 MB", "12 GB". */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

const date = { month: "short", day: "numeric", year: "numeric" } as const;
const dates = dateFormat(date);
const times = dateFormat({ ...date, hour: "numeric", minute: "2-digit" });

/** "Nov 20, 2026", in UTC. */
export function formatDate(at: Date): string {
  return dates.format(at);
}

/** "Nov 20, 2026, 8:05 PM" of an ISO time, in UTC. */
export function formatTime(at: string): string {
  return times.format(new Date(at));
}
