// Matches and likes, as the API shows them.
import type { MemberCardDto } from "~/models/member/member";

/** A member the viewer liked. `mutual` means they liked back; then the second like is the date. */
export type MatchDto = {
  id: string;
  createdAt: string;
  compatibilityScore: number;
  mutual: boolean;
  targetUser: MemberCardDto;
};
