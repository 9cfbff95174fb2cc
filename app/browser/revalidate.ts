// What a screen loads again after something was sent from it.
import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The status that a client's action gives what had no answer. */
export const UNANSWERED = 504;

/**
 * Loads again, as ever, unless what was sent had no answer: then neither would this, and a screen that cannot load is
 * lost with what was typed in it. Each route on the screen has to say so; single fetch loads those that say nothing.
 */
export const unlessUnanswered: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== UNANSWERED;

/**
 * Loads again only after its own form was sent and answered. For a dialog whose form carries an id made with the page:
 * what is not known to have arrived is sent once more under the same id, whatever news come meanwhile.
 */
export const afterOwnForm: ShouldRevalidateFunction = ({ formMethod, actionStatus = 200 }) =>
  formMethod !== undefined && actionStatus < 500;
