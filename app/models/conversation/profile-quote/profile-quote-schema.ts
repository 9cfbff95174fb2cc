// Schemas of a like with a note.
import { PROMPTS, QUESTIONS } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";
import { clientId, exactString, optionalClientId, requiredText, saying } from "~/models/fields";
import { NOTE_MAX, type Quote } from "./profile-quote";

const QUOTE = msg("Choose a photo or an answer");

const photoId = exactString(QUOTE).min(1).max(100);
const prompt = z.enum(PROMPTS, { errorMap: saying(QUOTE) });
const showId = exactString(QUOTE).min(1).max(100);
const question = z.enum(QUESTIONS, { errorMap: saying(QUOTE) });
const content = requiredText(msg("Write a sentence"), NOTE_MAX);

/** POST /api/members/{id}/like. `id` is made by the client: a repeat is the same message. */
export const noteInput = z.object({
  id: clientId.optional(),
  content,
  quote: z.discriminatedUnion(
    "type",
    [
      z.object({ type: z.literal("photo"), photoId }),
      z.object({ type: z.literal("prompt"), prompt }),
      z.object({ type: z.literal("answer"), question }),
      z.object({ type: z.literal("show"), showId }),
    ],
    { errorMap: saying(QUOTE) },
  ),
});
export type NoteInput = z.output<typeof noteInput> & { targetUserId: number };

/** The query of the page that likes a photo or an answer, or asks to go to a show together. */
export const quoteQuery = z
  .object({
    photo: photoId.optional(),
    prompt: prompt.optional(),
    answer: question.optional(),
    show: showId.optional(),
  })
  .transform(({ photo, prompt, answer, show }, context): Quote => {
    if (show !== undefined) return { type: "show", showId: show };
    if (photo !== undefined) return { type: "photo", photoId: photo };
    if (prompt !== undefined) return { type: "prompt", prompt };
    if (answer !== undefined) return { type: "answer", question: answer };
    context.addIssue({ code: "custom", message: t(QUOTE) });
    return z.NEVER;
  });

/** The form of that page. */
export const noteForm = z
  .object({
    ...{ id: optionalClientId, content },
    ...{ photo: z.unknown(), prompt: z.unknown(), answer: z.unknown(), show: z.unknown() },
  })
  .transform(({ id, content, ...quoted }, context): z.output<typeof noteInput> => {
    const { data, error } = quoteQuery.safeParse(quoted);
    if (data) return { id, content, quote: data };
    for (const issue of error.issues) context.addIssue({ ...issue, path: ["quote"] });
    return z.NEVER;
  });
