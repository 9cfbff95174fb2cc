// Trivia games in the model: challenges, answers and ends, and what each player reads of them.
import { ROUNDS } from "~/models/trivia/trivia";
import type { Model } from "./model";
import { isConnected, openOf, type Pair, Refused, type Who } from "./pair";

/** A game. Its questions are dealt by chance, so an answer is right or wrong. */
export type Game = {
  id: string;
  by: Who;
  of: Who;
  rematchOf?: string;
  createdAt: number;
  movedAt: number;
  isAccepted: boolean;
  /** The challenge is gone for the challenged member alone. */
  isDismissed: boolean;
  ending?: "played" | "resigned" | "claimed" | "declined" | "withdrawn" | "ended";
  winner?: Who;
  /** The answers of each round that was reached, in the order they came. */
  rounds: { who: Who; isRight: boolean }[][];
};

const DAY = 86_400_000;
const CLAIM_DAYS = 7;

export function challenge(model: Model, me: Who, you: Who, id: string, now: number) {
  if (me === you) throw new Refused("invalid");
  const existing = model.games.find((game) => game.id === id);
  if (existing && !canSee(model, me, existing)) throw new Refused("absent");
  if (!existing) open(model, me, you, { id }, now);
}

export function rematch(model: Model, me: Who, id: string, now: number) {
  const game = find(model, me, id);
  if (statusOf(model, game) !== "completed") throw new Refused("conflict");
  const existing = rematchOf(model, game);
  if (existing && canSee(model, me, existing)) return;
  if (existing) throw new Refused("absent");
  open(model, me, opponentOf(game, me), { id: `rematch of ${game.id}`, rematchOf: game.id }, now);
}

export function acceptGame(model: Model, me: Who, id: string, now: number) {
  const game = find(model, me, id);
  if (statusOf(model, game) === "completed") throw new Refused("conflict");
  if (game.isAccepted) return;
  if (game.by === me) throw new Refused("forbidden");
  Object.assign(game, { isAccepted: true, movedAt: now });
  notifyOpponent(model, me, game, now);
}

/** The game that a step is about and the round that it answers: the current one, or the one before or after it. */
export type GameAims = { game: string; round: number };

export function aimAtGames(
  model: Model,
  { who, whom, number }: { who: Who; whom: Who; number: number },
): GameAims {
  const game = newestOf(model, who, whom);
  const round = game?.rounds.length ?? 1;
  const other = round > 1 ? round - 1 : round + 1;
  return { game: game?.id ?? `${who} ${whom} ${number}`, round: number < 4 ? round : other };
}

export function answer(
  model: Model,
  me: Who,
  id: string,
  { round: number, isRight }: { round: number; isRight: boolean },
  now: number,
) {
  const game = find(model, me, id);
  const round = currentOf(game);
  const isOpen = statusOf(model, game) !== "completed" && number === game.rounds.length;
  if (!isOpen || hasAnswered(game, me)) throw new Refused("conflict");
  round.push({ who: me, isRight });
  game.movedAt = now;
  if (game.of === me) game.isAccepted = true;
  if (round.length === 2 && game.rounds.length < ROUNDS) game.rounds.push([]);
  else if (round.length === 2) finish(game);
  notifyOpponent(model, me, game, now);
}

export function resign(model: Model, me: Who, id: string, now: number) {
  const game = find(model, me, id);
  if (statusOf(model, game) === "completed") throw new Refused("conflict");
  if (game.isAccepted) Object.assign(game, { ending: "resigned", winner: opponentOf(game, me) });
  else game.ending = game.of === me ? "declined" : "withdrawn";
  game.movedAt = now;
  notifyOpponent(model, me, game, now);
}

export function claim(model: Model, me: Who, id: string, now: number) {
  const game = find(model, me, id);
  const isWaiting = hasAnswered(game, me) && !hasAnswered(game, opponentOf(game, me));
  if (statusOf(model, game) === "completed" || !isWaiting || game.movedAt > now - CLAIM_DAYS * DAY)
    throw new Refused("conflict");
  Object.assign(game, { ending: "claimed", winner: me, movedAt: now });
  notifyOpponent(model, me, game, now);
}

export function openGame(model: Model, me: Who, id: string) {
  model.markRead(me, find(model, me, id));
}

