// When a screen's loaders run again after a submission.
import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The status that client actions return for a request without a response. */
export const UNREACHABLE_STATUS = 504;

/**
 * Revalidates unless the submission got no response: the loaders would fail as well, and the screen and its input would be
 * lost. Every route on the screen has to export this, since single fetch reloads all others.
 */
export const unlessUnreachable: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus !== UNREACHABLE_STATUS;

/**
 * Revalidates only after the route's own form got a response. For dialogs whose form has an id from the loader: a
 * submission that may have been lost is repeated with the same id, despite live events in between.
 */
export const afterOwnSubmit: ShouldRevalidateFunction = ({ formMethod, actionStatus = 200 }) =>
  formMethod !== undefined && actionStatus < 500;
