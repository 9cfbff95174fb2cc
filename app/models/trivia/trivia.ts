// A game of trivia for two: its rounds, whose move it is, and the words for where it stands. Without schemas.

export const ROUNDS = 5;
/** After how many days without a move the player who waits may claim the game. */
export const CLAIM_DAYS = 7;
export const CATEGORIES = ["artist", "year", "genre", "album"] as const;
export const DIFFICULTIES = ["easy", "medium", "hard"] as const;

export type Category = (typeof CATEGORIES)[number];
export type Difficulty = (typeof DIFFICULTIES)[number];
type GameStatus = "waiting" | "active" | "completed";
/** All rounds played; given up; claimed after days of silence; turned down; taken back before it was accepted. */
type GameEnding = "played" | "resigned" | "claimed" | "declined" | "withdrawn";

type Player = { id: string; firstName: string; profileImageUrl: string | null };

/** A game as lists show it. */
export type ShownGame = {
  id: string;
  player1Id: string;
  player2Id: string;
  player1: Player;
  player2: Player;
  /** Points of the rounds that both have answered. */
  player1Score: number;
  player2Score: number;
  currentRound: number;
  totalRounds: number;
  status: GameStatus;
  ending: GameEnding | null;
  winnerId: string | null;
  /** Who has yet to answer the current round; nobody once the game is over. */
  toMove: string[];
  /** The game that was begun from this one. */
  rematchId: string | null;
  movedAt: string;
  createdAt: string;
};

/**
 * A question as one of the players may see it: until both have answered there is no correct answer, and of the answers
 * only one's own.
 */
export type ShownQuestion = {
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
  /** Who was the first to be right. */
  pointTo: string | null;
};

/** A game with its questions in the order of rounds. */
export type GameDetail = ShownGame & { questions: ShownQuestion[] };

/** Where a page of the list of games ended. */
export type GameCursor = { isOver: boolean; at: number; id: string };

export const triviaWords = {
  created: (name: string) => ({ title: "Game Created!", description: `It is on ${name} to accept.` }),
  answered: { title: "Answer Submitted!", description: "Waiting for your opponent..." },
  roundOver: { title: "Answer Submitted!", description: "Both of you have answered." },
  accepted: { title: "Challenge accepted", description: "The first right answer gets the point." },
  resigned: { title: "Game over", description: "You have resigned." },
  declined: { title: "Challenge declined" },
  withdrawn: { title: "Challenge withdrawn" },
  claimed: { title: "The game is yours" },
};

/** What is said above the reason when a game is not made. */
export const triviaTrouble = "Failed to create trivia game";

/** Where a game is opened. */
export function gameAddress(id: string): string {
  return `/trivia/${encodeURIComponent(id)}`;
}

/** Where somebody is challenged. */
export function challengeAddress(memberId: string): string {
  return `/trivia/new?with=${memberId}`;
}

/** The words of a game's status, and the colour of their badge. */
export function statusBadge(status: string): { words: string; tone: "yellow" | "green" | "quiet" } {
  if (status === "waiting") return { words: "Waiting for opponent", tone: "yellow" };
  if (status === "active") return { words: "In Progress", tone: "green" };
  return { words: status === "completed" ? "Completed" : "Unknown", tone: "quiet" };
}

/** A game from the side of one of its players. */
export function sidesOf(game: ShownGame, viewerId: string) {
  const isFirst = game.player1Id === viewerId;
  return {
    opponent: isFirst ? game.player2 : game.player1,
    ownScore: isFirst ? game.player1Score : game.player2Score,
    opponentScore: isFirst ? game.player2Score : game.player1Score,
    /** The names of what one has answered and what the other has. */
    own: isFirst ? ("player1Answer" as const) : ("player2Answer" as const),
    theirs: isFirst ? ("player2Answer" as const) : ("player1Answer" as const),
  };
}

/** What a game asks of one of its players. */
export type Standing =
  /** Somebody else has begun it: accept, decline, or answer at once. */
  | "challenged"
  | "to-answer"
  /** One's own answer is in, the other's is not. */
  | "waiting"
  /** The current round has no question. */
  | "no-question"
  | "over";

export function standingOf(game: GameDetail, viewerId: string): Standing {
  if (game.status === "completed") return "over";
  if (!currentQuestion(game)) return "no-question";
  if (!game.toMove.includes(viewerId)) return "waiting";
  return game.status === "waiting" && viewerId === game.player2Id ? "challenged" : "to-answer";
}

/** The question of the current round, while the game goes on. */
export function currentQuestion(game: GameDetail): ShownQuestion | undefined {
  if (game.status === "completed") return undefined;
  return game.questions.find(({ roundNumber }) => roundNumber === game.currentRound);
}

