// Blocks as the settings and the API show them, and their flash messages.
import type { FlashMessage } from "~/models/flash";
import type { PublicName } from "~/models/public-member";

/** A member whom the reader has blocked. */
export type BlockDto = PublicName & { userId: string; createdAt: string };

/** The flash messages for a member who was blocked or unblocked. */
export const blockMessages = {
  blocked: (firstName: string): FlashMessage => ({
    title: "Blocked",
    description: `You and ${firstName} won't see each other anymore.`,
  }),
  unblocked: { title: "Unblocked", description: "If you had a match or a conversation, it won't come back." },
};
