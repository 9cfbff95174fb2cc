// A trivia game for two: its rounds, whose move it is, and its texts.
import { DAY_MS } from "~/durations";
import { type Message, msg, t } from "~/language/text";
import type { ListedMember } from "~/models/public-member";

export const ROUNDS = 5;
/** The days without a move after which the waiting player can claim the game. */
export const CLAIM_DAYS = 7;

/** The refusal of an answer that isn't offered. */
export const CHOOSE_ANSWER = msg("Choose one of the answers");
export const CATEGORIES = ["artist", "year", "genre", "album"] as const;
export const DIFFICULTIES = ["easy", "medium", "hard"] as const;

export const categoryNames: Record<Category, Message> = {
  artist: msg("artist"),
  year: msg("year"),
  genre: msg("genre"),
  album: msg("album"),
};
export const difficultyNames: Record<Difficulty, Message> = {
  easy: msg("easy"),
  medium: msg("medium"),
  hard: msg("hard"),
};

export type Category = (typeof CATEGORIES)[number];
export type Difficulty = (typeof DIFFICULTIES)[number];
type GameStatus = "waiting" | "active" | "completed";
/**
 * How a game ended: a challenge that was never accepted is declined or withdrawn; `ended` has no result, because the two are no
 * longer connected or one is gone.
 */
type GameEnding = "played" | "resigned" | "claimed" | "declined" | "withdrawn" | "ended";

type Player = { id: string } & ListedMember;

/** A game as lists and the API show it. */
export type GameDto = {
  id: string;
  player1Id: string;
  player2Id: string;
  player1: Player;
  player2: Player;
  /** The points of the rounds that both have answered. */
  player1Score: number;
  player2Score: number;
  currentRound: number;
  totalRounds: number;
  status: GameStatus;
  ending: GameEnding | null;
  winnerId: string | null;
  /** The players who have not answered the current round; empty once the game is over. */
  toMove: string[];
  /** The game waits for the viewer's move; a stranger's challenge doesn't count. */
  yourTurn: boolean;
  /** The rematch of this game. */
  rematchId: string | null;
  /** Whether the game is over and the viewer can challenge the opponent again. */
  canRematch: boolean;
  movedAt: string;
  createdAt: string;
};

/** A question as a player may see it: until both have answered, without the correct answer and the opponent's answer. */
export type QuestionDto = {
  id: string;
  gameId: string;
  roundNumber: number;
  question: string;
  options: string[];
  category: Category;
  difficulty: Difficulty;
  correctAnswer: string | null;
  player1Answer: string | null;
  player2Answer: string | null;
  /** The player with the first correct answer. */
  pointTo: string | null;
  /** The URL that plays the song of a question that the player has yet to answer, if there is one. */
  clipUrl?: string;
};

/** A question of a round that has not been reached. */
export type HiddenQuestionDto = Pick<QuestionDto, "id" | "gameId" | "roundNumber">;

/** A game with the questions of the rounds that have been reached, in order. */
export type GameDetail = GameDto & { questions: QuestionDto[] };

export const triviaMessages = {
  created: { title: msg("Game Created!") },
  accepted: {
    title: msg("Challenge accepted"),
    description: msg("The first correct answer gets the point."),
  },
  resigned: { title: msg("Game over"), description: msg("You resigned.") },
  declined: { title: msg("Challenge declined") },
  withdrawn: { title: msg("Challenge withdrawn") },
  claimed: { title: msg("Game claimed"), description: msg("You won.") },
};

/** The title of a refused challenge. */
export const triviaErrorTitle = msg("Failed to create trivia game");