/** The round that both have answered last. */
export function roundJustPlayed(game: GameDetail): ShownQuestion | undefined {
  return game.questions.filter(({ correctAnswer }) => correctAnswer !== null).at(-1);
}

/** How many rounds both have answered. */
export function roundsPlayed(game: ShownGame): number {
  return game.ending === "played" ? game.totalRounds : game.currentRound - 1;
}

/** Only what a screen shows: no question of a round that is still to come. */
export function untilNow(game: GameDetail): GameDetail {
  return { ...game, questions: game.questions.filter((round) => round.roundNumber <= game.currentRound) };
}

/** Whether a player waits for the other, and has for so long that the game can be claimed. */
export function mayClaim(game: ShownGame, viewerId: string, now: number): boolean {
  const isWaiting = game.toMove.length === 1 && game.toMove[0] !== viewerId;
  return isWaiting && claimableAt(game) <= now;
}

/** From when on the one who waits may claim the game, in milliseconds. */
export function claimableAt(game: ShownGame): number {
  return Date.parse(game.movedAt) + CLAIM_DAYS * 24 * 60 * 60 * 1000;
}

/** How a game ended for one of its players: a heading, and where all was not played a sentence of how. */
export function endingWords(game: ShownGame, viewerId: string): { title: string; how?: string } {
  const { opponent } = sidesOf(game, viewerId);
  const isFirst = game.player1Id === viewerId;
  if (game.ending === "declined")
    return { title: "No game", how: `${isFirst ? `${opponent.firstName} has` : "You have"} declined.` };
  if (game.ending === "withdrawn")
    return {
      title: "No game",
      how: `${isFirst ? "You have" : `${opponent.firstName} has`} taken the challenge back.`,
    };
  const hasWon = game.winnerId === viewerId;
  const title =
    game.winnerId === null ? "It's a draw!" : hasWon ? "Congratulations! You won!" : "Better luck next time!";
  if (game.ending === "resigned")
    return { title, how: `${hasWon ? `${opponent.firstName} has` : "You have"} resigned.` };
  if (game.ending === "claimed") {
    const who = hasWon ? `${opponent.firstName} made` : "You made";
    return { title, how: `${who} no move for ${CLAIM_DAYS} days.` };
  }
  return { title };
}

/** Where a game stands, in one line of a list. */
export function gameLine(game: ShownGame, viewerId: string): string {
  const { opponent } = sidesOf(game, viewerId);
  if (game.status === "completed") {
    const { title, how } = endingWords(game, viewerId);
    const winner = game.winnerId === viewerId ? "You" : opponent.firstName;
    const result =
      game.winnerId !== null ? `Winner: ${winner}.` : game.ending === "played" ? title : undefined;
    return [result, how].filter(Boolean).join(" ");
  }
  if (!game.toMove.includes(viewerId)) return `Waiting for ${opponent.firstName}`;
  if (game.status === "waiting" && game.player2Id === viewerId)
    return `${opponent.firstName} has challenged you`;
  return game.toMove.length === 1 ? `${opponent.firstName} has answered: your move` : "Your move";
}

/** The letter of an option: A, B, C... */
export function optionLetter(place: number): string {
  return String.fromCharCode(65 + place);
}

/** The game with an answer that is on its way, from the fields of its form. */
export function gameAfter(game: GameDetail, viewerId: string, sent: Record<string, unknown>): GameDetail {
  const { own } = sidesOf(game, viewerId);
  const current = currentQuestion(game);
  if (!current || current.id !== sent.questionId || !game.toMove.includes(viewerId)) return game;
  const answered = { ...current, [own]: String(sent.answer) };
  return {
    ...game,
    toMove: game.toMove.filter((id) => id !== viewerId),
    questions: game.questions.map((round) => (round === current ? answered : round)),
  };
}

/** The words for giving a game up, by who does it when; undefined once it is over. */
export function givingUp(game: ShownGame, viewerId: string) {
  const { opponent } = sidesOf(game, viewerId);
  if (game.status === "completed") return undefined;
  if (game.status === "active")
    return {
      title: "Resign",
      question: `Are you sure you want to resign? ${opponent.firstName} wins this game.`,
      button: "Resign",
    };
  if (game.player2Id === viewerId)
    return {
      title: "Decline",
      question: `Are you sure you want to decline ${opponent.firstName}'s challenge?`,
      button: "Decline",
    };
  return {
    title: "Withdraw",
    question: `Are you sure you want to take back your challenge to ${opponent.firstName}?`,
    button: "Withdraw",
  };
}
