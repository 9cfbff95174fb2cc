// Asking members again who they are before something sensitive.

/** Where members prove who they are. */
export const CONFIRM_PATH = "/settings/confirm";
/** How long that lasts. */
export const CONFIRMED_MS = 10 * 60 * 1000;

/** Shown to clients that no page can ask. */
export const UNCONFIRMED = "Confirm it's you in Settings, then try again.";
