// The door of a bare button: a like, a theme, an undo.
import { data, redirect } from "@remix-run/node";
import { readForm } from "~/http/body.server";
import { requireMember } from "~/http/member.server";
import { failure, leaveNotice, success } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import { localPath } from "~/http/return-path";
import type { Member } from "~/models/member.server";
import type { NoticeContent, NoticeWords } from "~/models/notice";
import { refusalIn } from "~/models/refusal";

type Done = { notice?: NoticeWords; to?: string };

/**
 * Runs what a button of a signed-in member does.
 * A fetch gets `{ notice }` and revalidates (or goes on to `to`); a plain form is sent back to `backTo`, or to `to`,
 * with the notice. `backTo` may be a query (`?tab=music`) of the page the button stands on. `trouble` is said above the
 * reason when it is refused.
 */
export async function pressButton(
  request: Request,
  backTo: string,
  run: (member: Member, form: FormData) => Promise<Done>,
  trouble?: string,
) {
  const member = await requireMember(request);
  try {
    const { notice, to } = await run(member, await readForm(request));
    return await answer(request, notice && success(notice), to ?? backTo, to !== undefined, { status: 200 });
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const init = { status: statusOf(refusal), headers: retryHeaders(refusal) };
    return answer(request, failure(refusal, trouble), backTo, false, init);
  }
}

async function answer(
  request: Request,
  notice: NoticeContent | undefined,
  to: string,
  goesOn: boolean,
  init: ResponseInit,
) {
  if (isFetch(request) && !goesOn) return data({ notice }, init);
  if (notice) await leaveNotice(request, notice);
  throw redirect(localPath(to.startsWith("?") ? new URL(request.url).pathname + to : to), 303);
}

/** Scripts ask for anything; a browser that goes to a page asks for HTML. */
export function isFetch(request: Request): boolean {
  return !(request.headers.get("Accept") ?? "").includes("text/html");
}
