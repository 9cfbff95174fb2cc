// Flash messages carried by the session to the next page.
import { randomUUID } from "node:crypto";
import { type CurrentSession, getCurrentSession, saveSessionData } from "~/auth/session.server";
import { toText, type Wording } from "~/language/text";
import type { FlashData, FlashMessage } from "~/models/flash";
import type { Member } from "~/models/member/member.server";
import { outcomeMessage } from "~/models/safety/report";
import { acknowledgeReportOutcome } from "~/models/safety/report.server";
import { type Refusal, statusOf } from "~/refusal";

/** The flash message of a success. */
export function successFlash({ title, description, ...message }: FlashMessage): FlashData {
  const worded = { title: toText(title), description: description && toText(description) };
  return { ...message, ...worded, id: randomUUID(), kind: "success" };
}

/** The flash message of an error. */
export function errorFlash(title: Wording, description: Wording): FlashData {
  return { id: randomUUID(), kind: "error", title: toText(title), description: toText(description) };
}

/** The flash message of a refusal, in the specified format: status, colon, sentence. */
export function refusalFlash(refusal: Refusal, title: Wording): FlashData {
  return errorFlash(title, `${statusOf(refusal)}: ${refusal.message}`);
}

/** Saves a flash message for the next page of this session. */
export async function setFlash(request: Request, flash: FlashData) {
  const session = await getCurrentSession(request);
  if (session) await saveSessionData(session, { ...session.data, flash });
}

/**
 * Takes this session's flash message, or one that the member has yet to see. An aborted request, such as a reload during a
 * submission, leaves the flash message for the next page, because no one would see it on this one.
 */
export async function takeFlash({ signal }: Request, session: CurrentSession): Promise<FlashData | null> {
  const { flash, ...rest } = session.data as { flash?: FlashData };
  if (signal.aborted) return null;
  if (!flash) return takeMemberFlash(session.member);
  return (await saveSessionData(session, rest, { onlyIfUnchanged: true })) ? flash : null;
}

/** The flash message about a decided report. */
async function takeMemberFlash(member: Member): Promise<FlashData | null> {
  if (!member.hasReportOutcome) return null;
  await acknowledgeReportOutcome(member.id);
  return successFlash(outcomeMessage);
}
