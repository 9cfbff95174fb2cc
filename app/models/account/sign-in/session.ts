// A member's sessions as the settings show them.

import type { SecurityEventKind } from "db/column-types";
import { UNDO_DAYS } from "~/durations";
import { msg, t } from "~/language/text";

export const SETTINGS_PATH = "/settings";
/** The link at the left of a heading in the settings. */
export const BACK_TO_SETTINGS = { to: SETTINGS_PATH, label: msg("Back to settings") };

export type SessionDto = {
  id: string;
  /** "Firefox on Linux". */
  name: string;
  signedInAt: string;
  /** The session of this request. */
  isCurrent: boolean;
};

/** A signed-in browser that changes how its member signs in: its session and User-Agent. */
export type OwnBrowser = { sessionId: string; userAgent: string };

/** Something that happened to the account or its sign-in; `browser` is "Firefox on Linux". */
export type SecurityEventDto = { kind: SecurityEventKind; browser: string; at: string };

/** What else is removed when a member takes the account back. */
export const RECENT_WAYS_END = msg(
  "Passkeys, codes and authenticator apps they set up in the past {undoDays} days stop working.",
  { undoDays: UNDO_DAYS },
);

/** The flash messages after ending one of a member's sessions, or all others. */
export const sessionMessages = {
  ended: { title: msg("Signed out"), description: msg("That browser is signed out.") },
  othersEnded: (count: number) => ({
    title: t("Signed out"),
    description: t(
      "{count, plural, one {# other browser is signed out.} other {# other browsers are signed out.}} {recentWaysEnd}",
      { count, recentWaysEnd: RECENT_WAYS_END },
    ),
  }),
};
