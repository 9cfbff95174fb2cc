// Trivia games as their players may see them, what starting and playing them share, and where a finished one leads.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { member, triviaAnswer, triviaGame, triviaQuestion } from "db/schema";
import { type Database, hasRow, type Tx } from "db/transaction.server";
import { and, asc, desc, eq, gte, inArray, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { publish } from "~/live/publish.server";
import { canSee, hasMatch } from "~/models/access.server";
import { findConversationsWith } from "~/models/conversation/list/conversation-list.server";
import { splitPage } from "~/models/cursor";
import { avatarArtist } from "~/models/music/preferences.server";
import { pairOf } from "~/models/pair.server";
import { toProfilePhoto } from "~/models/picture-url";
import { formerMember, NO_FACE } from "~/models/public-member";
import { clipOf } from "./clip.server";
import {
  areConnected,
  canPlay,
  canPlayTogether,
  canSeeGame,
  hasAnswered,
  isNotified,
  isOrphaned,
} from "./game-access.server";
import {
  type AfterGame,
  type GameDetail,
  type GameDto,
  getPlayers,
  type QuestionDto,
  wasPlayed,
} from "./trivia";
import type { GameCursor } from "./trivia-schema";

const PAGE = 50;

const player1 = alias(member, "player1");
const player2 = alias(member, "player2");
const { player1Id, player2Id, status } = triviaGame;

/**
 * A member's games, 50 a page: first those that wait for their move, then other open ones, then by the last move; with the
 * parameters of the next page. `after` is the cursor of the previous page.
 */
export async function listGames(
  memberId: number,
  { after, limit = PAGE }: { after?: GameCursor; limit?: number } = {},
): Promise<{ games: GameDto[]; next?: { cursor: string } }> {
  const values = { memberId, limit: limit + 1 };
  const rows = await (after ? findGamesAfter().all({ ...values, ...after }) : findGames().all(values));
  const { page, next } = splitPage(rows, limit, ({ group, game: { movedAt, id } }) => ({
    group,
    at: movedAt.getTime(),
    id,
  }));
  return { games: page.map(toGameDto), next };
}

const findGames = once(() => prepareGames(canSeeGame(sql.placeholder("memberId"))));

const findGamesAfter = once(() => {
  const me = sql.placeholder("memberId");
  const [group, at, id] = [sql.placeholder("group"), sql.placeholder("at"), sql.placeholder("id")];
  const isAfter = sql`(${groupFor(me)}, -${triviaGame.movedAt}, ${triviaGame.id}) > (${group}, -${at}, ${id})`;
  return prepareGames(and(canSeeGame(me), isAfter));
});

/** The games that wait for a member's move, the latest first, without strangers' challenges. */
export async function listGamesToMove(memberId: number, limit: number): Promise<GameDto[]> {
  return (await findGamesToMove().all({ memberId, limit })).map(toGameDto);
}

/** A member's last game since then that has a result and no rematch, with an opponent whom they aren't playing already. */
export async function findRematch(memberId: number, since: Date): Promise<GameDto | undefined> {
  const [row] = await findGamesToRepeat().all({ memberId, since: since.getTime() });
  return row && toGameDto(row);
}

const findGamesToRepeat = once(() => {
  const me = sql.placeholder("memberId");
  const other = alias(triviaGame, "other");
  const isWithSame = or(
    and(eq(other.player1Id, player1Id), eq(other.player2Id, player2Id)),
    and(eq(other.player1Id, player2Id), eq(other.player2Id, player1Id)),
  );
  const canPlayAgain = and(
    eq(status, "completed"),
    inArray(triviaGame.ending, ["played", "resigned", "claimed"]),
    gte(triviaGame.movedAt, sql.placeholder("since")),
    canSeeGame(me),
    canPlayTogether(me),
    not(hasRow(other, eq(other.rematchOf, triviaGame.id))),
    not(hasRow(other, and(isWithSame, ne(other.status, "completed")))),
  );
  return selectGames(me, canPlayAgain, 1).prepare();
});

const findGamesToMove = once(() => prepareGames(isToMove(sql.placeholder("memberId"))));

function prepareGames(which: SQL | undefined) {
  return selectGames(sql.placeholder("memberId"), which, sql.placeholder("limit")).prepare();
}

function isToMove(memberId: Given<number>): SQL {
  return sql`(${and(not(hasAnswered(memberId)), canPlay(memberId), isNotified(memberId))})`;
}

/** The order of a member's games: 0 for those that wait for their move, 1 for other open ones, 2 for the rest. */
function groupFor(memberId: Given<number>): SQL<number> {
  return sql<number>`case when ${status} = 'completed' or ${isOrphaned} then 2 when ${isToMove(memberId)} then 0 else 1 end`;
}

/** A game with its questions, as this player may see them. */
export async function getGame(
  memberId: number,
  id: string,
  on: Database = db,
): Promise<GameDetail | undefined> {
  const [row] = await selectGames(memberId, and(eq(triviaGame.id, id), canSeeGame(memberId)), 1, on);
  if (!row) return undefined;
  return toGameDetail(memberId, row, await selectAnswers(id, on));
}

function selectGames(
  viewerId: Given<number>,
  which: SQL | undefined,
  limit: Given<number>,
  on: Database = db,
) {
  return on
    .select({
      game: triviaGame,
      player1: playerColumns(player1),
      player2: playerColumns(player2),
      player1Answered: hasAnswered(player1Id),
      player2Answered: hasAnswered(player2Id),
      isOrphaned,
      isConnected: sql<number>`${areConnected}`,
      canPlayTogether: canPlayTogether(viewerId),
      group: groupFor(viewerId).as("group_order"),
      rematchId: sql<
        string | null
      >`(select id from trivia_game rematch where rematch.rematch_of = ${triviaGame.id})`,
    })
    .from(triviaGame)
    .innerJoin(player1, eq(player1.id, player1Id))
    .innerJoin(player2, eq(player2.id, player2Id))
    .where(which)
    .orderBy(sql`group_order`, desc(triviaGame.movedAt), triviaGame.id)
    .limit(limit);
}

function playerColumns<Player extends typeof player1 | typeof player2>(player: Player) {
  const { id, firstName, photoId, portraitUrl, photoFocus, deletedAt } = player;
  return { id, firstName, photoId, portraitUrl, photoFocus, deletedAt, firstArtist: avatarArtist(player) };
}

type GameRow = Awaited<ReturnType<typeof selectGames>>[number];

/** The only query for answers: all pass through `toQuestionDto`, which hides what a player may not know yet. */
function selectAnswers(gameId: string, on: Database) {
  return on
    .select({ round: triviaQuestion, answer: triviaAnswer })
    .from(triviaQuestion)
    .leftJoin(triviaAnswer, eq(triviaAnswer.questionId, triviaQuestion.id))
    .where(eq(triviaQuestion.gameId, gameId))
    .orderBy(asc(triviaQuestion.roundNumber));
}

type AnswerRow = Awaited<ReturnType<typeof selectAnswers>>[number];

/** A game and its answers as one of its players may see them: without the rounds to come. */
function toGameDetail(memberId: number, row: GameRow, answers: AnswerRow[]): GameDetail {
  const reached = answers.filter(({ round }) => round.roundNumber <= row.game.currentRound);
  const ids = [...new Set(reached.map(({ round }) => round.id))];
  const questions = ids.map((id) =>
    toQuestionDto(
      memberId,
      row.game,
      reached.filter(({ round }) => round.id === id),
    ),
  );
  return { ...toGameDto(row), questions };
}

/** A player as the other sees them, with a face only while the two are connected. */
function toPlayer(
  { id, firstName, deletedAt, firstArtist, ...photo }: GameRow["player1"],
  hasFace: boolean,
): GameDto["player1"] {
  if (deletedAt) return { id: String(id), firstName: formerMember(), ...NO_FACE };
  return { id: String(id), firstName, ...(hasFace ? { ...toProfilePhoto(photo), firstArtist } : NO_FACE) };
}

function toGameDto(row: GameRow): GameDto {
  const { game, player1, player2, player1Answered, player2Answered, rematchId } = row;
  const status = row.isOrphaned ? "completed" : game.status;
  const idOf = (id: number) => String(id);
  const toMove = [...(player1Answered ? [] : [player1.id]), ...(player2Answered ? [] : [player2.id])];
  return {
    id: game.id,
    player1Id: idOf(player1.id),
    player2Id: idOf(player2.id),
    player1: toPlayer(player1, Boolean(row.isConnected)),
    player2: toPlayer(player2, Boolean(row.isConnected)),
    player1Score: game.player1Score,
    player2Score: game.player2Score,
    currentRound: game.currentRound,
    totalRounds: game.totalRounds,
    status,
    ending: row.isOrphaned ? "ended" : game.ending,
    winnerId: game.winnerId === null ? null : idOf(game.winnerId),
    toMove: status === "completed" ? [] : toMove.map(idOf),
    yourTurn: row.group === 0,
    rematchId,
    canRematch: status === "completed" && Boolean(row.canPlayTogether),
    movedAt: game.movedAt.toISOString(),
    createdAt: game.createdAt.toISOString(),
  };
}

/** A question without what the player may not know yet. `rows` hold the answers to it. */
function toQuestionDto(memberId: number, game: GameRow["game"], rows: AnswerRow[]): QuestionDto {
  const [{ round }] = rows as [AnswerRow];
  const answers = rows.flatMap(({ answer }) => answer ?? []);
  const isOver = answers.length === 2;
  const answerOf = (playerId: number) =>
    isOver || playerId === memberId
      ? (answers.find((answer) => answer.memberId === playerId)?.answer ?? null)
      : null;
  const first = isOver ? answers.find(({ hasPoint }) => hasPoint) : undefined;
  const isAsked = !answers.some((answer) => answer.memberId === memberId);
  return {
    id: round.id,
    gameId: round.gameId,
    roundNumber: round.roundNumber,
    question: round.question,
    options: round.options,
    category: round.category,
    difficulty: round.difficulty,
    correctAnswer: isOver ? round.correctAnswer : null,
    player1Answer: answerOf(game.player1Id),
    player2Answer: answerOf(game.player2Id),
    pointTo: first ? String(first.memberId) : null,
    ...(isAsked ? clipOf(memberId, round.question) : {}),
  };
}

/**
 * Publishes a change of a game to both players, except somebody who is challenged by a stranger. After the move of a player,
 * the opponent is notified if it is their turn or the game is over.
 */
export async function publishGame(tx: Tx, gameId: string, moverId?: number): Promise<void> {
  const isOver = eq(status, "completed");
  const players = await tx
    .select({ id: member.id, isConcerned: sql<number>`${or(isOver, not(hasAnswered(member.id)))}` })
    .from(triviaGame)
    .innerJoin(member, and(canSeeGame(member.id), isNotified(member.id)))
    .where(eq(triviaGame.id, gameId));
  const notified =
    moverId === undefined ? [] : players.filter(({ id, isConcerned }) => isConcerned && id !== moverId);
  await publish(tx, "game", {
    id: gameId,
    members: players.map(({ id }) => id),
    notified: notified.map(({ id }) => id),
  });
}

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
