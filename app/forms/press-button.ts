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
    if (error instanceof TypeError) return trouble(title, "The server could not be reached.");
    if (isRouteErrorResponse(error) && error.status >= 500) {
      return trouble(title, `${error.status}: ${error.statusText || "Something went wrong."}`);
    }
    throw error;
  }
}

function trouble(title: string, description: string) {
  const notice: NoticeContent = { id: String(Math.random()), kind: "error", title, description };
  return { notice };
}
