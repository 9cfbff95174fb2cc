// Schemas of reacting to a message.
import { REACTIONS } from "db/column-types";
import { z } from "zod";
import { clientId } from "~/models/fields";

const reaction = z.enum(REACTIONS, { errorMap: () => ({ message: "Unknown reaction" }) });

/** PUT /api/messages/{id}/reaction. */
export const reactionInput = z.object({ reaction });

/** The buttons of a message's menu: an empty reaction takes the member's own back. */
export const reactionForm = z.object({
  messageId: clientId,
  reaction: z.preprocess((typed) => (typed === "" ? null : typed), reaction.nullable()),
});
