// The browser's side of a bare button: what is said when its press does not reach the server, or ends in a bug there.
import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { NoticeContent } from "~/models/notice";

/**
 * Asks the server to do what the button does; trouble is told in a toast under `title`, and the screen stays as it
 * was.
 */
export async function pressInBrowser({ serverAction }: ClientActionFunctionArgs, title = "Error") {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof TypeError) return trouble(title, 503, "The server could not be reached.");
    if (isRouteErrorResponse(error) && error.status >= 500) {
      const says = `${error.status}: ${error.statusText || "Something went wrong."}`;
      return trouble(title, error.status, says);
    }
    throw error;
  }
}

/** A Response, since only its status keeps the screen's data from being fetched again, which would fail as well. */
function trouble(title: string, status: number, description: string) {
  const notice: NoticeContent = { id: String(Math.random()), kind: "error", title, description };
  const headers = { "Content-Type": "application/json" };
  return new Response(JSON.stringify({ notice }), { status, headers });
}
