// When a screen's loaders run again after a submission.
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { getRouter } from "./router";

/** The status that client actions return for a request without a response. */
export const UNREACHABLE_STATUS = 504;

/** The path that the theme switch posts to. */
export const THEME_PATH = "/theme";

/**
 * For screens that can't be loaded again, or that open dialogs whose place is a fragment: like all others they revalidate after
 * every change that was made, but a new theme reloads nothing, nor does a link to another fragment.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formAction,
  defaultShouldRevalidate,
}) =>
  formAction === undefined
    ? !keepsData(currentUrl, nextUrl)
    : formAction !== THEME_PATH && defaultShouldRevalidate;

/** A dialog whose place is a fragment opens and closes over the same data, unless that interrupts their reload. */
function keepsData(from: URL, to: URL) {
  const isOtherHash = from.hash !== to.hash && from.href.split("#")[0] === to.href.split("#")[0];
  return isOtherHash && getRouter().state.revalidation === "idle";
}

/**
 * Revalidates only for another URL, or after the route's own form got a response. For dialogs and confirmations
 * that live events must leave alone. Their form keeps the loader's id, so that a lost submission can be repeated. After a
 * 403 or 404 somebody else has settled the matter, and the answer to the button says so.
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
