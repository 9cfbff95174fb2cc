// The anthem: one song on a member's profile that others can play.
import { msg } from "~/language/text";
import type { ShareType } from "~/models/conversation/share";
import type { FlashMessage } from "~/models/flash";

/** An anthem as it is shown: its words, with the URL that plays it or the link that leads to it. */
export type AnthemDto = {
  type: ShareType;
  artist: string | null;
  /** Null for a link whose details are unknown. */
  title: string | null;
  url: string | null;
  pictureUrl: string | null;
  previewUrl?: string;
};

export const ANTHEM_PATH = "/profile/anthem";

export const anthemMessages: Record<"saved" | "removed", FlashMessage> = {
  saved: { title: msg("Anthem updated") },
  removed: { title: msg("Anthem removed") },
};
