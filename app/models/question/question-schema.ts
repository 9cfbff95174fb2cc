// The schema of an answer to the question of the day.
import { type Anthem, QUESTIONS } from "db/column-types";
import { z } from "zod";
import { type Message, msg, t } from "~/language/text";
import { parseShare, SONG_PART_MAX, shareMessages } from "~/models/conversation/share";
import { choice, optionalText, saying } from "~/models/fields";
import { LINE_MAX } from "./question";

const URL_MAX = 2000;
const EMPTY = msg("Write a line or add a song");

/** The form and PUT /api/question: a line, a song by its artist and title or the URL of one, or both. */
export const answerInput = z
  .object({
    /** The question that was shown: after midnight it is another. */
    question: z.enum(QUESTIONS, {
      errorMap: saying(msg("question must be the id of today's question")),
    }),
    text: optionalText(LINE_MAX),
    shareType: choice(["song", "youtube", "spotify"], "song", msg("Choose a song or a link")),
    artist: optionalText(SONG_PART_MAX),
    title: optionalText(SONG_PART_MAX),
    url: optionalText(URL_MAX),
  })
  .transform(({ question, text, ...typed }, context): Answer => {
    const issue = (field: string, message: Message) =>
      context.addIssue({ code: "custom", path: [field], message: t(message) });
    const isSong = typed.shareType === "song";
    const hasSong = isSong ? typed.artist || typed.title : typed.url;
    if (!hasSong) {
      if (!text) issue("text", EMPTY);
      return { question, text, song: null };
    }
    const shared = parseShare({ ...typed, album: "", note: "" });
    if (shared && shared.messageType !== "youtube_video") return { question, text, song: shared.metadata };
    const { invalid } = shareMessages;
    if (typed.shareType !== "song") issue("url", invalid[typed.shareType as keyof typeof invalid]);
    else if (typed.artist) issue("title", msg("Title is required"));
    else issue("artist", msg("Artist is required"));
    return z.NEVER;
  });

type Answer = { question: (typeof QUESTIONS)[number]; text: string; song: Anthem | null };
export type AnswerInput = z.output<typeof answerInput>;
