// Trivia games: dealt, answered round by round, and ended, by the two who play them.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, triviaAnswer, triviaGame, triviaQuestion } from "db/schema";
import { bank } from "db/trivia";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { wake } from "~/live/outbox.server";
import { spend } from "./allowance.server";
import { noBlockBetween, noPassBetween } from "./block.server";
import { absent, Refusal, usedAlready } from "./refusal";
import {
  CLAIM_DAYS,
  type GameCursor,
  type GameDetail,
  ROUNDS,
  type ShownGame,
  type ShownQuestion,
} from "./trivia";
import type { AnswerInput, GameInput, QuestionInput } from "./trivia-input";

const PAGE = 50;
const OVER = "This game is over.";

const player1 = alias(member, "player1");
const player2 = alias(member, "player2");
const { player1Id, player2Id, status } = triviaGame;

/**
 * A member's games, those that go on first, then by their last move, 50 a page, with the parameters of the next page.
 * `after` is where the page before ended.
 */
export async function listGames(
  memberId: number,
  { after, limit = PAGE }: { after?: GameCursor; limit?: number } = {},
): Promise<{ games: ShownGame[]; next?: { cursor: string } }> {
  const isOver = sql<number>`(${status} = 'completed')`;
  const rest =
    after &&
    sql`(${isOver}, -${triviaGame.movedAt}, ${triviaGame.id}) > (${after.isOver ? 1 : 0}, ${-after.at}, ${after.id})`;
  const rows = await games(and(mayPlay(memberId), rest), limit);
  const last = rows.length === limit ? rows.at(-1)?.game : undefined;
  const cursor =
    last && `${last.status === "completed" ? "over" : "open"}_${last.movedAt.getTime()}_${last.id}`;
  return { games: rows.map(shownGame), next: cursor ? { cursor } : undefined };
}

/** One game with what its rounds may show to this player. */
export async function getGame(memberId: number, id: string): Promise<GameDetail | undefined> {
  const [rows, rounds] = await db.batch(reading(memberId, id));
  return detail(memberId, rows, rounds);
}

/**
 * Challenges a member and deals five questions that neither has seen, or those unseen for longest; the same id from the
 * same member for the same opponent is the same game.
 * Refuses oneself (invalid), whoever is absent, paused, deleted or has turned away (absent), an id that was used for
 * something else (conflict), and more than 10 an hour (too-many).
 */
export async function addGame(memberId: number, { id, player2Id }: GameInput): Promise<GameDetail> {
  return begin(memberId, player2Id, id);
}

/**
 * Challenges the other of a finished game once more. From one game there is one rematch, whoever of the two asks first.
 * Refuses a game that is not one's own (absent) or not over (conflict), and as `addGame` does.
 */
export async function addRematch(memberId: number, gameId: string): Promise<GameDetail> {
  const game = await getGame(memberId, gameId);
  if (!game) throw absent();
  if (game.status !== "completed") throw new Refusal("conflict", "This game is not over yet.");
  const known = game.rematchId && (await getGame(memberId, game.rematchId));
  if (known) return known;
  const otherId = Number(game.player1Id) === memberId ? game.player2Id : game.player1Id;
  return begin(memberId, Number(otherId), undefined, gameId);
}

async function begin(memberId: number, otherId: number, wanted = randomUUID() as string, rematchOf?: string) {
  await spend("game", memberId);
  if (otherId === memberId) {
    const says = "You cannot challenge yourself";
    throw new Refusal("invalid", says, { player2Id: says });
  }
  const now = Date.now();
  const own = rematchOf ? eq(triviaGame.rematchOf, rematchOf) : eq(triviaGame.id, wanted);
  const [, , , , rows] = await db.batch([
    db.run(sql`
      insert into trivia_game (id, player1_id, player2_id, total_rounds, status, rematch_of, moved_at, created_at)
      select ${wanted}, ${memberId}, id, ${ROUNDS}, 'waiting', ${rematchOf ?? null}, ${now}, ${now}
      from member where id = ${otherId} and paused_at is null and deleted_at is null
        and ${noBlockBetween(memberId, otherId)} and ${noPassBetween(memberId, otherId)}
      on conflict do nothing`),
    deal(memberId, otherId, wanted),
    db.run(sql`
      insert into trivia_seen (member_id, question, seen_at)
      select player.value, question, ${now} from trivia_question, json_each(${JSON.stringify([memberId, otherId])}) player
      where game_id = ${wanted} and changes() > 0
      on conflict do update set seen_at = excluded.seen_at`),
    tell(wanted, sql`changes() > 0`),
    games(and(own, mayPlay(memberId)), 1),
  ]);
  const kept = rows[0]?.game;
  const isSame = kept?.player1Id === memberId && kept.player2Id === otherId;
  const isTheirs = kept && (rematchOf ? kept.rematchOf === rematchOf : isSame);
  if (!isTheirs) throw await notBegun(wanted);
  if (kept.id === wanted) wake([memberId, otherId]);
  const game = await getGame(memberId, kept.id);
  if (!game) throw absent();
  return game;
}

