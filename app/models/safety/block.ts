// Blocks as the settings and the API show them, and their flash messages.
import { msg } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import type { PublicName } from "~/models/public-member";

/** A member whom the reader has blocked. */
export type BlockDto = PublicName & { userId: string; createdAt: string };

/** The flash messages for a member who was blocked or unblocked. */
export const blockMessages = {
  blocked: (firstName: string): FlashMessage => ({
    title: msg("Blocked"),
    description: msg("You and {firstName} won't see each other anymore.", { firstName }),
  }),
  unblocked: {
    title: msg("Unblocked"),
    description: msg("If you had a match or a conversation, it won't come back."),
  },
};
