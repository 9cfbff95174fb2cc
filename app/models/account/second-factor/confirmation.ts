// Asking members again who they are before something sensitive.
import { MINUTE_MS } from "~/durations";
import { msg } from "~/language/text";

/** Where members prove who they are. */
export const CONFIRM_PATH = "/settings/confirm";
/** How long a confirmation lasts. */
export const CONFIRMED_MS = 10 * MINUTE_MS;

/** The message for clients that can't be sent to the page. */
export const UNCONFIRMED = msg("Confirm it's you in Settings, then try again.");