async function notBegun(wanted: string): Promise<Refusal> {
  if (await db.$count(triviaGame, eq(triviaGame.id, wanted))) return usedAlready();
  const says = "Nobody with this user ID can be challenged";
  return new Refusal("absent", says, { player2Id: says });
}

/** Deals a game that was made by the statement before: of each category in turn, the easy first. */
function deal(one: number, other: number, gameId: string) {
  const deck = bank.map(({ question, correctAnswer, others, category, difficulty }) => ({
    id: randomUUID(),
    question,
    correctAnswer,
    options: shuffled([correctAnswer, ...others]),
    category,
    difficulty,
  }));
  return db.run(sql`
    insert into trivia_question (id, game_id, round_number, question, correct_answer, options, category, difficulty)
    select card ->> 'id', ${gameId}, row_number() over (order by instr('easy medium hard', card ->> 'difficulty'), random()),
      card ->> 'question', card ->> 'correctAnswer', card -> 'options', card ->> 'category', card ->> 'difficulty'
    from (
      select card from (
        select card, seen_at, row_number() over (partition by seen_at, card ->> 'category' order by random()) as turn
        from (
          select value as card, coalesce((
            select max(seen_at) from trivia_seen
            where member_id in (${one}, ${other}) and question = value ->> 'question'), 0) as seen_at
          from json_each(${JSON.stringify(deck)})))
      order by seen_at, turn, random() limit ${ROUNDS})
    where changes() > 0`);
}

/**
 * Answers the current round's question. The first that is right has the point; when both have answered, the game moves
 * on or is over. Refuses a game or question that is not there (absent), an answer that is no option (invalid), and a
 * second answer, another round's question, or a game that is over (conflict).
 */
export async function answerQuestion(
  memberId: number,
  gameId: string,
  { questionId, answer }: AnswerInput,
): Promise<GameDetail> {
  const now = Date.now();
  // A cross join, since it is read in its order: the game's questions, and not all that a player has ever answered.
  const points = (player: SQL) => sql`(
    select count(*) from trivia_question cross join trivia_answer on question_id = trivia_question.id
    where game_id = ${gameId} and has_point and trivia_answer.member_id = ${player})`;
  const isFull = sql`(select count(*) from trivia_answer where question_id = ${questionId}) = 2`;
  const [taken, , , , rows, rounds] = await db.batch([
    db.all(sql`
      insert into trivia_answer (question_id, member_id, answer, has_point, answered_at)
      select trivia_question.id, ${memberId}, ${answer}, correct_answer = ${answer} and not exists (
        select 1 from trivia_answer first where first.question_id = trivia_question.id and first.has_point), ${now}
      from trivia_question join trivia_game on trivia_game.id = game_id
      where trivia_question.id = ${questionId} and game_id = ${gameId} and round_number = current_round
        and status <> 'completed' and ${mayPlay(memberId)}
        and ${answer} in (select value from json_each(options))
      on conflict (question_id, member_id) do nothing
      returning question_id`),
    db.run(sql`
      update trivia_game set
        moved_at = ${now},
        player1_score = case when ${isFull} then ${points(sql`player1_id`)} else player1_score end,
        player2_score = case when ${isFull} then ${points(sql`player2_id`)} else player2_score end,
        current_round = min(total_rounds, current_round + (${isFull})),
        ending = case when ${isFull} and current_round = total_rounds then 'played' end,
        status = case when ${isFull} and current_round = total_rounds then 'completed'
          when player2_id = ${memberId} then 'active' else status end
      where id = ${gameId} and changes() > 0`),
    tell(gameId, sql`changes() > 0`),
    db.run(sql`
      update trivia_game set winner_id = case
        when player1_score > player2_score then player1_id when player2_score > player1_score then player2_id end
      where id = ${gameId} and ending = 'played'`),
    ...reading(memberId, gameId),
  ]);
  const game = detail(memberId, rows, rounds);
  if (taken.length && game) {
    wakeBoth(game);
    return game;
  }
  const asked = game?.questions.find(({ id }) => id === questionId);
  if (!game || !asked) throw absent();
  if (game.status === "completed") throw new Refusal("conflict", OVER);
  if (asked.roundNumber > game.currentRound) throw new Refusal("conflict", "This round has not begun yet.");
  if (asked.roundNumber < game.currentRound || !game.toMove.includes(String(memberId)))
    throw new Refusal("conflict", "You have answered this question already.");
  throw new Refusal("invalid", "Choose one of the answers", { answer: "Choose one of the answers" });
}

