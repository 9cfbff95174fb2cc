// Pages that are HTML and nothing else: no scripts, no session's notice taken, none of the app's frame.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { privately } from "./refusal.server";

/** Answers with a whole document. */
export function staticPage(document: ReactElement): Response {
  return new Response(`<!doctype html>${renderToStaticMarkup(document)}`, {
    headers: { ...privately, "Content-Type": "text/html; charset=utf-8" },
  });
}
