// Messages to choose from, made from what the other says and what two members share: first ones, and ones that take a
// conversation up again.

import type { Genre, PromptAnswer, QuestionId } from "db/column-types";
import { DAY_MS } from "~/durations";
import { t } from "~/language/text";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { clip } from "~/models/match/member-card";
import { questionTexts } from "~/models/question/question";
import type { MessageDto } from "./message";

const OPENERS = 3;

/** How long a conversation rests before it gets openers again, and how many messages it needs to have by then. */
export const RESTED_DAYS = 3;
export const RESTED_MESSAGES = 2;

/** How much of an answer is quoted. */
const QUOTED_MAX = 60;

/** A message to choose, with what its button says if that isn't the text itself. */
export type Opener = { text: string; label?: string };

type Album = { artist: string; album: string };

/** What there is to talk about with a member, the most telling first. */
export type TalkingPoints = {
  /** What the partner has answered to today's question, in their own words. */
  today?: { question: QuestionId; text: string };
  prompts?: PromptAnswer[];
  /** The partner owns it, and the member looks for it. */
  wanted?: Album;
  anthem?: { artist: string; title: string };
  /** Both own it. */
  record?: Album;
  /** The partner owns it and shows it. */
  shelf?: Album;
  /** Artists of both. */
  artists?: string[];
  /** Artists of the partner alone. */
  theirs?: string[];
  /** Genres of both. */
  genres?: string[];
};

/**
 * Makes an opener of one kind, another one each time that a conversation gets some. No sentence ends with a name or has a verb
 * that agrees with one: they hold for The Smiths, R.E.M. and Wham! alike.
 */
type Kind = (points: TalkingPoints, time: number) => Opener | undefined;

/** The kinds, those about the partner's own words first. */
const KINDS: Kind[] = [
  ({ today }) =>
    today && {
      label: "Ask about today's answer",
      text: `You answered ${quote(t(questionTexts[today.question]))} with ${quoteAnswer(today.text)}: what's the story?`,
    },
  ({ prompts = [] }, time) => {
    const said = prompts[time];
    if (!said) return undefined;
    const answer = quoteAnswer(said.answer);
    return { label: `Ask about ${answer}`, text: `${answer}: ${promptQuestions[said.prompt]}` };
  },
  ({ wanted }, time) =>
    wanted &&
    say(time, `Ask about ${quote(wanted.album)}`, [
      `${describeAlbum(wanted)} is on my wishlist. How did you find your copy?`,
      `I'm still looking for ${describeAlbum(wanted)}, and you have it. What's your copy like?`,
      `If ${describeAlbum(wanted)} ever leaves your shelf, will you tell me first?`,
      `Before I buy ${describeAlbum(wanted)} myself: is it as good as I hope?`,
    ]),
  ({ anthem }, time) =>
    anthem &&
    say(time, `Ask about ${quote(anthem.title)}`, [
      `How did ${describeSong(anthem)} become your anthem?`,
      `Does ${describeSong(anthem)} still feel like your anthem today?`,
      `What goes well after ${describeSong(anthem)} on a mixtape?`,
      `Where did ${describeSong(anthem)} first find you?`,
    ]),
  ({ record }, time) =>
    record &&
    say(time, `You both own ${quote(record.album)}`, [
      `${describeAlbum(record)} is on both our shelves. Which track do you play first?`,
      `When did you last play ${describeAlbum(record)} all the way through?`,
      `Would you play ${describeAlbum(record)} to somebody who has never heard it?`,
      `What should I play after ${describeAlbum(record)} to keep the mood?`,
    ]),
  ({ shelf }, time) =>
    shelf &&
    say(time, `Ask about ${quote(shelf.album)}`, [
      `I spotted ${describeAlbum(shelf)} on your shelf. What's the story behind it?`,
      `What makes ${describeAlbum(shelf)} worth its place on your shelf?`,
      `What sits next to ${describeAlbum(shelf)} on your shelf?`,
      `Should I get ${describeAlbum(shelf)} for my own shelf?`,
    ]),
  ({ artists = [] }, time) => {
    const artist = artists[time % artists.length];
    if (!artist) return undefined;
    return say(time, `You both love ${artist}`, [
      `Which song by ${artist} got you hooked?`,
      `Which song by ${artist} is stuck in your head right now?`,
      `Which record by ${artist} should everyone hear once?`,
      `Which song by ${artist} belongs on a mixtape?`,
    ]);
  },
  ({ theirs = [] }, time) => {
    const artist = theirs[time % theirs.length];
    if (!artist) return undefined;
    return say(time, `Ask about ${artist}`, [
      `Which song by ${artist} should I hear first?`,
      `What is it about ${artist} that I'm missing?`,
      `Which record by ${artist} would win me over?`,
      `When did ${artist} win you over?`,
    ]);
  },
  ({ genres = [] }, time) => {
    const genre = genres[time % genres.length];
    if (!genre) return undefined;
    const music = describeGenre(genre);
    return say(time, `Ask about ${music}`, [
      `What got you into ${music}?`,
      `What's the best ${music} you've heard lately?`,
      `Which record would you play somebody who says they don't like ${music}?`,
      `What should I hear to catch up on ${music}?`,
    ]);
  },
];

