// When a screen's loaders run again after a submission.
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { getRouter } from "./router";

/** The status that client actions return for a request without a response. */
export const UNREACHABLE_STATUS = 504;

/** The path that the theme switch posts to. */
export const THEME_PATH = "/theme";

/**
 * Revalidates unless the submission got no response: the loaders would fail as well, and the screen and its input would be
 * lost. A new theme reloads nothing either, since some screens can't be loaded again, nor does a link to another fragment. Every
 * screen with a loader exports one of these, since single fetch reloads those that don't.
 */
export const unlessUnreachable: ShouldRevalidateFunction = ({
  actionStatus,
  currentUrl,
  nextUrl,
  formAction,
}) =>
  actionStatus !== UNREACHABLE_STATUS &&
  formAction !== THEME_PATH &&
  (formAction !== undefined || !keepsData(currentUrl, nextUrl));

/** A dialog whose URL is a fragment opens and closes over the same data, unless that interrupts a reload. */
function keepsData(from: URL, to: URL) {
  const isOtherHash = from.hash !== to.hash && from.href.split("#")[0] === to.href.split("#")[0];
  return isOtherHash && getRouter().state.revalidation === "idle";
}

/**
 * Revalidates only for another URL, or after the route's own form got a response. For dialogs and confirmations that live
 * events must leave alone. Their form keeps the loader's id, so that a lost submission can be repeated. After a 403 or 404
 * somebody else has settled the matter, which the answer to the button says.
 */
export const afterOwnSubmit: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  formAction,
  actionStatus = 200,
}) =>
  currentUrl.href !== nextUrl.href ||
  (formMethod !== undefined &&
    formAction !== THEME_PATH &&
    actionStatus < 500 &&
    actionStatus !== 403 &&
    actionStatus !== 404);
