// Notices carried by the session to the next page.
import { randomUUID } from "node:crypto";
import type { NoticeContent, NoticeWords } from "~/models/notice";
import type { Refusal } from "~/models/refusal";
import { changeSession } from "~/models/session.server";
import { noteCause, statusOf } from "./refusal.server";
import { getVisit, type Visit } from "./session.server";

/** A success in the words of an operation. */
export function success(words: NoticeWords): NoticeContent {
  return { ...words, id: randomUUID(), kind: "success" };
}

/** A refusal as the client of the API words it: status, colon, sentence. */
export function failure(refusal: Refusal, title = "Error"): NoticeContent {
  noteCause(refusal);
  return { id: randomUUID(), kind: "error", title, description: `${statusOf(refusal)}: ${refusal.message}` };
}

/** Leaves a notice for the next page this session asks for. */
export async function leaveNotice(request: Request, notice: NoticeContent) {
  const visit = await getVisit(request);
  if (visit) await changeSession(visit.token, { ...visit.data, notice });
}

/**
 * Takes the notice that was left for this visit, once. A page that was given up meanwhile, as by a form that was sent
 * while news were read, leaves it to the next: nobody would see it there.
 */
export async function takeNotice({ signal }: Request, visit: Visit): Promise<NoticeContent | null> {
  const { notice, ...rest } = visit.data as { notice?: NoticeContent };
  if (!notice || signal.aborted) return null;
  return (await changeSession(visit.token, rest, visit.data)) ? notice : null;
}
