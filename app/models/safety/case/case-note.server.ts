// Moderators' notes on a case, which can ask another moderator for an opinion. The member never sees them.
import { caseMessage } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { msg } from "~/language/text";
import type { CaseNoteInput } from "~/models/safety/case/case-schema";
import { logAction } from "~/models/safety/staff/moderation-log.server";
import { Refusal } from "~/refusal";
import { findOpenCase, notTheirsRefusal } from "./case-claim.server";
import { addCaseMessage } from "./case-talk.server";
import { listColleagues } from "./colleague.server";
import { NOTES_MAX } from "./talk";

/**
 * Writes a note on an open case. The moderator who has claimed the case can use it to ask another moderator for an opinion.
 * Refuses an unknown case (absent), one that is decided or reported by the moderator, asking in one that they haven't claimed,
 * a fifty-first note (conflict), and asking someone who can't act in the case (invalid).
 */
export async function writeNote(
  moderatorId: number,
  caseId: string,
  { note, colleague, isBinding }: CaseNoteInput,
): Promise<void> {
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, caseId);
    const isAsking = colleague !== null;
    if (found.isReporter || (isAsking && found.claimedBy !== moderatorId)) throw notTheirsRefusal(found);
    const colleagues = isAsking ? await listColleagues(tx, moderatorId, caseId) : [];
    if (isAsking && !colleagues.some(({ id }) => id === String(colleague))) {
      throw new Refusal("invalid", msg("This moderator can't look at this case."), {
        colleague: msg("This moderator can't look at this case"),
      });
    }
    const isNote = and(eq(caseMessage.caseId, caseId), eq(caseMessage.kind, "note"));
    if ((await tx.$count(caseMessage, isNote)) >= NOTES_MAX)
      throw new Refusal("conflict", msg("A case can have {max} notes.", { max: NOTES_MAX }));
    const written = { caseId, authorId: moderatorId, content: note, askedId: colleague };
    await addCaseMessage(tx, { ...written, kind: "note", isBinding: isAsking && isBinding });
    const { memberId } = found;
    await logAction(tx, { actorId: moderatorId, action: isAsking ? "asked" : "noted", caseId, memberId });
  });
}
