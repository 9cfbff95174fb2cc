// Schemas of reports, and of the page of messages that can be reported.
import { REPORT_REASONS, REPORT_SUBJECTS, type ReportSubject } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";
import { checkbox, clientId, exactString, memberIdField, optionalText, saying } from "~/models/fields";
import { REPORT_WORDS_MAX, type ReportAbout, splitAnswerId, splitPhotoId } from "./report";

// Not translated: no form shows it.
const ABOUT = "about must be a subject and an id, such as member:123";
const REASON = msg("Choose a reason");

const subjects: readonly string[] = REPORT_SUBJECTS;

/** What a report is about, such as "message:ID". */
export const reportAbout = exactString(ABOUT).transform((typed, context): ReportAbout => {
  const [, subject = "", id = ""] = /^([a-z]+):([\w-]{1,64})$/.exec(typed) ?? [];
  const { memberId, photoId } = subject === "photo" ? splitPhotoId(id) : { memberId: id };
  const member = memberIdField.safeParse(memberId).data;
  const isMember = subject === "member" || subject === "photo";
  const key = isMember ? member && [member, photoId].filter(Boolean).join("-") : id;
  const isNamed = subject !== "answer" || splitAnswerId(id) !== undefined;
  if (subjects.includes(subject) && key && isNamed) return { subject: subject as ReportSubject, id: key };
  context.addIssue({ code: "custom", message: ABOUT });
  return z.NEVER;
});

/** The query of the messages of an ended conversation: the id of the one that the page ends before. */
export const earlierMessages = z.object({ before: clientId.optional().catch(undefined) });

/** The Report form and POST /api/reports. */
export const reportInput = z
  .object({
    about: reportAbout,
    reason: z.enum(REPORT_REASONS, { errorMap: saying(REASON) }),
    words: optionalText(REPORT_WORDS_MAX),
    alsoBlock: checkbox,
  })
  .refine(
    ({ reason, words }) => reason !== "other" || words !== "",
    () => ({ path: ["words"], message: t("Tell us what happened") }),
  );
export type ReportInput = z.output<typeof reportInput>;