/**
 * Gives a round that has none its question, by the player who has begun the game; a round that has one keeps it.
 * Returns the round's question, and whether it is new. Refuses others (forbidden; absent where they may not even look),
 * and a game that is over (conflict).
 */
export async function addQuestion(
  memberId: number,
  { gameId, options, ...input }: QuestionInput,
): Promise<{ question: ShownQuestion; isNew: boolean }> {
  const { roundNumber, question, correctAnswer, category, difficulty } = input;
  const [added, , rows, rounds] = await db.batch([
    db.all(sql`
      insert into trivia_question (id, game_id, round_number, question, correct_answer, options, category, difficulty)
      select ${randomUUID()}, trivia_game.id, ${roundNumber}, ${question}, ${correctAnswer}, ${JSON.stringify(options)},
        ${category}, ${difficulty}
      from trivia_game
      where trivia_game.id = ${gameId} and player1_id = ${memberId} and status <> 'completed' and ${mayPlay(memberId)}
      on conflict (game_id, round_number) do nothing
      returning id`),
    tell(gameId, sql`changes() > 0`),
    ...reading(memberId, gameId),
  ]);
  const game = detail(memberId, rows, rounds);
  if (!game) throw absent();
  if (Number(game.player1Id) !== memberId)
    throw new Refusal("forbidden", "Only the player who has begun the game can give it questions.");
  const kept = game.questions.find((round) => round.roundNumber === roundNumber);
  if (!kept) throw new Refusal("conflict", OVER);
  if (added.length) wakeBoth(game);
  return { question: kept, isNew: added.length > 0 };
}

/** Accepts a challenge; to accept twice is to accept. Refuses the challenger (forbidden) and what is over (conflict). */
export async function acceptGame(memberId: number, id: string): Promise<GameDetail> {
  const { game } = await change(memberId, id, sql`status = 'active', moved_at = ${Date.now()}`, [
    sql`status = 'waiting' and player2_id = ${memberId}`,
  ]);
  if (game.status === "completed") throw new Refusal("conflict", OVER);
  if (game.status === "waiting")
    throw new Refusal("forbidden", "Only the player who is challenged can accept.");
  return game;
}

/**
 * Gives a game up, which the other wins; before it is accepted, turns the challenge down or takes it back, and nobody
 * wins. Refuses a game that is over (conflict).
 */
export async function resignGame(memberId: number, id: string): Promise<GameDetail> {
  const { game, isChanged } = await change(
    memberId,
    id,
    sql`status = 'completed', moved_at = ${Date.now()},
      ending = case when status <> 'waiting' then 'resigned' when player2_id = ${memberId} then 'declined' else 'withdrawn' end,
      winner_id = case when status = 'waiting' then null when player2_id = ${memberId} then player1_id else player2_id end`,
    [sql`status <> 'completed'`],
  );
  if (!isChanged) throw new Refusal("conflict", OVER);
  return game;
}

/**
 * Wins a game in which the other has not answered for seven days what oneself has.
 * Refuses before that (conflict), and a game that is over (conflict).
 */
export async function claimGame(memberId: number, id: string, now = Date.now()): Promise<GameDetail> {
  const answers = (whose: SQL) => sql`exists (
    select 1 from trivia_answer join trivia_question on trivia_question.id = question_id
    where game_id = trivia_game.id and round_number = current_round and trivia_answer.member_id ${whose} ${memberId})`;
  const { game, isChanged } = await change(
    memberId,
    id,
    sql`status = 'completed', ending = 'claimed', winner_id = ${memberId}, moved_at = ${now}`,
    [
      sql`status <> 'completed' and moved_at <= ${now - CLAIM_DAYS * 24 * 60 * 60 * 1000}`,
      answers(sql`=`),
      sql`not ${answers(sql`<>`)}`,
    ],
  );
  if (isChanged) return game;
  const early = `A game can be claimed by who waits for the other, after ${CLAIM_DAYS} days without a move.`;
  throw new Refusal("conflict", game.status === "completed" ? OVER : early);
}

/** Changes a game of the member's where all of `when` holds, and tells both. Refuses a game that is not there (absent). */
async function change(memberId: number, id: string, set: SQL, when: SQL[]) {
  const [changed, , rows, rounds] = await db.batch([
    db.all(sql`
      update trivia_game set ${set}
      where trivia_game.id = ${id} and ${mayPlay(memberId)} and ${and(...when)} returning id`),
    tell(id, sql`changes() > 0`),
    ...reading(memberId, id),
  ]);
  const game = detail(memberId, rows, rounds);
  if (!game) throw absent();
  if (changed.length) wakeBoth(game);
  return { game, isChanged: changed.length > 0 };
}