/** The badge of a game's status, as the viewer reads it. */
export function statusBadge(
  game: Pick<GameDto, "player2Id" | "toMove" | "yourTurn"> & { status: string },
  viewerId: string,
): { label: string; tone: "yellow" | "green" | "quiet" } {
  const { status, yourTurn } = game;
  if (isFromStranger(game, viewerId)) return { label: t("Challenge", { as: "noun" }), tone: "quiet" };
  const isOpen = status === "waiting" || status === "active";
  if (isOpen && yourTurn) return { label: t("Your turn"), tone: "yellow" };
  if (status === "waiting") return { label: t("Waiting for opponent"), tone: "yellow" };
  if (status === "active") return { label: t("In Progress"), tone: "green" };
  return { label: status === "completed" ? t("Completed") : t("Unknown"), tone: "quiet" };
}

/** True for a challenge from somebody whom the viewer neither matches nor talks with. */
export function isFromStranger(
  {
    status,
    player2Id,
    toMove,
    yourTurn,
  }: Pick<GameDto, "player2Id" | "toMove" | "yourTurn"> & { status: string },
  viewerId: string,
): boolean {
  return status === "waiting" && player2Id === viewerId && toMove.includes(viewerId) && !yourTurn;
}

/** A game from the perspective of one of its players. */
export function getPlayers(game: GameDto, viewerId: string) {
  const isFirst = game.player1Id === viewerId;
  return {
    opponent: isFirst ? game.player2 : game.player1,
    ownScore: isFirst ? game.player1Score : game.player2Score,
    opponentScore: isFirst ? game.player2Score : game.player1Score,
    /** The names of the fields with the player's and the opponent's answer. */
    own: isFirst ? ("player1Answer" as const) : ("player2Answer" as const),
    theirs: isFirst ? ("player2Answer" as const) : ("player1Answer" as const),
  };
}

/** What a game expects from one of its players. */
export type PlayerStatus =
  /** To accept, decline, or answer right away. */
  | "challenged"
  | "to-answer"
  /** The opponent has yet to answer. */
  | "waiting"
  /** The current round has no question. */
  | "no-question"
  | "over";

export function playerStatusFor(game: GameDetail, viewerId: string): PlayerStatus {
  if (game.status === "completed") return "over";
  if (!currentQuestion(game)) return "no-question";
  if (!game.toMove.includes(viewerId)) return "waiting";
  return game.status === "waiting" && viewerId === game.player2Id ? "challenged" : "to-answer";
}

/** The question of the current round; undefined once the game is over. */
export function currentQuestion(game: GameDetail): QuestionDto | undefined {
  if (game.status === "completed") return undefined;
  return game.questions.find(({ roundNumber }) => roundNumber === game.currentRound);
}

/** The last round that both have answered. */
export function roundJustPlayed(game: GameDetail): QuestionDto | undefined {
  return game.questions.filter(({ correctAnswer }) => correctAnswer !== null).at(-1);
}

/** How many rounds both have answered. */
export function roundsPlayed(game: GameDto): number {
  return game.ending === "played" ? game.totalRounds : game.currentRound - 1;
}

/** Whether a player has waited for the opponent long enough to claim the game. */
export function canClaim(game: GameDto, viewerId: string, now: number): boolean {
  const isWaiting = game.toMove.length === 1 && game.toMove[0] !== viewerId;
  return isWaiting && claimableAt(game) <= now;
}

/** When the waiting player can claim the game, in milliseconds. */
export function claimableAt(game: GameDto): number {
  return Date.parse(game.movedAt) + CLAIM_DAYS * DAY_MS;
}

/** What the players of a finished game can do next: talk, possibly in a new conversation, or else meet. */
export type AfterGame = { canTalk: boolean; conversationId?: string };

/** True for games that are over and have a result. */
export function wasPlayed({ ending }: GameDto): boolean {
  return ending === "played" || ending === "resigned" || ending === "claimed";
}

