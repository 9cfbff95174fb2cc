// What waits for a member: the list "Your turn" on the home screen.
import { DAY_MS } from "~/durations";
import { toConversationRow } from "~/models/conversation/conversation";
import {
  findConversationsWith,
  listConversations,
} from "~/models/conversation/list/conversation-list.server";
import type { MatchDto } from "~/models/match/match.server";
import { cardFace } from "~/models/match/member-card";
import { type Face, faceOf } from "~/models/public-member";
import { gamePath } from "~/models/trivia/game-path";
import { listGamesToMove } from "~/models/trivia/trivia.server";

const WEEK_MS = 7 * DAY_MS;
const MAX_GAMES = 2;
const MAX_CONVERSATIONS = 3;

/** A line of the list: who waits, for what, and where to answer. */
export type Turn = {
  icon: "matches" | "trivia" | "messages";
  face: Face;
  name: string;
  text: string;
  to: string;
};

/**
 * The newest of `matches`, a member's newest ones, while nobody has written in the seven days since; conversations in which
 * the other wrote last; and games that wait for the member's move. Reads a few rows of each.
 */
export async function listTurns(memberId: number, matches: MatchDto[], now = Date.now()): Promise<Turn[]> {
  const newest = matches.find(({ createdAt }) => Date.parse(createdAt) > now - WEEK_MS)?.targetUser;
  const newestId = Number(newest?.id);
  const [games, { conversations }, talks] = await Promise.all([
    listGamesToMove(memberId, MAX_GAMES),
    listConversations(memberId, { limit: MAX_CONVERSATIONS }),
    findConversationsWith(memberId, newest ? [newestId] : []),
  ]);
  const rows = conversations.map((conversation) => toConversationRow(conversation, memberId));
  return [
    ...(newest && !talks.has(newestId)
      ? [
          {
            icon: "matches" as const,
            face: cardFace(newest),
            name: newest.firstName,
            text: "It's a match. Say hello.",
            to: `/members/${newest.id}/match`,
          },
        ]
      : []),
    ...rows.flatMap(({ id, partner: { firstName, face, hasLeft }, status, isYourTurn, lastMessage }) => {
      const text = status === "received" ? "Would like to talk to you." : isYourTurn && lastMessage;
      if (!text || hasLeft) return [];
      return [{ icon: "messages" as const, face, name: firstName, text, to: `/messages/${id}` }];
    }),
    ...games.map((game) => {
      const opponent = game.player1Id === String(memberId) ? game.player2 : game.player1;
      return {
        icon: "trivia" as const,
        face: faceOf(opponent, opponent.firstArtist),
        name: opponent.firstName,
        text: "Your move in music trivia.",
        to: gamePath(game.id),
      };
    }),
  ];
}
