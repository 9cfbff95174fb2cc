// Where a finished game leads its players.
import { db } from "db/client.server";
import { member } from "db/schema";
import { sql } from "drizzle-orm";
import { canSee, hasMatch } from "~/models/access.server";
import { findConversationsWith } from "~/models/conversation/list/conversation-list.server";
import { pairOf } from "~/models/pair.server";
import { type AfterGame, type GameDto, getPlayers, wasPlayed } from "./trivia";

/** Where a game leads a player; undefined before it has a result, and if they can't see the opponent any more. */
export async function findAfterGame(memberId: number, game: GameDto): Promise<AfterGame | undefined> {
  if (!wasPlayed(game)) return undefined;
  const opponentId = Number(getPlayers(game, String(memberId)).opponent.id);
  const [seen] = await db
    .select({ isMatch: sql<number>`${hasMatch(pairOf(memberId, opponentId))}` })
    .from(member)
    .where(canSee(memberId, opponentId));
  if (!seen) return undefined;
  const conversationId = (await findConversationsWith(memberId, [opponentId])).get(opponentId);
  return { conversationId, canTalk: Boolean(conversationId ?? seen.isMatch) };
}
