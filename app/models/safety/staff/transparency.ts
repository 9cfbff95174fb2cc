// Moderation statistics that everybody can see.
import type { NoticeReason, ReportReason, SanctionKind } from "db/column-types";

/** Smaller counts are withheld: otherwise reporters and those decided about could watch them change. */
export const SMALLEST_COUNT = 5;

/** A count; null if it is smaller than `SMALLEST_COUNT`, zero or not. */
export type Count = number | null;

/** The counts of one quarter that is over, 1 for January to March. */
export type QuarterCounts = {
  year: number;
  quarter: number;
  reports: Record<ReportReason, Count>;
  notices: Record<NoticeReason, Count>;
  /** Against outcomes of notices. */
  objections: Count;
  sanctions: Record<SanctionKind, Count>;
  /** The median time from report to sanction, 0 for less than an hour; null if few were decided. */
  medianHours: number | null;
  /** Plans to meet whose answers became final in the quarter, and those after which somebody said that they met. */
  plans: Count;
  met: Count;
  appeals: Count;
  overturned: Count;
};