/** What to ask about an answer that has just been quoted. */
const promptQuestions: Record<PromptAnswer["prompt"], string> = {
  b_side: "What makes it worth defending?",
  best_show: "What made it the best show you ever saw?",
  first_record: "Do you still play it?",
  desert_island: "Why that one for the desert island?",
  no_guilt: "Who else knows about that?",
  karaoke: "Who gets to sing it with you?",
  every_time: "Which moment gets you?",
  skipped_hit: "What did it ever do to you?",
  party_opener: "What do you play next?",
  long_drive: "Where did it take you last?",
  sunday_morning: "Coffee first, or the record?",
  underrated: "Which song would prove it to me?",
  lyric: "When did that line first hit you?",
  better_cover: "What does it have that the original doesn't?",
  wrong_about: "What changed your mind?",
  parents: "Does that still sound like home?",
  missed_show: "What kept you away?",
  record_shop: "What did you find there last?",
  talk_about: "Where would you start?",
  get_along: "When did that start?",
};

/** Genres whose names stand for their music. */
const MUSIC: ReadonlySet<string> = new Set<Genre>(
  "Rock Pop Jazz Hip-Hop R&B Folk Blues Metal Punk Reggae Indie Techno Funk Soul Gospel".split(
    " ",
  ) as Genre[],
);

/**
 * Up to three messages of three kinds. `time` says how often the conversation has had some before: each time begins with other
 * kinds and has sentences of its own, until there are no more.
 */
export function makeOpeners(points: TalkingPoints, time = 0): Required<Opener>[] {
  const first = (time * OPENERS) % KINDS.length;
  return [...KINDS.slice(first), ...KINDS.slice(0, first)]
    .map((kind) => kind(points, time))
    .filter((opener): opener is Required<Opener> => opener !== undefined)
    .slice(0, OPENERS);
}

/** Whether nothing has been said for three days after at least two messages, of which these are the last, oldest first. */
export function hasRested(messages: Pick<MessageDto, "createdAt">[], now = Date.now()): boolean {
  const last = messages.at(-1);
  if (!last || messages.length < RESTED_MESSAGES) return false;
  return Date.parse(last.createdAt) <= now - RESTED_DAYS * DAY_MS;
}

/** The sentence of this time. */
function say(time: number, label: string, texts: [string, string, string, string]): Opener | undefined {
  const text = texts[time];
  return text === undefined ? undefined : { label, text };
}

function describeAlbum({ artist, album }: Album): string {
  return describeSong({ artist, title: album });
}

function describeSong({ artist, title }: { artist: string; title: string }): string {
  return artist && !isPlaceholderArtist(artist) ? `${quote(title)} by ${artist}` : quote(title);
}

function describeGenre(genre: string): string {
  if (genre === "Singer-Songwriter") return "singer-songwriters";
  const name = genre === "R&B" ? genre : genre.toLowerCase();
  return MUSIC.has(genre) ? name : `${name} music`;
}

/** The beginning of an answer, without a full stop. */
function quoteAnswer(words: string): string {
  return quote(clip(words.replace(/\s+/g, " "), QUOTED_MAX).replace(/[.,:;]+$/, ""));
}

/** Puts words in quotation marks. A pair around all of them is dropped, and pairs inside become single ones. */
function quote(words: string): string {
  const bare = words.trim().replace(/^["“]([^"“”]*)["”]$/, "$1");
  return `“${bare.replace(/["“]([^"“”]*)["”]/g, "‘$1’")}”`;
}
