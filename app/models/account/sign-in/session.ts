// A member's sessions as the settings show them.
import type { SecurityEventKind } from "db/column-types";
import { UNDO_DAYS } from "~/durations";

export const SETTINGS_PATH = "/settings";
/** The link at the left of a heading in the settings. */
export const BACK_TO_SETTINGS = { to: SETTINGS_PATH, label: "Back to settings" };

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

/** What goes with the other browsers when a member takes the account back. */
export const RECENT_WAYS_END = `Passkeys, codes and authenticator apps they set up in the past ${UNDO_DAYS} days stop working.`;

/** The flash messages after ending one of a member's sessions, or all others. */
export const sessionMessages = {
  ended: { title: "Signed out", description: "That browser is signed out." },
  othersEnded: (count: number) => ({
    title: "Signed out",
    description: `${count} other ${count === 1 ? "browser is" : "browsers are"} signed out. ${RECENT_WAYS_END}`,
  }),
};
