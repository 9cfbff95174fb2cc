// Prompts: short questions about music, of which a member answers up to three on their profile.
import type { PromptAnswer } from "db/column-types";
import type { FlashMessage } from "~/models/flash";

export const PROMPTS_MAX = 3;
export const ANSWER_MAX = 150;

/** The prompts as they are shown. */
export const promptTexts: Record<PromptAnswer["prompt"], string> = {
  b_side: "The B-side I defend",
  best_show: "Best show I ever saw",
  first_record: "The first record I bought",
  desert_island: "My desert island record",
  no_guilt: "My least guilty pleasure",
  karaoke: "My karaoke song",
  every_time: "The song that gets me every time",
  skipped_hit: "The hit I always skip",
  party_opener: "First song at my party",
  long_drive: "Best album for a long drive",
  sunday_morning: "My Sunday morning record",
  underrated: "The most underrated band",
  lyric: "A lyric I live by",
  better_cover: "A cover that beats the original",
  wrong_about: "An artist I was wrong about",
  parents: "What my parents played",
  missed_show: "The show I'll always regret missing",
  record_shop: "My favorite record shop",
  talk_about: "Get me talking about",
  get_along: "We'll get along if you love",
};

/** An answer to each, as somebody might write it. */
export const promptExamples: Record<PromptAnswer["prompt"], string> = {
  b_side: "Acquiesce. Better than most A-sides.",
  best_show: "Low, in a church, with the lights off.",
  first_record: "Parallel Lines, from a garage sale.",
  desert_island: "Astral Weeks. I'd never get to the end of it.",
  no_guilt: "All of ABBA, and I know the moves.",
  karaoke: "Islands in the Stream, both parts.",
  every_time: "Teardrop, when the drums come in.",
  skipped_hit: "Wonderwall. I was a busker's neighbor.",
  party_opener: "Once in a Lifetime.",
  long_drive: "Autobahn, of course.",
  sunday_morning: "Pink Moon, and nobody says a word.",
  underrated: "Pram. Nobody sounds like them.",
  lyric: "“Ring the bells that still can ring.”",
  better_cover: "John Cale's Hallelujah.",
  wrong_about: "Steely Dan. I'm sorry, Dad.",
  parents: "Nina Simone on Saturdays, polka on Sundays.",
  missed_show: "My Bloody Valentine. I had the flu.",
  record_shop: "The one with the cat in the jazz section.",
  talk_about: "Drum machines. Bring snacks.",
  get_along: "Long songs and short goodbyes.",
};

/** The numbers of the form's pairs. */
export const PROMPT_NUMBERS = [1, 2, 3] as const;
type PromptNumber = (typeof PROMPT_NUMBERS)[number];

/** The fields of the form, blank where nothing is answered. */
export type PromptFields = Record<`prompt${PromptNumber}` | `answer${PromptNumber}`, string>;

/** Answered prompts as the form edits them. */
export function toPromptFields(prompts: PromptAnswer[]): PromptFields {
  const pairs = PROMPT_NUMBERS.map((number) => {
    const { prompt = "", answer = "" } = prompts[number - 1] ?? {};
    return { [`prompt${number}`]: prompt, [`answer${number}`]: answer };
  });
  return Object.assign({}, ...pairs);
}

/** An answered prompt with its text. */
export type PromptDto = PromptAnswer & { question: string };

export const promptMessages: Record<"saved", FlashMessage> = { saved: { title: "Prompts updated" } };

/** Answered prompts as they are shown. */
export function toPromptDtos(prompts: PromptAnswer[]): PromptDto[] {
  return prompts.map(({ prompt, answer }) => ({ prompt, question: promptTexts[prompt], answer }));
}
