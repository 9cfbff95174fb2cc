// Moderation statistics that every member can see.
import type { ReportReason, SanctionKind } from "db/column-types";

/** The counts of one quarter, such as "2026, October to December". */
export type QuarterCounts = {
  name: string;
  reports: Record<ReportReason, number>;
  decisions: Record<SanctionKind, number>;
  /** The median time from report to decision; null if none was decided. */
  medianHours: number | null;
  appeals: number;
  overturned: number;
};
