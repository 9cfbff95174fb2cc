// Today's question as the screens show it.
import { findNotable } from "~/models/match/like-with-note.server";
import { cardFace } from "~/models/match/member-card";
import type { Member } from "~/models/member/member.server";
import { shortName } from "~/models/public-member";
import { answerVersion } from "~/models/question/answer.server";
import { readQuestion } from "~/models/question/answer-list.server";
import { describeNext, type ShownQuestion } from "~/models/question/question";

/** Today's question with the answers that a member sees: none until they have answered. */
export async function showQuestion(viewer: Member): Promise<ShownQuestion> {
  const { question, nextAt, answer, answers, isSeen, own } = await readQuestion(viewer);
  const notable = await findNotable(
    viewer.id,
    answers.map(({ user }) => Number(user.id)),
  );
  return {
    ...{ question, answer, isSeen, own: own ?? null },
    next: describeNext(nextAt),
    version: answerVersion(own),
    answers: answers.map(({ user, answer, reportId }) => ({
      id: user.id,
      name: shortName(user),
      face: cardFace(user),
      score: user.compatibilityScore,
      ...{ answer, reportId },
      canSendNote: notable.has(Number(user.id)),
    })),
  };
}
