// A show's page as one member sees it: the show and those who go.
import type { PeopleCount } from "~/models/count";
import type { MemberCardDto } from "~/models/member/member";
import type { ShowDto } from "./show";

/** `people` are those whom the viewer could meet. */
export type ShowPageDto = ShowDto & {
  link: string | null;
  note: string;
  /** The name of the calendar that it was read from, and the link in it. */
  source: { name: string; url: string | null } | null;
  isPast: boolean;
  /** People the viewer could meet: those who would like company, then those who just go, each by score. */
  people: { together: MemberCardDto[]; going: MemberCardDto[] };
  /** How many they are, as coarse as everywhere. */
  atLeast: { together: PeopleCount; going: PeopleCount };
};
