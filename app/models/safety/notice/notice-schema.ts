// Schemas of the forms for notices.
import { NOTICE_REASONS } from "db/column-types";
import { z } from "zod";
import { msg } from "~/language/text";
import { NO_EMAIL_ADDRESS, toEmailAddress } from "~/models/account/email";
import { checkbox, optionalText, readText, requiredText, saying, withRules } from "~/models/fields";
import { NOTICE_ABOUT_MAX, NOTICE_NAME_MAX, NOTICE_WORDS_MAX, OBJECTION_MAX } from "./notice";

const EMAIL_MAX = 254;

const email = readText(optionalText(EMAIL_MAX), (typed) => typed && toEmailAddress(typed), NO_EMAIL_ADDRESS);

/** POST /notice. */
export const noticeInput = withRules(
  z.object({
    reason: z.enum(NOTICE_REASONS, { errorMap: saying(msg("Choose a reason")) }),
    about: requiredText(msg("Tell us where it is"), NOTICE_ABOUT_MAX),
    words: requiredText(msg("Explain what's wrong with it"), NOTICE_WORDS_MAX),
    name: optionalText(NOTICE_NAME_MAX),
    email,
    goodFaith: checkbox,
  }),
  ({ reason, name, email, goodFaith }, refuse) => {
    if (reason !== "child" && name === "") refuse("name", msg("Enter your name"));
    if (reason !== "child" && email === "") refuse("email", msg("Enter your email address"));
    if (!goodFaith) refuse("goodFaith", msg("Confirm that what you say is true"));
  },
);
export type NoticeInput = z.output<typeof noticeInput>;

/** POST /notice/:key: an objection to the outcome. */
export const objectionInput = z.object({ words: requiredText(msg("Tell us why"), OBJECTION_MAX) });
