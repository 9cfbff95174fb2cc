// Appeals as the moderators' pages show them.
import type { SanctionKind } from "db/column-types";
import type { SanctionDto } from "./sanction";

/**
 * An appeal in the list. The sanction's author can't decide it unless there is no other moderator, and whoever reported the
 * member never can.
 */
export type AppealRow = {
  id: string;
  memberName: string;
  kind: SanctionKind;
  createdAt: string;
  canDecide: boolean;
  isReporter: boolean;
};

/** An appeal with the sanction it is about. */
export type AppealPage = {
  id: string;
  memberName: string;
  sanction: SanctionDto;
  moderator: string | null;
  decider: string | null;
  canDecide: boolean;
  isReporter: boolean;
};
