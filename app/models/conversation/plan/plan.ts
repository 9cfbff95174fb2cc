// Plans of two members to meet: their limits, their paths, and what a conversation says of one.

import { earliestDay, toDate } from "~/days";
import { formatList } from "~/language/intl";
import { type Message, msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";

export const PLACE_MAX = 120;
export const SENTENCE_MAX = 200;
export const LINK_NOTE_MAX = 200;
/** How far ahead a plan can be. */
export const DAYS_AHEAD = 730;
/** How many links each of the two can make for a plan. */
export const LINKS_MAX = 5;
/** How long both are asked whether they met. */
export const ASKED_DAYS = 7;

/** The state of a plan; `over` means that another replaced it or that it ended with the conversation. */
export type PlanState = "proposed" | "accepted" | "declined" | "cancelled" | "over";

/** What a proposal changes in the plan before it. */
export type PlanChange = "place" | "date" | "time";

/** A plan in the API. `date` and `time` are local to the place. */
export type PlanDto = {
  id: string;
  conversationId: string;
  state: PlanState;
  place: string;
  date: string;
  time: string;
  /**
   * The show it is about and that show's day as of now; `isOff` if it was cancelled or taken down, in which case its name is
   * blank.
   */
  show: { id: string; name: string; date: string; isOff: boolean } | null;
  /** The id of the member who proposed it or changed it last, and what they changed. */
  proposedBy: string;
  changes: PlanChange[];
  /** The id of the member who cancelled it, and what they said. */
  cancelledBy: string | null;
  sentence: string;
  createdAt: string;
  /** Whether the viewer is asked if they met, and what they have answered. */
  isAsked: boolean;
  answer: "yes" | "no" | "unsaid" | null;
};

/** A friend's link as the member who made it sees it. `askAt` and `homeAt` are in their local time. */
export type PlanLinkDto = {
  id: string;
  /** The address that the friend opens. */
  url: string;
  note: string;
  askAt: string | null;
  homeAt: string | null;
  expiresAt: string;
};

/** What a friend sees. `home` is since when the member is home, or that they haven't answered. */
export type SharedPlan = Pick<PlanDto, "place" | "date" | "time"> & {
  sharer: string;
  other: string;
  note: string;
  home: { since: string | null } | null;
};

/** Whether the day that the two agreed on is over, so that nothing is left to change. */
export function isOver({ state, isAsked, date }: PlanDto, now = Date.now()): boolean {
  return state === "accepted" && (isAsked || date < toDate(earliestDay(now)));
}

/** Whether somebody still goes by a plan. */
export function isStanding({ state }: Pick<PlanDto, "state">): boolean {
  return state === "proposed" || state === "accepted";
}

const changeNames: Record<PlanChange, Message> = {
  place: msg("the place"),
  date: msg("the day"),
  time: msg("the time"),
};

/** Says who did what, to one of the two; `other` is the other with their first name. */
export function describePlan(plan: PlanDto, other: { id: string; firstName: string }): string {
  const { firstName } = other;
  const { state, changes, proposedBy, cancelledBy } = plan;
  const isTheirs = proposedBy === other.id;
  switch (state) {
    case "accepted":
      return isOver(plan)
        ? t("You and {firstName} had a plan", { firstName })
        : t("You and {firstName} are meeting", { firstName });
    case "declined":
      return isTheirs ? t("You declined") : t("{firstName} declined", { firstName });
    case "cancelled":
      return cancelledBy === other.id ? t("{firstName} cancelled", { firstName }) : t("You cancelled");
    default: {
      if (!changes.length)
        return isTheirs ? t("{firstName} proposed this", { firstName }) : t("You proposed this");
      const changed = formatList(changes.map((change) => t(changeNames[change])));
      return isTheirs
        ? t("{firstName} changed {changed}", { firstName, changed })
        : t("You changed {changed}", { changed });
    }
  }
}

/** A plan in one line of a chat, with where and when; `asks` if the viewer has something to answer. */
export type PlanSummary = Pick<PlanDto, "place" | "date" | "time"> & { said: string; asks: boolean };

/** A plan as the chat shows it to one of its two members; null for one that is over and answered. */
export function summarizePlan(plan: PlanDto, other: { id: string; firstName: string }): PlanSummary | null {
  const { place, date, time, isAsked, answer, state, proposedBy } = plan;
  if (isAsked && !answer)
    return {
      place,
      date,
      time,
      said: t("Did you meet {firstName}?", { firstName: other.firstName }),
      asks: true,
    };
  if (isOver(plan)) return null;
  const asks = state === "proposed" && proposedBy === other.id;
  return { place, date, time, said: t("{label}:", { label: describePlan(plan, other) }), asks };
}

export const planMessages = {
  gone: msg("This plan has changed. Have a look at it again."),
  proposed: { title: msg("Plan proposed"), description: msg("You'll hear when it's answered.") },
  accepted: { title: msg("It's a plan"), description: msg("We'll remind you both the day before.") },
  declined: { title: msg("Plan declined") },
  cancelled: { title: msg("Plan cancelled") },
  answered: { title: msg("Thanks for telling us") },
  home: { title: msg("You're home"), description: msg("Your friend can see it.") },
  notHome: { title: msg("Taken back"), description: msg("Your friend no longer sees that you're home.") },
  linkMade: { title: msg("Link made"), description: msg("Copy it and send it to your friend.") },
  linkEnded: { title: msg("Link ended"), description: msg("Whoever opens it sees that the plan has ended.") },
  linkGone: msg("Your friend's page has ended."),
} satisfies Record<string, FlashMessage | Message>;
