// Suggested messages, made from the other member's words and what the two share: first messages, and ones that revive a
// conversation.
import type { Genre, PromptAnswer, QuestionId } from "db/column-types";
import { DAY_MS } from "~/durations";
import { withinSentence } from "~/language/intl";
import { type Message, msg, t } from "~/language/text";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { clip } from "~/models/match/member-card";
import { genreName } from "~/models/music/genre";
import { questionTexts } from "~/models/question/question";
import type { MessageDto } from "./message";

const OPENERS = 3;

/** How long a conversation rests before it gets openers again, and how many messages it needs to have by then. */
export const RESTED_DAYS = 3;
export const RESTED_MESSAGES = 2;

/** How much of an answer is quoted. */
const QUOTED_MAX = 60;

/** A suggested message; `label` is its button's text if that differs. */
export type Opener = { text: string; label?: string };

type Album = { artist: string; album: string };

/** Things to talk about with a member, the most telling first. */
export type TalkingPoints = {
  /** What the partner has answered to today's question, in their own words. */
  today?: { question: QuestionId; text: string };
  prompts?: PromptAnswer[];
  /** The partner owns it, and the member wants it. */
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
 * Makes an opener of one kind, a different one each time that a conversation gets some. No sentence ends with a name or has a
 * verb that agrees with one, so that they work for The Smiths, R.E.M. and Wham! alike.
 */
type Kind = (points: TalkingPoints, time: number) => Opener | undefined;

/** The kinds, those about the partner's own words first. */
const KINDS: Kind[] = [
  ({ today }) =>
    today && {
      label: t("Ask about today's answer"),
      text: t("You answered {question} with {answer}: what's the story?", {
        question: quote(t(questionTexts[today.question])),
        answer: quoteAnswer(today.text),
      }),
    },
  ({ prompts = [] }, time) => {
    const said = prompts[time];
    if (!said) return undefined;
    const answer = quoteAnswer(said.answer);
    return {
      label: t("Ask about {answer}", { answer }),
      text: `${answer}: ${t(promptQuestions[said.prompt])}`,
    };
  },
  ({ wanted }, time) =>
    wanted &&
    say(time, t("Ask about {title}", { title: quote(wanted.album) }), [
      t("{record} is on my wishlist. How did you find your copy?", { record: describeAlbum(wanted) }),
      t("I'm still looking for {record}, and you have it. What's your copy like?", {
        record: describeAlbum(wanted),
      }),
      t("If {record} ever leaves your shelf, will you tell me first?", { record: describeAlbum(wanted) }),
      t("Before I buy {record} myself: is it as good as I hope?", { record: describeAlbum(wanted) }),
    ]),
  ({ anthem }, time) =>
    anthem &&
    say(time, t("Ask about {title}", { title: quote(anthem.title) }), [
      t("How did {song} become your anthem?", { song: describeSong(anthem) }),
      t("Does {song} still feel like your anthem today?", { song: describeSong(anthem) }),
      t("What goes well after {song} on a mixtape?", { song: describeSong(anthem) }),
      t("Where did {song} first find you?", { song: describeSong(anthem) }),
    ]),
  ({ record }, time) =>
    record &&
    say(time, t("You both own {title}", { title: quote(record.album) }), [
      t("{record} is on both our shelves. Which track do you play first?", { record: describeAlbum(record) }),
      t("When did you last play {record} all the way through?", { record: describeAlbum(record) }),
      t("Would you play {record} to somebody who has never heard it?", { record: describeAlbum(record) }),
      t("What should I play after {record} to keep the mood?", { record: describeAlbum(record) }),
    ]),
  ({ shelf }, time) =>
    shelf &&
    say(time, t("Ask about {title}", { title: quote(shelf.album) }), [
      t("I spotted {record} on your shelf. What's the story behind it?", { record: describeAlbum(shelf) }),
      t("What makes {record} worth its place on your shelf?", { record: describeAlbum(shelf) }),
      t("What sits next to {record} on your shelf?", { record: describeAlbum(shelf) }),
      t("Should I get {record} for my own shelf?", { record: describeAlbum(shelf) }),
    ]),
  ({ artists = [] }, time) => {
    const artist = artists[time % artists.length];
    if (!artist) return undefined;
    return say(time, t("You both love {artist}", { artist }), [
      t("Which song by {artist} got you hooked?", { artist }),
      t("Which song by {artist} is stuck in your head right now?", { artist }),
      t("Which record by {artist} should everyone hear once?", { artist }),
      t("Which song by {artist} belongs on a mixtape?", { artist }),
    ]);
  },
  ({ theirs = [] }, time) => {
    const artist = theirs[time % theirs.length];
    if (!artist) return undefined;
    return say(time, t("Ask about {artist}", { artist }), [
      t("Which song by {artist} should I hear first?", { artist }),
      t("What is it about {artist} that I'm missing?", { artist }),
      t("Which record by {artist} would win me over?", { artist }),
      t("When did {artist} win you over?", { artist }),
    ]);
  },
  ({ genres = [] }, time) => {
    const genre = genres[time % genres.length];
    if (!genre) return undefined;
    const music = describeGenre(genre);
    return say(time, t("Ask about {music}", { music }), [
      t("What got you into {music}?", { music }),
      t("What's the best {music} you've heard lately?", { music }),
      t("Which record would you play somebody who says they don't like {music}?", { music }),
      t("What should I hear to catch up on {music}?", { music }),
    ]);
  },
];

/** What to ask about an answer that has just been quoted. */
const promptQuestions: Record<PromptAnswer["prompt"], Message> = {
  b_side: msg("What makes it worth defending?"),
  best_show: msg("What made it the best show you ever saw?"),
  first_record: msg("Do you still play it?"),
  desert_island: msg("Why that one for the desert island?"),
  no_guilt: msg("Who else knows about that?"),
  karaoke: msg("Who gets to sing it with you?"),
  every_time: msg("Which moment gets you?"),
  skipped_hit: msg("What did it ever do to you?"),
  party_opener: msg("What do you play next?"),
  long_drive: msg("Where did it take you last?"),
  sunday_morning: msg("Coffee first, or the record?"),
  underrated: msg("Which song would prove it to me?"),
  lyric: msg("When did that line first hit you?"),
  better_cover: msg("What does it have that the original doesn't?"),
  wrong_about: msg("What changed your mind?"),
  parents: msg("Does that still sound like home?"),
  missed_show: msg("What kept you away?"),
  record_shop: msg("What did you find there last?"),
  talk_about: msg("Where would you start?"),
  get_along: msg("When did that start?"),
};

/** Genres whose names stand for their music. */
// Not translated: names of genres.
const MUSIC: ReadonlySet<string> = new Set<Genre>(
  "Rock Pop Jazz Hip-Hop R&B Folk Blues Metal Punk Reggae Indie Techno Funk Soul Gospel".split(
    " ",
  ) as Genre[],
);

/**
 * Up to three messages of three kinds. `time` is how often the conversation has had some before: each time begins with other
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
  return artist && !isPlaceholderArtist(artist)
    ? t("{title} by {artist}", { title: quote(title), artist })
    : quote(title);
}

function describeGenre(genre: string): string {
  if (genre === "Singer-Songwriter") return t("singer-songwriters");
  const name = genre === "R&B" ? genre : withinSentence(genreName(genre));
  return MUSIC.has(genre) ? name : t("{genre} music", { genre: name });
}

/** The beginning of an answer, without a full stop. */
function quoteAnswer(words: string): string {
  return quote(clip(words.replace(/\s+/g, " "), QUOTED_MAX).replace(/[.,:;]+$/, ""));
}

/** Words between the quotation marks of the languages that members write in. */
const QUOTED = /["“]([^"“”]*)["”]|„([^„“]*)“|«\s?([^«»]*?)\s?»/.source;

/** Puts words in quotation marks. A pair around all of them is dropped, and pairs inside become single ones. */
function quote(words: string): string {
  const whole = new RegExp(`^(?:${QUOTED})$`).exec(words.trim());
  const bare = whole ? innerOf(whole) : words.trim();
  return t("“{title}”", {
    title: bare.replace(new RegExp(QUOTED, "g"), (...found) => t("‘{words}’", { words: innerOf(found) })),
  });
}

function innerOf([, ...inner]: readonly unknown[]): string {
  return String(inner.find((each) => typeof each === "string") ?? "");
}
