// What waits for a member: the list "Your turn" on the home screen.
import type { Turn } from "~/components/home/dashboard";
import { DAY_MS } from "~/durations";
import { t } from "~/language/text";
import { accountIdOf } from "~/models/account/account.server";
import { codesPath } from "~/models/account/recovery/recovery";
import { offerCodes } from "~/models/account/recovery/recovery-codes.server";
import { toConversationRow } from "~/models/conversation/conversation";
import {
  findConversationsWith,
  listConversations,
} from "~/models/conversation/list/conversation-list.server";
import type { MatchDto } from "~/models/match/match.server";
import { cardFace } from "~/models/match/member-card";
import { getMember, getOwnFace } from "~/models/member/member.server";
import { faceOf } from "~/models/public-member";
import { gamePath } from "~/models/trivia/game-path";
import { listGamesToMove } from "~/models/trivia/trivia.server";

const WEEK_MS = 7 * DAY_MS;
const MAX_GAMES = 2;
const MAX_CONVERSATIONS = 3;

/**
 * The newest of `matches`, a member's newest ones, if nobody has written in the first seven days; conversations in which the
 * other wrote last; games that wait for the member's move; and, from the day after a match, recovery codes, now that there is
 * something to lose. Reads a few rows of each.
 */
export async function listTurns(memberId: number, matches: MatchDto[], now = Date.now()): Promise<Turn[]> {
  const newest = matches.find(({ createdAt }) => Date.parse(createdAt) > now - WEEK_MS)?.targetUser;
  const newestId = Number(newest?.id);
  const [games, { conversations }, talks, codes] = await Promise.all([
    listGamesToMove(memberId, MAX_GAMES),
    listConversations(memberId, { limit: MAX_CONVERSATIONS }),
    findConversationsWith(memberId, newest ? [newestId] : []),
    listCodesTurns(memberId, matches, now),
  ]);
  const rows = conversations.map((conversation) => toConversationRow(conversation, memberId));
  return [
    ...(newest && !talks.has(newestId)
      ? [
          {
            icon: "matches" as const,
            face: cardFace(newest),
            name: newest.firstName,
            text: t("It's a match. Say hello."),
            to: `/members/${newest.id}/match`,
          },
        ]
      : []),
    ...rows.flatMap(({ id, partner: { firstName, face, hasLeft }, status, isYourTurn, lastMessage }) => {
      const text = status === "received" ? t("Would like to talk to you.") : isYourTurn && lastMessage;
      if (!text || hasLeft) return [];
      return [{ icon: "messages" as const, face, name: firstName, text, to: `/messages/${id}` }];
    }),
    ...games.map((game) => {
      const opponent = game.player1Id === String(memberId) ? game.player2 : game.player1;
      return {
        icon: "trivia" as const,
        face: faceOf(opponent, opponent.firstArtist),
        name: opponent.firstName,
        text: t("Your move in music trivia."),
        to: gamePath(game.id),
      };
    }),
    ...codes,
  ];
}

/** The line that offers recovery codes to a member who has none, from the second day to the end of the week after a match. */
async function listCodesTurns(memberId: number, matches: MatchDto[], now: number): Promise<Turn[]> {
  const ages = matches.map(({ createdAt }) => now - Date.parse(createdAt));
  if (!ages.some((age) => age >= DAY_MS && age < WEEK_MS)) return [];
  const viewer = await getMember(memberId);
  const accountId = accountIdOf(viewer);
  const offer = accountId && (await offerCodes(accountId));
  if (!offer) return [];
  return [
    {
      icon: "shield",
      face: await getOwnFace(viewer),
      name: t("Save your recovery codes"),
      text: offer.isEmailProven
        ? t("They get you in without your password or email.")
        : t("Your only way back in without your password."),
      to: codesPath("/"),
    },
  ];
}
