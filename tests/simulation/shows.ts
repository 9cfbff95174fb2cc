// Shows in the model: one for an artist, a day and a town; who goes, and who is seen there by whom.
import type { GoingViewers } from "db/column-types";
import { toDate } from "~/days";
import { type Going, quoteShow } from "~/models/show/show";
import type { Model } from "./model";
import { likeWithNote } from "./notes";
import { type Message, Refused, type Who } from "./pair";

/** A town beside Portland is the same place, and one in another state is not. */
export const TOWNS = ["Portland, Oregon", "Milwaukie, Oregon", "Seattle, Washington"] as const;
type Town = (typeof TOWNS)[number];

export type Show = {
  id: string;
  by: Who;
  artist: string;
  town: Town;
  /** In days since 1970. */
  day: number;
  going: Record<Who, Exclude<Going, "no">>;
};

/** The show that a step is about. */
export type ShowAims = { show: string };

const NONE = "none";
const LISTED_DAYS = 90;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The day in all of the towns. */
function today(now: number): number {
  return Math.floor((now - 8 * HOUR) / DAY);
}

/** The day it still is somewhere. */
export function earliestDay(now: number): number {
  return Math.floor((now - 12 * HOUR) / DAY);
}

/** Where the shows take place that a member of this name adds. */
export function venueOf(name: string): string {
  return `Hall of ${name}`;
}

export function addShow(
  model: Model,
  me: Who,
  added: Pick<Show, "id" | "artist" | "town" | "day">,
  now: number,
) {
  const { id, artist, town, day } = added;
  if (day < today(now)) throw new Refused("invalid");
  if (model.shows.some((each) => each.id === id)) return { isNew: true };
  const isSame = (other: Show) =>
    other.artist === artist && other.day === day && isFar(other) === isFar(added);
  if (model.shows.some(isSame)) return { isNew: false };
  model.shows.push({ id, by: me, artist, town, day, going: {} });
  return { isNew: true };
}

export function setGoing(model: Model, me: Who, id: string, choice: Going, now: number): Going {
  const show = model.shows.find((each) => each.id === id);
  if (!show) throw new Refused("absent");
  if (choice !== "no" && show.day < earliestDay(now)) throw new Refused("conflict");
  const { [me]: _, ...others } = show.going;
  show.going = choice === "no" ? others : { ...others, [me]: choice };
  return choice;
}

/** Likes a member and asks whether they go to a show together. */
export function askTogether(model: Model, me: Who, you: Who, said: Message, id: string, now: number) {
  const show = model.shows.find((each) => each.id === id);
  return likeWithNote(model, me, you, said, now, {
    show: show ? wordsOf(model, show) : NONE,
    isShown: () => show !== undefined && isSeenAt(model, me, you, show, now),
  });
}

export function showGoing(model: Model, me: Who, to: GoingViewers) {
  model.member(me).showsGoing = to;
  return { showsGoing: to };
}

/** The newest shows come first; whoever asks somebody to go together names one to which they go. */
export function aimAtShows(
  { shows }: Model,
  { kind, whom, number }: { kind: string; whom: Who; number: number },
): ShowAims {
  const theirs = shows.filter(({ going }) => kind === "together" && going[whom]);
  const among = theirs.length ? theirs : shows;
  return { show: among[among.length - 1 - (number % Math.max(1, among.length))]?.id ?? NONE };
}

/** The shows as a member sees them, with those whom they could meet there, and what they and each other both go to next. */
export function viewShows(model: Model, me: Who, now: number): string[] {
  const others = [...model.members.keys()].filter((each) => each !== me);
  const day = today(now);
  const lines = model.shows.map((show) => {
    const seen = others.filter((you) => isSeenAt(model, me, you, show, now));
    const namesOf = (choice: Going) =>
      seen.filter((you) => show.going[you] === choice).map((you) => model.member(you).name);
    return describeShow({
      ...{ words: wordsOf(model, show), own: show.going[me] ?? "no", isPast: show.day < day },
      isListed: !isFar(show) && show.day >= day && show.day <= day + LISTED_DAYS,
      ...{ together: namesOf("together"), going: namesOf("going") },
    });
  });
  const shared = others.flatMap((you) => {
    const both = model.shows.filter((show) => show.going[me] && isSeenAt(model, me, you, show, now));
    const days = both.map(({ day }) => day);
    return days.length ? describeShared(model.member(you).name, toDate(Math.min(...days))) : [];
  });
  return [...lines, ...shared].sort();
}

/** A show's page in a line. */
export function describeShow({
  words,
  own,
  isPast,
  isListed,
  together,
  going,
}: {
  words: string;
  own: Going;
  isPast: boolean;
  isListed: boolean;
  together: string[];
  going: string[];
}): string {
  const people = `together ${[...together].sort()}, going ${[...going].sort()}`;
  return `${words}: ${own}; ${people}${isPast ? "; over" : ""}${isListed ? "; listed" : ""}`;
}

export function describeShared(name: string, date: string): string {
  return `${name} also goes on ${date}`;
}

/** A show as messages quote it. */
function wordsOf(model: Model, show: Show): string {
  const { artist, day, town } = show;
  return quoteShow({
    artists: [artist],
    date: toDate(day),
    venue: venueOf(model.member(show.by).name),
    town,
  });
}

/** Whether a member sees another at a show: the two could meet, and the other wants to be seen by them. */
function isSeenAt(model: Model, me: Who, you: Who, show: Show, now: number): boolean {
  if (me === you || !show.going[you] || show.day < today(now)) return false;
  const shows = model.member(you).showsGoing ?? "people";
  const isShown = shows === "people" || (shows === "matches" && model.pair(me, you).match !== undefined);
  return isShown && couldMeet(model, me, you);
}

/** Whether Discover shows each of two members to the other, if they haven't decided yet. */
function couldMeet(model: Model, me: Who, you: Who): boolean {
  const hasPassed = model.pair(me, you).decisions[me]?.liked === false;
  return model.canSee(me, you) && !hasPassed && !model.isUnlisted(me) && !model.isUnlisted(you);
}

function isFar({ town }: Pick<Show, "town">): boolean {
  return town === TOWNS[2];
}