/** What the end between two members makes of their open games, while they still share what ends. */
export function endGames(model: Model, pair: Pair, me: Who) {
  for (const game of model.games) {
    if (game.ending || !isOf(game, pair)) continue;
    if (game.isAccepted || isConnected(pair)) game.ending = "ended";
    else if (game.by === me) game.ending = "withdrawn";
    else game.isDismissed = true;
  }
}

/** What a sanction makes of a member's open games: strangers find their challenges no more. */
export function hideGames(model: Model, pair: Pair, me: Who) {
  for (const game of model.games) {
    if (game.ending || !isOf(game, pair)) continue;
    if (game.isAccepted || isConnected(pair)) game.ending = "ended";
    else if (game.by === me) game.isDismissed = true;
  }
}

/** What a member reads of all their games, and who waits for their move. */
export function viewGames(model: Model, me: Who) {
  const toMove = goingOf(model, me).filter((game) => !hasAnswered(game, me));
  return {
    games: model.games
      .filter((game) => canSee(model, me, game))
      .map((game) => describe(model, me, game))
      .sort(),
    toMove: toMove.map((game) => model.member(opponentOf(game, me)).name).sort(),
  };
}

/** The games that go on with a member's knowledge, as the open page of one shows it without being asked again. */
export function goingGames(model: Model, me: Who): string[] {
  return goingOf(model, me).map((game) => describe(model, me, game));
}

function goingOf(model: Model, me: Who): Game[] {
  return model.games.filter(
    (game) => canSee(model, me, game) && isTold(model, me, game) && statusOf(model, game) !== "completed",
  );
}

/** Whether a member sees a game with the other. */
export function hasGameWith(model: Model, me: Who, you: Who): boolean {
  return model.games.some((game) => [game.by, game.of].includes(you) && canSee(model, me, game));
}

/** What a member's notification about a game says; undefined if they don't see it. */
export function describeGame(model: Model, me: Who, game: Game): string | undefined {
  const { name } = model.member(opponentOf(game, me));
  if (!canSee(model, me, game) || !isTold(model, me, game)) return undefined;
  if (!isCurrent(model, me, game) || game.ending === "withdrawn") return undefined;
  if (game.ending === "declined")
    return game.by === me
      ? `${name} declined your trivia challenge.`
      : `You declined ${name}'s trivia challenge.`;
  if (game.ending && game.winner === undefined) return `You and ${name} tied at trivia.`;
  if (game.ending) return game.winner === me ? `You beat ${name} at trivia.` : `${name} beat you at trivia.`;
  if (hasAnswered(game, me)) return `Waiting for ${name} in trivia.`;
  if (!game.isAccepted && game.of === me) return `${name} challenged you to trivia.`;
  return `Your move against ${name}.`;
}

function open(model: Model, me: Who, you: Who, identity: { id: string; rematchOf?: string }, now: number) {
  const pair = model.pair(me, you);
  if (!model.canSee(me, you) || pair.decisions[me]?.liked === false) throw new Refused("absent");
  if (openOf(pair)?.closedBy !== undefined) throw new Refused("forbidden");
  const isOpen = (game: Game) =>
    isOf(game, pair) && statusOf(model, game) === "waiting" && canSee(model, me, game);
  if (model.games.some(isOpen)) throw new Refused("conflict");
  const isDeclined = pair.conversations.some(
    ({ startedBy, declinedAt, hiddenAt }) => startedBy === me && (declinedAt ?? hiddenAt) !== undefined,
  );
  const isDismissed = isDeclined && !isConnected(pair);
  const game: Game = {
    ...identity,
    by: me,
    of: you,
    createdAt: now,
    movedAt: now,
    isAccepted: false,
    isDismissed,
    rounds: [[]],
  };
  model.games.push(game);
  notifyOpponent(model, me, game, now);
}

function finish(game: Game) {
  game.ending = "played";
  const ahead = score(game, game.by) - score(game, game.of);
  if (ahead) game.winner = ahead > 0 ? game.by : game.of;
}

function notifyOpponent(model: Model, me: Who, game: Game, now: number) {
  const you = opponentOf(game, me);
  if (!canSee(model, you, game) || !isTold(model, you, game)) return;
  if (game.ending || !hasAnswered(game, you))
    model.notify({ to: you, kind: "game", about: game, at: now, isRead: false });
}

/** The game of two members that a step is about: an open one if there is any, and the newest. */
function newestOf(model: Model, me: Who, you: Who): Game | undefined {
  const isNewer = (one: Game, two: Game) =>
    Number(!!one.ending) - Number(!!two.ending) ||
    two.createdAt - one.createdAt ||
    one.by - two.by ||
    Number(!!one.rematchOf) - Number(!!two.rematchOf);
  return model.games
    .filter((game) => me !== you && [game.by, game.of].includes(me) && [game.by, game.of].includes(you))
    .sort(isNewer)[0];
}

