// What is new for a member: the short list on the home screen.
import { DAY_MS } from "~/durations";
import { otherParticipant } from "~/models/conversation/conversation";
import { listConversations } from "~/models/conversation/conversation.server";
import type { MatchDto } from "~/models/match/match";
import type { NewsItem } from "~/models/member/this-week";
import { listRecordsInCommon } from "~/models/record/records-in-common.server";
import { gameAddress } from "~/models/trivia/game-address";
import { listGamesToMove } from "~/models/trivia/trivia.server";

const WEEK_MS = 7 * DAY_MS;
const MAX_GAMES = 2;
const MAX_CONVERSATIONS = 3;

/**
 * The newest match of the last seven days, games that wait for the member, unread conversations, and an album that they
 * share with one of `matches`, their newest ones. Reads a few rows of each.
 */
export async function listNews(memberId: number, matches: MatchDto[], now = Date.now()): Promise<NewsItem[]> {
  const [games, { conversations }, shared] = await Promise.all([
    listGamesToMove(memberId, MAX_GAMES),
    listConversations(memberId, { list: "unread", limit: MAX_CONVERSATIONS }),
    findSharedRecord(memberId, matches),
  ]);
  const newest = matches.find(({ createdAt }) => Date.parse(createdAt) > now - WEEK_MS);
  return [
    ...(newest
      ? [
          {
            icon: "matches" as const,
            text: `You and ${newest.targetUser.firstName} are a match.`,
            to: `/members/${newest.targetUser.id}/match`,
          },
        ]
      : []),
    ...games.map((game) => {
      const opponent = game.player1Id === String(memberId) ? game.player2 : game.player1;
      return {
        icon: "trivia" as const,
        text: `Your move against ${opponent.firstName}.`,
        to: gameAddress(game.id),
      };
    }),
    ...conversations.map((conversation) => ({
      icon: "messages" as const,
      text: `${otherParticipant(conversation, memberId).firstName} wrote to you.`,
      to: `/messages/${conversation.id}`,
    })),
    ...shared,
  ];
}

async function findSharedRecord(memberId: number, matches: MatchDto[]): Promise<NewsItem[]> {
  for (const { targetUser } of matches) {
    const { records } = await listRecordsInCommon(memberId, Number(targetUser.id), 1);
    const [record] = records;
    if (record)
      return [
        {
          icon: "records",
          text: `You and ${targetUser.firstName} both own ${record.album} by ${record.artist}.`,
          to: `/members/${targetUser.id}`,
        },
      ];
  }
  return [];
}
