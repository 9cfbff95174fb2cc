// A show's page as one member sees it: the show, with those who go.
import type { PeopleCount } from "~/models/count";
import type { MemberCardDto } from "~/models/member/member";
import type { ShowDto } from "./show";

/** `people` are those whom the viewer could meet. */
export type ShowPageDto = ShowDto & {
  link: string | null;
  note: string;
  /** The calendar that it was read from, by its name, and where it leads to. */
  source: { name: string; url: string | null } | null;
  isPast: boolean;
  /** Those whom the viewer could meet: who would go with somebody, then who goes, each by score. */
  people: { together: MemberCardDto[]; going: MemberCardDto[] };
  /** How many they are, as coarse as everywhere. */
  atLeast: { together: PeopleCount; going: PeopleCount };
};
