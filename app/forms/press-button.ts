// The browser's side of a bare button: what is said when its press does not reach the server, or ends in a bug there.
import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { announce } from "~/components/toaster";
import type { NoticeContent } from "~/models/notice";
import { SIGNED_OUT } from "~/models/refusal";
import { UNANSWERED } from "~/revalidate";

/**
 * Asks the server to do what the button does; trouble is told in a toast under `title`, and the screen stays as it
 * was. `unworded` is said of trouble that says nothing of itself. What was typed comes back with it, as from the server.
 */
export async function pressInBrowser(
  { request, serverAction }: ClientActionFunctionArgs,
  title = "Error",
  unworded?: string,
) {
  const sent = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    const isAnswer = isRouteErrorResponse(error);
    // Not the screen of an address that leads nowhere: the member was on a page when the session ended.
    if (isAnswer && error.data === SIGNED_OUT) throw new Response(SIGNED_OUT, { status: 401 });
    if (error instanceof Response || (isAnswer && error.status < 500)) throw error;
    const typed = textsOf(await sent.formData());
    if (error instanceof TypeError)
      return trouble(title, UNANSWERED, "The server could not be reached.", typed);
    // Not an answer of ours: a proxy's, whose server is away.
    if (!isAnswer) return trouble(title, UNANSWERED, unworded ?? "Something went wrong.", typed);
    const says = `${error.status}: ${error.statusText || "Something went wrong."}`;
    return trouble(title, error.status, (!error.statusText && unworded) || says, typed);
  }
}

/** Only as a Response does it keep the status that spares the screen from loading again, which would fail as well. */
function trouble(title: string, status: number, description: string, typed: Record<string, string>) {
  const notice: NoticeContent = { id: String(Math.random()), kind: "error", title, description };
  // A button whose screen is not loaded again is done before the root could see what it was answered with.
  announce(notice);
  const headers = { "Content-Type": "application/json" };
  // The id is that of the form which was sent, where it has one, as flat-form.server.ts tells it.
  const answer = { notice, formId: typed.__rvfInternalFormId, repopulateFields: typed };
  return new Response(JSON.stringify(answer), { status, headers });
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
