// Prompts: short questions about music, of which a member answers up to three on their profile.
import type { PromptAnswer } from "db/column-types";
import { type Message, msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";

export const PROMPTS_MAX = 3;
export const ANSWER_MAX = 150;

/** The prompts as they are shown. */
export const promptTexts: Record<PromptAnswer["prompt"], Message> = {
  b_side: msg("The B-side I defend"),
  best_show: msg("Best show I ever saw"),
  first_record: msg("The first record I bought"),
  desert_island: msg("My desert island record"),
  no_guilt: msg("My least guilty pleasure"),
  karaoke: msg("My karaoke song"),
  every_time: msg("The song that gets me every time"),
  skipped_hit: msg("The hit I always skip"),
  party_opener: msg("First song at my party"),
  long_drive: msg("Best album for a long drive"),
  sunday_morning: msg("My Sunday morning record"),
  underrated: msg("The most underrated band"),
  lyric: msg("A lyric I live by"),
  better_cover: msg("A cover that beats the original"),
  wrong_about: msg("An artist I was wrong about"),
  parents: msg("What my parents played"),
  missed_show: msg("The show I'll always regret missing"),
  record_shop: msg("My favorite record shop"),
  talk_about: msg("Get me talking about"),
  get_along: msg("We'll get along if you love"),
};

/** An example answer to each. */
export const promptExamples: Record<PromptAnswer["prompt"], Message> = {
  b_side: msg("Acquiesce. Better than most A-sides."),
  best_show: msg("Low, in a church, with the lights off."),
  first_record: msg("Parallel Lines, from a garage sale."),
  desert_island: msg("Astral Weeks. I'd never get to the end of it."),
  no_guilt: msg("All of ABBA, and I know the moves."),
  karaoke: msg("Islands in the Stream, both parts."),
  every_time: msg("Teardrop, when the drums come in."),
  skipped_hit: msg("Wonderwall. I was a busker's neighbor."),
  party_opener: msg("Once in a Lifetime."),
  long_drive: msg("Autobahn, of course."),
  sunday_morning: msg("Pink Moon, and nobody says a word."),
  underrated: msg("Pram. Nobody sounds like them."),
  lyric: msg("“Ring the bells that still can ring.”"),
  better_cover: msg("John Cale's Hallelujah."),
  wrong_about: msg("Steely Dan. I'm sorry, Dad."),
  parents: msg("Nina Simone on Saturdays, polka on Sundays."),
  missed_show: msg("My Bloody Valentine. I had the flu."),
  record_shop: msg("The one with the cat in the jazz section."),
  talk_about: msg("Drum machines. Bring snacks."),
  get_along: msg("Long songs and short goodbyes."),
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

export const promptMessages: Record<"saved", FlashMessage> = { saved: { title: msg("Prompts updated") } };

/** Answered prompts as they are shown. */
export function toPromptDtos(prompts: PromptAnswer[]): PromptDto[] {
  return prompts.map(({ prompt, answer }) => ({ prompt, question: t(promptTexts[prompt]), answer }));
}