/** How a game ended for one of its players: a title, and a sentence if it was not played to the end. */
export function describeEnding(game: GameDto, viewerId: string): { title: string; how?: string } {
  const name = getPlayers(game, viewerId).opponent.firstName;
  const isFirst = game.player1Id === viewerId;
  if (game.ending === "ended") return { title: t("No result"), how: t("This game has ended.") };
  if (game.ending === "declined")
    return {
      title: t("No game"),
      how: isFirst ? t("{name} declined.", { name }) : t("You declined."),
    };
  if (game.ending === "withdrawn")
    return {
      title: t("No game"),
      how: isFirst ? t("You withdrew the challenge.") : t("{name} withdrew the challenge.", { name }),
    };
  const hasWon = game.winnerId === viewerId;
  const title =
    game.winnerId === null
      ? t("It's a draw!")
      : hasWon
        ? t("Congratulations! You won!")
        : t("Better luck next time!");
  if (game.ending === "resigned")
    return { title, how: hasWon ? t("{name} resigned.", { name }) : t("You resigned.") };
  if (game.ending === "claimed") {
    return {
      title,
      how: hasWon
        ? t("{name} didn't move for {days} days.", { name, days: CLAIM_DAYS })
        : t("You didn't move for {days} days.", { days: CLAIM_DAYS }),
    };
  }
  return { title };
}

/** The state of a game in one line. */
export function gameLine(game: GameDto, viewerId: string): string {
  const name = getPlayers(game, viewerId).opponent.firstName;
  if (game.status === "completed") {
    const { title, how } = describeEnding(game, viewerId);
    const winner = game.winnerId === viewerId ? t("You won.") : t("{name} won.", { name });
    const result = game.winnerId !== null ? winner : game.ending === "played" ? title : undefined;
    return [result, how].filter(Boolean).join(" ");
  }
  if (!game.toMove.includes(viewerId)) return t("Waiting for {name}", { name });
  if (game.status === "waiting")
    return game.player2Id === viewerId
      ? t("{name} challenged you", { name })
      : t("{name} hasn't accepted yet. You can start.", { name });
  return game.toMove.length === 1 ? t("{name} answered. Your move.", { name }) : t("Your move");
}

/** The state of a game in one line below its badge, without what the badge says; undefined if nothing is left. */
export function lineBelowBadge(game: GameDto, viewerId: string): string | undefined {
  const isWaiting = game.status === "waiting" && game.player1Id === viewerId && !game.yourTurn;
  if (isWaiting) return undefined;
  if (game.status !== "active" || !game.yourTurn) return gameLine(game, viewerId);
  return game.toMove.length === 1
    ? t("{name} answered.", { name: getPlayers(game, viewerId).opponent.firstName })
    : undefined;
}

/** The letter of an option: A, B, C... */
export function optionLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

/** The game with an answer that is being sent, from the fields of its form. */
export function gameAfter(game: GameDetail, viewerId: string, sent: Record<string, unknown>): GameDetail {
  const { own } = getPlayers(game, viewerId);
  const current = currentQuestion(game);
  if (!current || current.id !== sent.questionId || !game.toMove.includes(viewerId)) return game;
  const answered = { ...current, [own]: String(sent.answer) };
  return {
    ...game,
    toMove: game.toMove.filter((id) => id !== viewerId),
    yourTurn: false,
    questions: game.questions.map((round) => (round === current ? answered : round)),
  };
}

/** The question before a player resigns, declines or withdraws; undefined once the game is over. */
export function resignWarning(game: GameDto, viewerId: string) {
  const { opponent } = getPlayers(game, viewerId);
  if (game.status === "completed") return undefined;
  if (game.status === "active")
    return {
      title: t("Resign"),
      question: t("Are you sure you want to resign? {name} wins this game.", {
        name: opponent.firstName,
      }),
      button: t("Resign"),
    };
  if (game.player2Id === viewerId)
    return {
      title: t("Decline"),
      question: t("Are you sure you want to decline {name}'s challenge?", {
        name: opponent.firstName,
      }),
      button: t("Decline"),
    };
  return {
    title: t("Withdraw"),
    question: t("Are you sure you want to withdraw your challenge to {name}?", {
      name: opponent.firstName,
    }),
    button: t("Withdraw"),
  };
}
