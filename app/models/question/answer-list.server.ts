// Today's question as one member sees it: with their own answer, and those of people whom they could meet.
import { db } from "db/client.server";
import { dailyAnswer, member } from "db/schema";
import { and, desc, eq, ne } from "drizzle-orm";
import { toDate } from "~/days";
import { t } from "~/language/text";
import { readSeeker, type Seeker } from "~/matching/candidate.server";
import { scoresWith } from "~/matching/search.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { readSongs } from "~/models/member/anthem.server";
import type { Member } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { answerReportId } from "~/models/safety/report";
import { canReadAnswer, getOwnAnswer, getShownAnswer } from "./answer.server";
import {
  nextQuestionAt,
  type QuestionDto,
  questionOf,
  questionTexts,
  type TodaysAnswerDto,
} from "./question";

/** How many of the newest answers are searched for readable ones, how many of these are scored, and how many are shown. */
const NEWEST = 1000;
const SCORED = 200;
const SHOWN = 20;

type Row = Awaited<ReturnType<typeof selectAnswers>>[number];

/**
 * Today's question to a member, with `own` as its form edits it. Members who haven't answered see nobody else's answer. `now`
 * is in ms.
 */
export async function readQuestion(
  viewer: Member,
  now = Date.now(),
): Promise<QuestionDto & { own: Awaited<ReturnType<typeof getOwnAnswer>> }> {
  const day = dayOf(now);
  const id = questionOf(day);
  const [own, seeker] = await Promise.all([getOwnAnswer(viewer.id, now), readSeeker(viewer.id)]);
  const rows = own ? await listBest(seeker, day) : [];
  const [cards, songs] = await Promise.all([
    getMemberCards(
      viewer,
      rows.map(({ memberId }) => memberId),
    ),
    readSongs(
      [...rows, { memberId: viewer.id, song: own?.song ?? null }].flatMap(({ memberId, song }) =>
        song ? { memberId, song } : [],
      ),
    ),
  ]);
  return {
    question: { id, text: t(questionTexts[id]) },
    day: toDate(day),
    nextAt: nextQuestionAt(day).toISOString(),
    answer: own ? { text: own.text, song: songs.get(viewer.id) ?? null } : null,
    answers: rows.flatMap(({ memberId, text }) => {
      const user = cards.get(memberId);
      const answer = { text, song: songs.get(memberId) ?? null };
      return user ? { user, answer, reportId: answerReportId(user.id, day) } : [];
    }),
    isSeen: !seeker.isAway && seeker.listed !== null,
    own,
  };
}

/** Today's answer of another member as their page shows it, if the viewer may read it, or of the viewer themselves. */
export async function readTodaysAnswer(viewerId: number, memberId: number): Promise<TodaysAnswerDto | null> {
  const isOwn = viewerId === memberId;
  const found = await (isOwn ? getOwnAnswer(viewerId) : getShownAnswer(viewerId, memberId));
  if (!found) return null;
  const { text, song } = found;
  const songs = song ? await readSongs([{ memberId, song }]) : undefined;
  const day = dayOf();
  const id = questionOf(day);
  return {
    question: { id, text: t(questionTexts[id]) },
    answer: { text, song: songs?.get(memberId) ?? null },
    reportId: answerReportId(String(memberId), day),
  };
}

/** The answers to show, by score. */
async function listBest(viewer: Seeker, day: number): Promise<Row[]> {
  const rows = await selectAnswers(viewer, day);
  const scores = await scoresWith(
    viewer.id,
    rows.map(({ memberId }) => memberId),
  );
  const scoreOf = ({ memberId }: Row) => scores.get(memberId) ?? 0;
  return rows.sort((one, other) => scoreOf(other) - scoreOf(one)).slice(0, SHOWN);
}

/** The newest answers of others that the viewer may read. */
function selectAnswers(viewer: Seeker, day: number) {
  const question = questionOf(day);
  const { memberId, text, song, answeredAt } = dailyAnswer;
  const newest = db
    .select({ memberId, text, song, answeredAt })
    .from(dailyAnswer)
    .where(and(eq(dailyAnswer.day, day), eq(dailyAnswer.question, question), ne(memberId, viewer.id)))
    .orderBy(desc(answeredAt))
    .limit(NEWEST)
    .as("newest");
  return db
    .select({ memberId: newest.memberId, text: newest.text, song: newest.song })
    .from(newest)
    .innerJoin(member, eq(member.id, newest.memberId))
    .where(canReadAnswer(viewer, day, question))
    .orderBy(desc(newest.answeredAt))
    .limit(SCORED);
}
