// What members may play.
import { db } from "db/client.server";
import { conversation, message } from "db/schema";
import { and, eq, isNotNull, or } from "drizzle-orm";
import type { MessageDto } from "./message";
import { findMessage } from "./message-access.server";
import { toMessageDto } from "./message-list.server";

/** A message whose share the member may open: not that of a request before they have accepted it. */
export async function getOpenMessage(
  memberId: number,
  conversationId: string,
  id: string,
): Promise<MessageDto | undefined> {
  const isOpen = or(isNotNull(conversation.acceptedAt), eq(message.senderId, memberId));
  const found = await findMessage(db, memberId, id, and(eq(message.conversationId, conversationId), isOpen));
  return found && toMessageDto(found.message);
}
