// What notifications about message requests, games and music connections say.

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
export function wordPlan({ place, day, minutes }: ToldPlan): string {
  return `${place} · ${describeDate(toDate(day))} · ${toTime(minutes)}`;
}

/** What a notification about a plan says: what the other has done with it, or how it stands. */
export function describePlanNews(told: ToldPlan, name: string, memberId: number): string {
  const { state, proposedBy, isShowOff, showDay, day } = told;
  if (state === "cancelled") return `Your plan with ${name} was cancelled: ${wordPlan(told)}.`;
  if (state === "declined")
    return proposedBy === memberId
      ? `${name} declined your plan: ${wordPlan(told)}.`
      : `You declined ${name}'s plan: ${wordPlan(told)}.`;
  if (isShowOff) return `The show is off, but your plan with ${name} stands: ${wordPlan(told)}.`;
  if (showDay !== null && showDay !== day)
    return `The show has moved to ${describeDate(toDate(showDay))}, but your plan with ${name} stands: ${wordPlan(told)}.`;
  if (state === "accepted") return `You're meeting ${name}: ${wordPlan(told)}.`;
  return proposedBy === memberId
    ? `You proposed: ${wordPlan(told)}.`
    : `${name} proposes a plan: ${wordPlan(told)}.`;
}

/** What a notification about people says whom alerts have found; `name` is that of one of them. */
export function describeTold(told: ToldPeople | null, name: string): string {
  const { people = 1, artist, show } = told ?? {};
  if (people > 1) return `New people for you: ${name} and ${people - 1} more.`;
  if (artist) return `Somebody new for you: ${name} loves ${artist}.`;
  return `Somebody new for you: ${name}${show ? ` goes to ${show}` : ""}.`;
}

/** What a notification about a game says, and its kind. */
export function describeGame(
  memberId: number,
  name: string,
  game: Game,
  isToMove: boolean,
): Pick<NotificationDto, "kind" | "text"> {
  if (game?.status === "completed") return { kind: "game", text: describeResult(memberId, name, game) };
  if (!isToMove) return { kind: "game", text: `Waiting for ${name} in trivia.` };
  if (game?.status === "waiting" && game.player2Id === memberId)
    return { kind: "challenge", text: `${name} challenged you to trivia.` };
  return { kind: "move", text: `Your move against ${name}.` };
}

function describeResult(
  memberId: number,
  name: string,
  { ending, player1Id, winnerId }: NonNullable<Game>,
): string {
  if (ending === "declined")
    return player1Id === memberId
      ? `${name} declined your trivia challenge.`
      : `You declined ${name}'s trivia challenge.`;
  if (winnerId === null) return `You and ${name} tied at trivia.`;
  return winnerId === memberId ? `You beat ${name} at trivia.` : `${name} beat you at trivia.`;
}

const NUMBERS = ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** What a notification about the new artists of a connection says. */
export function describeNewArtists({
  service,
  period,
  newArtists,
}: Pick<typeof musicAccount.$inferSelect, "service" | "period" | "newArtists">): string {
  const count = newArtists?.length ?? 0;
  const artists = count === 1 ? "One artist is" : `${NUMBERS[count] ?? count} artists are`;
  const where = period === "half_yearly" ? "your last six months" : "what you play most";
  return `${artists} new in ${where} on ${musicServices[service].name}.`;
}
