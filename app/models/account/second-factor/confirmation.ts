// Asking members again who they are before something sensitive.
import { MINUTE_MS } from "~/durations";
import { msg } from "~/language/text";

/** Where members prove who they are. */
export const CONFIRM_PATH = "/settings/confirm";
/** How long that lasts. */
export const CONFIRMED_MS = 10 * MINUTE_MS;

/** Shown to clients that no page can ask. */
export const UNCONFIRMED = msg("Confirm it's you in Settings, then try again.");
