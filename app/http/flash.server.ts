// Notices carried by the session to the next page.
import { randomUUID } from "node:crypto";
import { type CurrentSession, getCurrentSession, saveSessionData } from "~/auth/session.server";
import type { Member } from "~/models/member/member.server";
import type { NoticeData, NoticeMessage } from "~/models/notice";
import { outcomeMessage } from "~/models/safety/report";
import { acknowledgeReportOutcome } from "~/models/safety/report.server";
import { type Refusal, statusOf } from "~/refusal";

/** The notice of a success. */
export function successNotice(words: NoticeMessage): NoticeData {
  return { ...words, id: randomUUID(), kind: "success" };
}

/** The notice of an error. */
export function errorNotice(title: string, description: string): NoticeData {
  return { id: randomUUID(), kind: "error", title, description };
}

/** The notice of a refusal, in the specified format: status, colon, sentence. */
export function refusalNotice(refusal: Refusal, title: string): NoticeData {
  return errorNotice(title, `${statusOf(refusal)}: ${refusal.message}`);
}

/** Saves a notice for the next page of this session. */
export async function setFlash(request: Request, notice: NoticeData) {
  const session = await getCurrentSession(request);
  if (session) await saveSessionData(session, { ...session.data, notice });
}

/**
 * Takes this session's notice, or one that the member has yet to see. An aborted request, such as a reload during a
 * submission, leaves the notice for the next page, because no one would see it on this one.
 */
export async function takeFlash({ signal }: Request, session: CurrentSession): Promise<NoticeData | null> {
  const { notice, ...rest } = session.data as { notice?: NoticeData };
  if (signal.aborted) return null;
  if (!notice) return takeMemberNotice(session.member);
  return (await saveSessionData(session, rest, { onlyIfUnchanged: true })) ? notice : null;
}

/** The notice about a decided report. */
async function takeMemberNotice(member: Member): Promise<NoticeData | null> {
  if (!member.hasReportOutcome) return null;
  await acknowledgeReportOutcome(member.id);
  return successNotice(outcomeMessage);
}
