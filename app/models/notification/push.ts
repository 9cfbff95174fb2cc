// Browsers that show notifications while B-Side is closed.
import { msg } from "~/language/text";

/** A browser with push; `isCurrent` is the one that sent the request. */
export type PushBrowserDto = { id: string; name: string; since: string; isCurrent: boolean };

/** What a member's settings show of push; `publicKey` is what browsers subscribe with. */
export type PushDto = { publicKey: string; browsers: PushBrowserDto[] };

export const pushMessages = {
  removed: { title: msg("Removed"), description: msg("That browser no longer gets notifications.") },
  tested: { title: msg("Test sent"), description: msg("It should be there in a moment.") },
};
