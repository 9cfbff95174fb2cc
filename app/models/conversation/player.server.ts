// What members may play.
import { db } from "db/client.server";
import { conversation, message } from "db/schema";
import { and, eq, isNotNull, or } from "drizzle-orm";
import { canView } from "~/models/availability.server";
import type { MessageDto } from "./message";
import { toMessageDto } from "./message.server";

/** A message whose share the member may open: not that of a request before they have accepted it. */
export async function getOpenMessage(
  memberId: number,
  conversationId: string,
  id: string,
): Promise<MessageDto | undefined> {
  const [row] = await db
    .select({ message })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(
      and(
        eq(message.id, id),
        eq(conversation.id, conversationId),
        canView(memberId),
        or(isNotNull(conversation.acceptedAt), eq(message.senderId, memberId)),
      ),
    );
  return row && toMessageDto(row.message);
}
