// The texts of a goodbye.
import type { FlashMessage } from "~/models/flash";

/** What a member can say with one press. */
export const goodbyes = [
  "It was lovely talking with you. I wish you all the best!",
  "Thanks for the chat and the music. I don't think we're a match, but take care!",
  "I'm going to leave it here. Happy listening, and goodbye!",
];

/** The flash messages for a conversation that was closed or reopened. */
export const goodbyeMessages = {
  said: (id: string, firstName: string): FlashMessage => ({
    title: `You said goodbye to ${firstName}`,
    description: "You'll both find the conversation under Goodbyes.",
    action: { label: "Undo", icon: "undo", to: `/messages/${id}/reopen`, fields: {} },
  }),
  reopened: { title: "Conversation reopened" },
};