function find(model: Model, me: Who, id: string): Game {
  const game = model.games.find((each) => each.id === id);
  if (!game || !canSee(model, me, game)) throw new Refused("absent");
  return game;
}

/** Players see their games, but challenges only of those they see, and by those they have not turned away from. */
function canSee(model: Model, me: Who, game: Game): boolean {
  if (game.by !== me && game.of !== me) return false;
  const pair = model.pair(game.by, game.of);
  if (game.ending === "withdrawn") return game.by === me || isConnected(pair);
  if (game.isAccepted || game.ending) return true;
  if (game.by === me) return model.isGone(game.of) || model.canSee(me, game.of);
  const open = openOf(pair);
  const hasAsked = open?.startedBy === me && open.acceptedAt === undefined;
  if (hasAsked && model.isUnlisted(game.by)) return false;
  return !game.isDismissed && pair.decisions[me]?.liked !== false && !model.isGone(game.by);
}

/** Nobody hears of the challenge of a stranger. */
function isTold(model: Model, me: Who, game: Game): boolean {
  return game.isAccepted || !!game.ending || game.by === me || isConnected(model.pair(game.by, game.of));
}

/** Whether the players play each other, or a member sees the one they have played. */
function isCurrent(model: Model, me: Who, game: Game): boolean {
  if (game.ending === "ended") return false;
  const status = statusOf(model, game);
  if (status === "completed" && !game.ending) return false;
  return status === "active" || model.canSee(me, opponentOf(game, me));
}

function statusOf(model: Model, game: Game): "waiting" | "active" | "completed" {
  if (game.ending || model.isGone(game.by) || model.isGone(game.of)) return "completed";
  return game.isAccepted ? "active" : "waiting";
}

function describe(model: Model, me: Who, game: Game): string {
  const status = statusOf(model, game);
  const names = (list: Who[]) => list.map((who) => model.member(who).name).join(" and ") || "nobody";
  const publicName = (who: Who) => (model.isGone(who) ? "Former member" : model.member(who).name);
  const toMove = status === "completed" ? [] : [game.by, game.of].filter((who) => !hasAnswered(game, who));
  const rounds = game.rounds.map((round) => {
    const isOver = round.length === 2;
    const shown = (who: Who) => {
      const given = isOver || who === me ? round.find((each) => each.who === who) : undefined;
      return given ? (given.isRight ? "right" : "wrong") : "-";
    };
    const point = isOver ? pointOf(round) : undefined;
    return `${shown(game.by)}/${shown(game.of)} ${isOver ? "open" : "hidden"}, point to ${names(point ?? [])}`;
  });
  return [
    `${publicName(game.by)} to ${publicName(game.of)}`,
    `${status} ${game.ending ?? (status === "completed" ? "ended" : "")}`,
    `${score(game, game.by)}:${score(game, game.of)} in round ${game.rounds.length} of ${ROUNDS}`,
    `${names(toMove)} to move, ${names(game.winner === undefined ? [] : [game.winner])} won`,
    `${rematchOf(model, game) ? "with" : "without"} rematch`,
    status === "completed" && isCurrent(model, me, game) ? "may ask for one" : "",
    new Date(game.movedAt).toISOString(),
    ...rounds,
  ].join("; ");
}

function rematchOf(model: Model, game: Game): Game | undefined {
  return model.games.find(({ rematchOf }) => rematchOf === game.id);
}

function score({ rounds }: Game, who: Who): number {
  return rounds.filter((round) => round.length === 2 && pointOf(round)?.includes(who)).length;
}

/** Who has the point of a round: the first with a right answer. */
function pointOf(round: Game["rounds"][number]): Who[] | undefined {
  const first = round.find(({ isRight }) => isRight);
  return first && [first.who];
}

function currentOf({ rounds }: Game): Game["rounds"][number] {
  return rounds.at(-1) ?? [];
}

function hasAnswered(game: Game, who: Who): boolean {
  return currentOf(game).some((each) => each.who === who);
}

function opponentOf({ by, of }: Game, me: Who): Who {
  return by + of - me;
}

export function isOf({ by, of }: Game, { low, high }: Pair): boolean {
  return Math.min(by, of) === low && Math.max(by, of) === high;
}