/** True for the games a member may see: their own, with somebody who is there, where neither has turned away. */
function mayPlay(memberId: number): SQL {
  return sql`(${player1Id} = ${memberId} or ${player2Id} = ${memberId})
    and not exists (select 1 from member where id in (${player1Id}, ${player2Id}) and deleted_at is not null)
    and ${noBlockBetween(player1Id, player2Id)} and ${noPassBetween(player1Id, player2Id)}`;
}

function games(which: SQL | undefined, limit: number) {
  const hasAnswered = (player: typeof player1Id) => sql<number>`exists (
    select 1 from trivia_answer join trivia_question on trivia_question.id = question_id
    where game_id = ${triviaGame.id} and round_number = ${triviaGame.currentRound}
      and trivia_answer.member_id = ${player})`;
  return db
    .select({
      game: triviaGame,
      player1: { id: player1.id, firstName: player1.firstName, profileImageUrl: player1.profileImageUrl },
      player2: { id: player2.id, firstName: player2.firstName, profileImageUrl: player2.profileImageUrl },
      player1Answered: hasAnswered(player1Id),
      player2Answered: hasAnswered(player2Id),
      rematchId: sql<
        string | null
      >`(select id from trivia_game rematch where rematch.rematch_of = ${triviaGame.id})`,
    })
    .from(triviaGame)
    .innerJoin(player1, eq(player1.id, player1Id))
    .innerJoin(player2, eq(player2.id, player2Id))
    .where(which)
    .orderBy(sql`${status} = 'completed'`, desc(triviaGame.movedAt), triviaGame.id)
    .limit(limit);
}

type GameRow = Awaited<ReturnType<typeof games>>[number];

/** Whatever is read of answers is read here, and passes `shownQuestion`. */
function answers(which: SQL) {
  return db
    .select({ round: triviaQuestion, given: triviaAnswer })
    .from(triviaQuestion)
    .leftJoin(triviaAnswer, eq(triviaAnswer.questionId, triviaQuestion.id))
    .where(which)
    .orderBy(asc(triviaQuestion.roundNumber));
}

type AnswerRow = Awaited<ReturnType<typeof answers>>[number];

function reading(memberId: number, id: string) {
  return [
    games(and(eq(triviaGame.id, id), mayPlay(memberId)), 1),
    answers(eq(triviaQuestion.gameId, id)),
  ] as const;
}

function detail(memberId: number, [row]: GameRow[], rounds: AnswerRow[]): GameDetail | undefined {
  if (!row) return undefined;
  const ids = [...new Set(rounds.map(({ round }) => round.id))];
  const questions = ids.map((id) =>
    shownQuestion(
      memberId,
      row.game,
      rounds.filter(({ round }) => round.id === id),
    ),
  );
  return { ...shownGame(row), questions };
}

function shownGame(row: GameRow): ShownGame {
  const { game, player1, player2, player1Answered, player2Answered, rematchId } = row;
  const idOf = (id: number) => String(id);
  const toMove = [...(player1Answered ? [] : [player1.id]), ...(player2Answered ? [] : [player2.id])];
  return {
    id: game.id,
    player1Id: idOf(player1.id),
    player2Id: idOf(player2.id),
    player1: { ...player1, id: idOf(player1.id) },
    player2: { ...player2, id: idOf(player2.id) },
    player1Score: game.player1Score,
    player2Score: game.player2Score,
    currentRound: game.currentRound,
    totalRounds: game.totalRounds,
    status: game.status,
    ending: game.ending,
    winnerId: game.winnerId === null ? null : idOf(game.winnerId),
    toMove: game.status === "completed" ? [] : toMove.map(idOf),
    rematchId,
    movedAt: game.movedAt.toISOString(),
    createdAt: game.createdAt.toISOString(),
  };
}

/** A round with nothing in it that its reader may not know yet; `rows` has the answers that were given. */
function shownQuestion(memberId: number, game: GameRow["game"], rows: AnswerRow[]): ShownQuestion {
  const [{ round }] = rows as [AnswerRow];
  const given = rows.flatMap((row) => row.given ?? []);
  const isOver = given.length === 2;
  const answerOf = (player: number) =>
    isOver || player === memberId ? (given.find((each) => each.memberId === player)?.answer ?? null) : null;
  const first = isOver ? given.find(({ hasPoint }) => hasPoint) : undefined;
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
  };
}

/** The statement that tells both players of a change, for the batch that makes it. */
function tell(gameId: string, when: SQL) {
  return db.run(sql`
    insert into outbox (recipient_id, kind, reference, created_at)
    select member.id, 'game', trivia_game.id, ${Date.now()}
    from trivia_game join member on member.id in (${player1Id}, ${player2Id})
    where trivia_game.id = ${gameId} and ${when}`);
}

function wakeBoth(game: ShownGame) {
  wake([Number(game.player1Id), Number(game.player2Id)]);
}

function shuffled<Item>(items: Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(Math.random() * left.length), 1));
}
