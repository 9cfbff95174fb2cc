// The texts of a goodbye.
import { msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";

/** What a member can say with one press. */
export const goodbyes = [
  msg("It was lovely talking with you. I wish you all the best!"),
  msg("Thanks for the chat and the music. I don't think we're a match, but take care!"),
  msg("I'm going to leave it here. Happy listening, and goodbye!"),
];

/** The flash messages for a conversation that was closed or reopened. */
export const goodbyeMessages = {
  said: (id: string, firstName: string): FlashMessage => ({
    title: t("You said goodbye to {firstName}", { firstName }),
    description: t("You'll both find the conversation under Goodbyes."),
    action: { label: t("Undo"), icon: "undo", to: `/messages/${id}/reopen`, fields: {} },
  }),
  reopened: { title: msg("Conversation reopened") },
};
