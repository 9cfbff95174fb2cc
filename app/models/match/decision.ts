// Likes and passes: what a member sends to decide on another.
import { z } from "zod";
import { memberIdField } from "./fields";
import type { NoticeWords } from "./notice";

/** POST /api/matches, and the Like and Pass buttons. */
export const decisionInput = z.object({
  targetUserId: memberIdField,
  liked: z.preprocess(
    (value) => (value === "true" ? true : value === "false" ? false : value),
    z.boolean({
      required_error: "Say whether you like or pass",
      invalid_type_error: "Say whether you like or pass",
    }),
  ),
});
export type DecisionInput = z.output<typeof decisionInput>;

/** The Undo button of a pass. */
export const undoInput = z.object({ targetUserId: memberIdField });

/**
 * What is said when a decision was saved. A pass offers Undo, posted to `undoTo`; a like that made a match offers to
 * start the conversation.
 */
export function decisionNotice(
  { targetUserId, liked }: DecisionInput,
  { mutual }: { mutual: boolean },
  undoTo: string,
): NoticeWords {
  const fields = { targetUserId: String(targetUserId) };
  const title = "Match recorded";
  if (mutual) {
    const talk = { label: "Start Conversation", icon: "messages", to: "/matches/talk", fields } as const;
    return { title, description: "It's mutual! You two like each other.", action: talk };
  }
  const undo = { label: "Undo", icon: "undo", to: undoTo, fields } as const;
  return {
    title,
    description: "We'll let you know if it's mutual!",
    ...(liked ? {} : { action: undo }),
  };
}

/** What is said when a pass was undone. */
export const undoneWords = { title: "Pass undone", description: "They are back in Discover." };
