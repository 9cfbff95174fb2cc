// Messages to choose from, made from what two members share: first ones, and ones that take a conversation up again.
import { DAY_MS } from "~/durations";
import type { MessageDto } from "./message";

const OPENERS = 3;

/** How long a conversation rests before it gets openers again, and how many messages it needs to have by then. */
const RESTED_DAYS = 3;
const RESTED_MESSAGES = 2;

/** A message to choose, with what its button says if that isn't the text itself. */
export type Opener = { text: string; label?: string };

/** What two members share, the most telling first. */
export type SharedTaste = {
  artists: string[];
  genres: string[];
  record?: { artist: string; album: string };
  /** The partner owns it, and the member looks for it. */
  wanted?: { artist: string; album: string };
};

/** Up to three questions: about an artist, a record and a genre first, then about more of what there is. */
export function makeOpeners({
  artists: [first, second, third],
  genres,
  record,
  wanted,
}: SharedTaste): string[] {
  const [genre, otherGenre] = genres;
  return [
    first && `What's your favorite ${first} song?`,
    wanted && `I've been looking for ${wanted.album} by ${wanted.artist}. How did you find yours?`,
    record && `We both have ${record.album} by ${record.artist}. Which track do you play first?`,
    genre && `What got you into ${genre}?`,
    second && `Have you ever seen ${second} live?`,
    third && `Which ${third} record should everyone hear once?`,
    otherGenre && `What's the best ${otherGenre} you've heard lately?`,
  ]
    .filter((opener): opener is string => Boolean(opener))
    .slice(0, OPENERS);
}

/** Whether nothing has been said for three days after at least two messages, of which these are the last, oldest first. */
export function hasRested(messages: Pick<MessageDto, "createdAt">[], now = Date.now()): boolean {
  const last = messages.at(-1);
  if (!last || messages.length < RESTED_MESSAGES) return false;
  return Date.parse(last.createdAt) <= now - RESTED_DAYS * DAY_MS;
}

/** Up to three questions that take a conversation up again, without those that are in what has been said. */
export function makeRestedOpeners(
  { artists: [first, second, third], genres: [genre, otherGenre], record, wanted }: SharedTaste,
  said: string[],
): Opener[] {
  const heard = said.map((content) => content.toLowerCase());
  return [
    record && {
      label: `You both own ${record.album}`,
      text: `When did you last play ${record.album} by ${record.artist}?`,
    },
    wanted && {
      label: `Ask about ${wanted.album}`,
      text: `I'm still looking for ${wanted.album} by ${wanted.artist}. What's your copy like?`,
    },
    first && { label: `Ask about ${first}`, text: `Which ${first} song is stuck in your head right now?` },
    genre && { label: `Ask about ${genre}`, text: `What's the best ${genre} you've heard lately?` },
    second && { label: `You both love ${second}`, text: `Have you ever seen ${second} live?` },
    third && { label: `You both love ${third}`, text: `Which ${third} record should everyone hear once?` },
    otherGenre && { label: `Ask about ${otherGenre}`, text: `Where should I start with ${otherGenre}?` },
  ]
    .filter((opener): opener is { label: string; text: string } => Boolean(opener))
    .filter(({ text }) => !heard.some((content) => content.includes(text.toLowerCase())))
    .slice(0, OPENERS);
}
