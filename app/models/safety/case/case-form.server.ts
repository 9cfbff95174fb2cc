// The data of a case's forms: a question's and a note's.
import { db } from "db/client.server";
import { moderationCase } from "db/schema";
import { and, eq } from "drizzle-orm";
import { isNotAbout } from "./case.server";
import { listColleagues } from "./colleague.server";

/** A case with the moderators whom this one, if they have claimed it, can ask; undefined if it is unknown or about this one. */
export async function getCaseForm(moderatorId: number, id: string) {
  const [found] = await db
    .select({ memberName: moderationCase.memberName, claimedBy: moderationCase.claimedBy })
    .from(moderationCase)
    .where(and(eq(moderationCase.id, id), isNotAbout(moderatorId)));
  if (!found) return undefined;
  const isMine = found.claimedBy === moderatorId;
  return {
    id,
    memberName: found.memberName,
    colleagues: isMine ? await listColleagues(db, moderatorId, id) : [],
  };
}
