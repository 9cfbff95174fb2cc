// What notifications about message requests, plans, alerts, games and music accounts say.

import type { musicAccount, triviaGame } from "db/schema";
import { describeDate, toDate, toTime } from "~/days";
import { musicServices } from "~/integrations/music-service";
import { t } from "~/language/text";
import type { StoredQuote } from "~/models/conversation/profile-quote/profile-quote";
import { nameQuoted } from "~/models/conversation/profile-quote/profile-quote.server";
import type { NotificationDto } from "./notification";
import type { ToldPeople, ToldPlan } from "./notification-subjects.server";

type Game = typeof triviaGame.$inferSelect | null;

/** What a notification about a message request says; `quote` is the stored quote of a like with a note. */
export function describeRequest(name: string, quote: string | null): string {
  if (!quote) return t("{name} sent you a message request.", { name });
  const quoted: StoredQuote = JSON.parse(quote);
  if (quoted.type === "show") return t("{name} thought of {what}.", { name, what: nameQuoted(quoted) });
  return t("{name} liked {what} and wrote to you.", { name, what: nameQuoted(quoted) });
}

/** Where and when two meet: "The Lexington · Fri, Dec 4 · 19:30". */
export function formatPlan({ place, day, minutes }: ToldPlan): string {
  return `${place} · ${describeDate(toDate(day))} · ${toTime(minutes)}`;
}

/** What a notification about a plan says: what the other has done with it, or its state. */
export function describePlanNews(told: ToldPlan, name: string, memberId: number): string {
  const { state, proposedBy, isShowOff, showDay, day } = told;
  if (state === "cancelled")
    return t("Your plan with {name} was cancelled: {plan}.", { name, plan: formatPlan(told) });
  if (state === "declined")
    return proposedBy === memberId
      ? t("{name} declined your plan: {plan}.", { name, plan: formatPlan(told) })
      : t("You declined {name}'s plan: {plan}.", { name, plan: formatPlan(told) });
  if (isShowOff)
    return t("The show is off, but your plan with {name} stands: {plan}.", { name, plan: formatPlan(told) });
  if (showDay !== null && showDay !== day)
    return t("The show has moved to {day}, but your plan with {name} stands: {plan}.", {
      day: describeDate(toDate(showDay)),
      name,
      plan: formatPlan(told),
    });
  if (state === "accepted") return t("You're meeting {name}: {plan}.", { name, plan: formatPlan(told) });
  return proposedBy === memberId
    ? t("You proposed: {plan}.", { plan: formatPlan(told) })
    : t("{name} proposes a plan: {plan}.", { name, plan: formatPlan(told) });
}

/** What a notification about people found by alerts says; `name` is that of one of them. */
export function describeTold(told: ToldPeople | null, name: string): string {
  const { people = 1, artist, show } = told ?? {};
  if (people > 1)
    return t("New people for you: {name} and {count, number} more.", { name, count: people - 1 });
  if (artist) return t("Somebody new for you: {name} loves {artist}.", { name, artist });
  if (show) return t("Somebody new for you: {name} goes to {show}.", { name, show });
  return t("Somebody new for you: {name}.", { name });
}

/** What a notification about a game says, and its kind. */
export function describeGame(
  memberId: number,
  name: string,
  game: Game,
  isToMove: boolean,
): Pick<NotificationDto, "kind" | "text"> {
  if (game?.status === "completed") return { kind: "game", text: describeResult(memberId, name, game) };
  if (!isToMove) return { kind: "game", text: t("Waiting for {name} in trivia.", { name }) };
  if (game?.status === "waiting" && game.player2Id === memberId)
    return { kind: "challenge", text: t("{name} challenged you to trivia.", { name }) };
  return { kind: "move", text: t("Your move against {name}.", { name }) };
}

function describeResult(
  memberId: number,
  name: string,
  { ending, player1Id, winnerId }: NonNullable<Game>,
): string {
  if (ending === "declined")
    return player1Id === memberId
      ? t("{name} declined your trivia challenge.", { name })
      : t("You declined {name}'s trivia challenge.", { name });
  if (winnerId === null) return t("You and {name} tied at trivia.", { name });
  return winnerId === memberId
    ? t("You beat {name} at trivia.", { name })
    : t("{name} beat you at trivia.", { name });
}

/** What a notification about a music account's new artists says. */
export function describeNewArtists({
  service,
  period,
  newArtists,
}: Pick<typeof musicAccount.$inferSelect, "service" | "period" | "newArtists">): string {
  const count = newArtists?.length ?? 0;
  return t(
    "{count, plural, one {One artist is} =2 {Two artists are} =3 {Three artists are} =4 {Four artists are} =5 {Five artists are} =6 {Six artists are} =7 {Seven artists are} =8 {Eight artists are} =9 {Nine artists are} other {# artists are}} new in {period, select, half_yearly {your last six months} other {what you play most}} on {service}.",
    { count, period: period ?? "", service: musicServices[service].name },
  );
}
