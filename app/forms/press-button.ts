// The browser's side of a bare button: what is said when its press does not reach the server, or ends in a bug there.
import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { announce } from "~/components/toaster";
import type { NoticeContent } from "~/models/notice";
import { UNANSWERED } from "~/revalidate";

/**
 * Asks the server to do what the button does; trouble is told in a toast under `title`, and the screen stays as it
 * was.
 */
export async function pressInBrowser({ serverAction }: ClientActionFunctionArgs, title = "Error") {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof TypeError) return trouble(title, UNANSWERED, "The server could not be reached.");
    if (isRouteErrorResponse(error) && error.status >= 500) {
      const says = `${error.status}: ${error.statusText || "Something went wrong."}`;
      return trouble(title, error.status, says);
    }
    throw error;
  }
}

/** Only as a Response does it keep the status that spares the screen from loading again, which would fail as well. */
function trouble(title: string, status: number, description: string) {
  const notice: NoticeContent = { id: String(Math.random()), kind: "error", title, description };
  // A button whose screen is not loaded again is done before the root could see what it was answered with.
  announce(notice);
  const headers = { "Content-Type": "application/json" };
  return new Response(JSON.stringify({ notice }), { status, headers });
}
