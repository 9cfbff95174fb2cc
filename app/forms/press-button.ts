// The browser's side of a bare button: what is said when its press does not reach the server, or ends in a bug there.
import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "@remix-run/react";
import type { NoticeContent } from "~/models/notice";

/** Asks the server to do what the button does; trouble is told in a toast, and the screen stays as it was. */
export async function pressInBrowser({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof TypeError) return trouble(503, "The server could not be reached.");
    if (isRouteErrorResponse(error) && error.status >= 500) {
      return trouble(error.status, `${error.status}: ${error.statusText || "Something went wrong."}`);
    }
    throw error;
  }
}

function trouble(status: number, description: string) {
  const notice: NoticeContent = { id: String(Math.random()), kind: "error", title: "Error", description };
  return data({ notice }, { status });
}
