import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, outbox, triviaGame, triviaQuestion, triviaSeen } from "db/schema";
import { and, asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listTurns } from "~/actions/home/your-turn.server";
import { getCounts } from "~/http/counts.server";
import { artistKey } from "~/matching/artist-key";
import { CURRENT_BUFFER } from "~/matching/weights";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { decideOn, undoDecision, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { savePreferences } from "~/models/music/preferences.server";
import { listNotifications } from "~/models/notification/notification.server";
import { blockMember, unblockMember } from "~/models/safety/block.server";
import { addGame, addRematch } from "~/models/trivia/new-game.server";
import { acceptGame, addQuestion, answerQuestion, claimGame, resignGame } from "~/models/trivia/play.server";
import { countRight, PRACTICE_PATH } from "~/models/trivia/practice";
import { readPractice, startPractice } from "~/models/trivia/practice.server";
import { questionBank } from "~/models/trivia/question-bank.server";
import {
  canClaim,
  claimableAt,
  currentQuestion,
  describeEnding,
  type GameDetail,
  gameAfter,
  gameLine,
  lineBelowBadge,
  playerStatusFor,
  roundJustPlayed,
  statusBadge,
} from "~/models/trivia/trivia";
import { getGame, listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-schema";
import { Refusal } from "~/refusal";
import { addNewcomer, makeMatch } from "../../cast";
import { changeRows, countRows, deleteRows, rowsOf } from "../../rows";

const WEEK = 7 * 24 * 60 * 60 * 1000;
const rightAnswers = new Map(questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]));

let ada: Member;
let ben: Member;

beforeAll(async () => {
  [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
});

/** Two members have one open challenge at a time. */
const dropChallenges = () => deleteRows(triviaGame, { status: "waiting" });

beforeEach(dropChallenges);

function begin(one = ada, other = ben): Promise<GameDetail> {
  return addGame(one.id, { player2Id: other.id });
}

/** Begins a game that the other has accepted. */
async function start(one = ada, other = ben): Promise<GameDetail> {
  const game = await begin(one, other);
  await acceptGame(other.id, game.id);
  return game;
}

/** An answer to the current round, right or wrong. */
function answerTo(game: GameDetail, isRight: boolean) {
  const round = currentQuestion(game);
  if (!round) throw new Error("No round");
  const right = rightAnswers.get(round.question);
  const answer = round.options.find((option) => (option === right) === isRight) ?? "";
  return { questionId: round.id, answer };
}

/** Plays rounds out, each as "right" of the first and the second player. */
async function play(game: GameDetail, rounds: [boolean, boolean][]): Promise<GameDetail> {
  let now = game;
  for (const [first, second] of rounds) {
    const round = now;
    await answerQuestion(Number(game.player1Id), game.id, answerTo(round, first));
    now = await answerQuestion(Number(game.player2Id), game.id, answerTo(round, second));
  }
  return now;
}

async function refused(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error.code;
}

const SHARED = ["Radiohead", "Björk", "Pixies"];
const sharedKeys = SHARED.map(artistKey);
const aboutShared = new Set(
  questionBank
    .filter((each) => each.artistKeys.some((key) => sharedKeys.includes(key)))
    .map(({ question }) => question),
);

async function addListener(firstName: string, topArtists: string[]): Promise<Member> {
  const listener = await addNewcomer(firstName);
  await savePreferences(listener.id, {
    ...{ topArtists, favoriteGenres: [], totalScrobbles: 0, concertsAttended: 0 },
  });
  return listener;
}

/** All five questions of a game, which its players see one at a time. */
const readDealt = (game: GameDetail) =>
  db
    .select()
    .from(triviaQuestion)
    .where(eq(triviaQuestion.gameId, game.id))
    .orderBy(asc(triviaQuestion.roundNumber));

const movedAt = (id: string, at: number) => changeRows(triviaGame, { id }, { movedAt: new Date(at) });

describe("a new game", () => {
  test("has five questions from the bank, of all categories, easy ones first, with four options each", async () => {
    const game = await begin(await addNewcomer("Cleo"), await addNewcomer("Dan"));
    const dealt = await readDealt(game);
    expect(dealt.map(({ roundNumber }) => roundNumber)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(dealt.map(({ category }) => category)).size).toBe(4);
    const order = dealt.map(({ difficulty }) => ["easy", "medium", "hard"].indexOf(difficulty));
    expect(order).toEqual([...order].sort());
    for (const { question, options } of dealt) {
      const known = questionBank.find((each) => each.question === question);
      expect(options.sort()).toEqual([known?.correctAnswer, ...(known?.others ?? [])].sort());
    }
    expect(game).toMatchObject({ status: "waiting", currentRound: 1, totalRounds: 5, winnerId: null });
  });

  test("puts the correct answer in any of the four positions", async () => {
    const [one, other] = [await addNewcomer("Cleo"), await addNewcomer("Dan")];
    const places = [0, 0, 0, 0];
    for (let i = 0; i < 40; i++) {
      for (const { question, options } of await readDealt(await start(one, other))) {
        const place = options.indexOf(rightAnswers.get(question) ?? "");
        places[place] = (places[place] ?? 0) + 1;
      }
    }
    expect(Math.min(...places)).toBeGreaterThan(20);
  });

  test("asks questions new to both players, or else the ones seen longest ago", async () => {
    const [one, other, third] = [
      await addNewcomer("Cleo"),
      await addNewcomer("Dan"),
      await addNewcomer("Eve"),
    ];
    const dealt: string[][] = [];
    const questionsOf = async (game: GameDetail) => (await readDealt(game)).map(({ question }) => question);
    dealt.push(await questionsOf(await begin(one, third)));
    const rest = Math.floor(questionBank.length / 5) - 1;
    for (let i = 0; i < rest; i++) dealt.push(await questionsOf(await start(one, other)));
    expect(new Set(dealt.flat()).size).toBe(5 * dealt.length);
    const unseen = questionBank
      .map(({ question }) => question)
      .filter((each) => !dealt.flat().includes(each));
    const after = await questionsOf(await begin(one, other));
    for (const question of unseen) expect(after).toContain(question);
    for (const question of after) expect([...unseen, ...(dealt[0] ?? [])]).toContain(question);
  });

  test("asks different questions when ten games are created at once", async () => {
    const one = await addNewcomer("Cleo");
    const others = await Promise.all(Array.from({ length: 10 }, (_, number) => addNewcomer(`Dan ${number}`)));
    const made = await Promise.all(others.map((other) => begin(one, other)));
    const dealt = (await Promise.all(made.map(readDealt))).flat();
    expect(new Set(dealt.map(({ question }) => question)).size).toBe(50);
  });

  test("asks about artists that both list, of those that are new to both", async () => {
    const [one, other] = [
      await addListener("Cleo", SHARED),
      await addListener("Dan", [...SHARED, "Nick Drake"]),
    ];
    await makeMatch(one, other);
    const isShared = ({ question }: { question: string }) => aboutShared.has(question);
    for (const game of [await start(one, other), await start(other, one)])
      expect((await readDealt(game)).filter(isShared)).toHaveLength(5);
    // Fewer than five are left.
    const last = await readDealt(await start(one, other));
    expect(last.filter(isShared)).toHaveLength(aboutShared.size - 10);
    expect(new Set(last.map(({ question }) => question)).size).toBe(5);
    const next = await readDealt(await start(one, other));
    expect(next.filter(isShared)).toEqual([]);
  });

  test("asks about artists that a stranger lists too only if both may know it", async () => {
    const other = await addListener("Dan", SHARED);
    const countShared = async (one: Member) =>
      (await readDealt(await begin(one, other))).filter(({ question }) => aboutShared.has(question)).length;
    expect(await countShared(await addListener("Cleo", SHARED))).toBe(5);
    const byPaused = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const paused = await addListener("Eve", SHARED);
        await setPaused(paused.id, true);
        return countShared(paused);
      }),
    );
    expect(Math.min(...byPaused)).toBeLessThan(5);
  });

  test("is created once per id, and another member can't reuse the id", async () => {
    const input = { id: randomUUID(), player2Id: ben.id };
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => addGame(ada.id, input)));
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set([input.id]));
    expect(made[4]?.questions).toEqual(made[0]?.questions);
    expect(await countRows(triviaQuestion, { gameId: input.id })).toBe(5);
    expect(await refused(addGame(ben.id, { id: input.id, player2Id: ada.id }))).toBe("conflict");
    // The form was submitted before, and then another opponent was chosen on it.
    const cleo = await addNewcomer("Cleo");
    expect(await refused(addGame(ada.id, { id: input.id, player2Id: cleo.id }))).toBe("conflict");
    const isGameEvent = and(eq(outbox.kind, "game"), eq(outbox.reference, input.id));
    expect(await db.$count(outbox, isGameEvent)).toBe(1);
  });

  test("is refused with the player themselves and with missing, paused or blocked members", async () => {
    const [one, other] = [await addNewcomer("Cleo"), await addNewcomer("Dan")];
    expect(await refused(begin(one, one))).toBe("invalid");
    expect(await refused(addGame(one.id, { player2Id: 12345 }))).toBe("absent");
    await changeRows(member, { id: other.id }, { pausedAt: new Date() });
    expect(await refused(begin(one, other))).toBe("absent");
    await changeRows(member, { id: other.id }, { pausedAt: null });
    await blockMember(other.id, one.id);
    expect(await refused(begin(one, other))).toBe("absent");
    expect(await refused(begin(other, one))).toBe("absent");
  });
});

test("two members have one open challenge at a time, whoever makes it", async () => {
  const [one, other] = await strangers();
  const { id } = await begin(one, other);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(await refused(begin(from, to))).toBe("conflict");
  }
  await acceptGame(other.id, id);
  const second = await begin(other, one);
  await resignGame(one.id, second.id);
  await begin(one, other);
});

/** What a member gets of games: the list, notifications, news and counts. */
const receivedBy = async (who: Member) => ({
  games: (await listGames(who.id)).games,
  notifications: (await listNotifications(who.id)).notifications,
  turns: await listTurns(who.id, []),
  unread: (await getCounts(who.id)).notifications,
});
/** The members with events about a game. */
const eventsAbout = async (id: string) =>
  (await rowsOf(outbox, { reference: id })).map(({ recipientId }) => recipientId);
const passOn = (by: Member, whom: Member) => decideOn(by.id, { targetUserId: whom.id, liked: false });
const strangers = async () => [await addNewcomer("Cleo"), await addNewcomer("Dan")] as const;
async function matched() {
  const [one, other] = await strangers();
  for (const player of [one, other]) await changeRows(member, { id: player.id }, { age: 30 });
  await makeMatch(one, other);
  return [one, other] as const;
}

describe("practice", () => {
  const questionsOf = (address: string) =>
    (new URLSearchParams(address.split("?")[1]).get("cards") ?? "")
      .replace(/-.*/, "")
      .split(".")
      .map((card) => questionBank[Number(card)]?.question ?? "");

  const readAt = (memberId: number, address: string) =>
    readPractice(memberId, new URLSearchParams(address.split("?")[1]));

  test("asks about the member's artists first, then about those alike, and nothing twice before all was asked", async () => {
    const [one] = [await addListener("Cleo", SHARED), await addListener("Dan", ["The Fall"])];
    await db.run(sql`insert into alike_artist (buffer, artist_id, other_id, weight)
      select ${sql.raw(CURRENT_BUFFER)}, mine.id, other.id, 1 from artist mine, artist other
      where mine.key = ${artistKey("Radiohead")} and other.key = ${artistKey("The Fall")}`);
    const aboutFall = questionBank.filter(({ artistKeys }) => artistKeys.includes(artistKey("The Fall")));
    const practiced: string[] = [];
    while (practiced.length < questionBank.length - 5)
      practiced.push(...questionsOf(await startPractice(one.id)));
    expect(new Set(practiced).size).toBe(practiced.length);
    // A deal begins with its easy questions.
    const own = practiced.slice(0, aboutShared.size - (aboutShared.size % 5));
    expect(own.filter((question) => !aboutShared.has(question))).toEqual([]);
    const near = [...aboutShared, ...aboutFall.map(({ question }) => question)];
    expect(practiced.slice(0, near.length + 4)).toEqual(expect.arrayContaining(near));
  });

  test("reads from its address only what has been reached, in the same order each time", async () => {
    const address = await startPractice(ada.id);
    const read = (more = "") => readAt(ada.id, `${address}${more}`);
    const practice = await read();
    expect(practice?.rounds.map(({ correctAnswer }) => correctAnswer)).toEqual([null]);
    const [first] = practice?.rounds ?? [];
    const right = rightAnswers.get(first?.question ?? "") ?? "";
    const next = await read(`&${new URLSearchParams({ answer: right })}`);
    expect(next?.rounds).toHaveLength(2);
    expect(next?.rounds[0]).toEqual({ ...first, correctAnswer: right, answer: right });
    expect(next && countRight(next)).toBe(1);
    expect(await read("&answer=Nobody")).toBeUndefined();
  });

  test("reads no cards but those it dealt to the member", async () => {
    const address = await startPractice(ada.id);
    expect(await readAt(ada.id, address)).toBeDefined();
    const [cards = "", proof = ""] = (new URLSearchParams(address.split("?")[1]).get("cards") ?? "").split(
      /-(.*)/,
    );
    const others = cards.split(".").reverse().join(".");
    for (const chosen of ["1.2", "1.2.3.4.5", cards, `${cards}-`, `1.2.3.4.5-${proof}`, `${others}-${proof}`])
      expect(await readAt(ada.id, `${PRACTICE_PATH}?cards=${chosen}&answer=x`), chosen).toBeUndefined();
    expect(await readAt(ben.id, address)).toBeUndefined();
  });

  test("neither deals nor reads the questions of a game that the member plays", async () => {
    const [one, other] = await matched();
    const address = await startPractice(one.id);
    const game = await start(one, other);
    const asked = (await readDealt(game)).map(({ question }) => question);
    // As if everything had been asked once, and these long ago.
    await changeRows(triviaSeen, { memberId: one.id }, { seenAt: new Date(0) });
    for (let deals = 0; deals < 3; deals++)
      for (const question of questionsOf(await startPractice(one.id))) expect(asked).not.toContain(question);
    const [practiced = ""] = questionsOf(address);
    await changeRows(triviaQuestion, { gameId: game.id }, { question: practiced });
    expect(await readAt(one.id, address)).toBeUndefined();
    await resignGame(one.id, game.id);
    expect(await readAt(one.id, address)).toBeDefined();
  });
});

describe("a challenge by a stranger", () => {
  test("waits in the list, with the first name only, and calls nobody", async () => {
    const [one, other] = await strangers();
    await changeRows(member, { id: one.id }, { portraitUrl: "/portraits/cleo.webp" });
    const before = await receivedBy(other);
    const game = await begin(one, other);
    await answerQuestion(one.id, game.id, answerTo(game, true));
    const after = await receivedBy(other);
    expect(after).toEqual({ ...before, games: after.games });
    expect(after.games).toMatchObject([
      {
        id: game.id,
        status: "waiting",
        player1: { firstName: "Cleo", profileImageUrl: null, firstArtist: null },
      },
    ]);
    expect(new Set(await eventsAbout(game.id))).toEqual(new Set([one.id]));
    await resignGame(one.id, game.id);
    expect(await receivedBy(other)).toEqual(before);
    expect(new Set(await eventsAbout(game.id))).toEqual(new Set([one.id]));
  });

  test("calls nobody either when a question is added to it", async () => {
    const [one, other] = await strangers();
    const game = await begin(one, other);
    await deleteRows(triviaQuestion, { gameId: game.id });
    const before = await receivedBy(other);
    const { isNew } = await addQuestion(one.id, {
      ...{
        gameId: game.id,
        roundNumber: 1,
        question: "Who?",
        correctAnswer: "Can",
        options: ["Can", "Neu!"],
      },
      ...{ category: "artist", difficulty: "hard" },
    });
    expect(isNew).toBe(true);
    expect(await receivedBy(other)).toEqual(before);
    expect(new Set(await eventsAbout(game.id))).toEqual(new Set([one.id]));
  });

  test("tells both once it is accepted", async () => {
    const [one, other] = await strangers();
    const game = await begin(one, other);
    await acceptGame(other.id, game.id);
    expect(new Set(await eventsAbout(game.id))).toEqual(new Set([one.id, other.id]));
    await answerQuestion(one.id, game.id, answerTo(game, true));
    expect((await receivedBy(other)).notifications).toMatchObject([{ text: "Your move against Cleo." }]);
  });

  test("is news for a match", async () => {
    const [one, other] = await matched();
    const { id } = await begin(one, other);
    expect(new Set(await eventsAbout(id))).toEqual(new Set([one.id, other.id]));
    expect((await receivedBy(other)).notifications.map(({ text }) => text)).toContain(
      "Cleo challenged you to trivia.",
    );
  });
});

describe("a pass in Discover", () => {
  test("hides the challenges of the other, who notices nothing, until it is undone", async () => {
    const [one, other] = await strangers();
    const game = await begin(one, other);
    const before = await receivedBy(one);
    await passOn(other, one);
    expect((await receivedBy(other)).games).toEqual([]);
    expect(await refused(acceptGame(other.id, game.id))).toBe("absent");
    expect(await refused(begin(other, one))).toBe("absent");
    expect(await receivedBy(one)).toEqual(before);
    expect(await refused(begin(one, other))).toBe("conflict");
    await undoDecision(other.id, one.id);
    expect((await receivedBy(other)).games.map(({ id }) => id)).toEqual([game.id]);
  });

  test("leaves running and finished games with their notifications to the other", async () => {
    const [one, other] = await strangers();
    const running = await begin(one, other);
    await acceptGame(other.id, running.id);
    const finished = await begin(other, one);
    await acceptGame(one.id, finished.id);
    await resignGame(one.id, finished.id);
    const before = await receivedBy(one);
    expect(before.games).toHaveLength(2);
    await passOn(other, one);
    expect(await receivedBy(one)).toEqual(before);
    expect(await answerQuestion(one.id, running.id, answerTo(running, true))).toMatchObject({
      id: running.id,
    });
  });

  test("by the challenger leaves every move of the other its result", async () => {
    const one = await addNewcomer("Cleo");
    const challengeAndPass = async () => {
      const other = await addNewcomer("Dan");
      const game = await begin(one, other);
      await passOn(one, other);
      return [other.id, game] as const;
    };
    const [accepter, accepted] = await challengeAndPass();
    expect(await acceptGame(accepter, accepted.id)).toMatchObject({ status: "active" });
    const [decliner, declined] = await challengeAndPass();
    expect(await resignGame(decliner, declined.id)).toMatchObject({ ending: "declined" });
    const [claimer, claimed] = await challengeAndPass();
    expect(await answerQuestion(claimer, claimed.id, answerTo(claimed, true))).toMatchObject({
      status: "active",
    });
    expect(await claimGame(claimer, claimed.id, Date.now() + WEEK)).toMatchObject({ ending: "claimed" });
  });
});

describe("the end of a connection", () => {
  test.each([
    ["an unmatch", unmatch],
    ["a block", blockMember],
  ])("by %s ends what is open for both, keeps what was finished, and restores nothing", async (_, end) => {
    const [one, other] = await matched();
    const [running, won, finished] = [await start(other, one), await start(one, other), await begin()];
    const waiting = await begin(one, other);
    await resignGame(other.id, won.id);
    await resignGame(ada.id, finished.id);
    const movedAt = (await getGame(one.id, running.id))?.movedAt;
    await end(other.id, one.id);
    for (const who of [one, other]) {
      const { games, notifications, turns } = await receivedBy(who);
      const endings = Object.fromEntries(games.map(({ id, ending }) => [id, ending]));
      expect(endings).toEqual({ [waiting.id]: "ended", [running.id]: "ended", [won.id]: "resigned" });
      expect(games.every(({ canRematch, player1 }) => !canRematch && !player1.profileImageUrl)).toBe(true);
      expect([notifications, turns]).toEqual([[], []]);
      expect((await getGame(who.id, running.id))?.movedAt).toBe(movedAt);
      expect(await refused(resignGame(who.id, running.id))).toBe("conflict");
      expect(await refused(answerQuestion(who.id, running.id, answerTo(running, true)))).toBe("conflict");
      expect(await refused(acceptGame(who.id, waiting.id))).toBe("conflict");
    }
    if (end === blockMember) await unblockMember(other.id, one.id);
    expect((await getGame(one.id, running.id))?.ending).toBe("ended");
    expect((await getGame(other.id, waiting.id))?.ending).toBe("ended");
  });

  test("by a stranger's block takes their challenges away, and Unblock brings none back to whoever blocked", async () => {
    const [one, other] = await strangers();
    const third = await addNewcomer("Eve");
    const [game, back] = [await begin(one, other), await begin(other, third)];
    const before = await receivedBy(one);
    for (const { id } of [one, third]) await blockMember(other.id, id);
    expect(await receivedBy(one)).toEqual({ ...before, games: [], turns: [] });
    expect(await getGame(one.id, game.id)).toBeUndefined();
    expect(await getGame(third.id, back.id)).toBeUndefined();
    expect(await getGame(other.id, game.id)).toBeUndefined();
    expect(await getGame(other.id, back.id)).toMatchObject({ ending: "withdrawn" });
    for (const { id } of [one, third]) await unblockMember(other.id, id);
    expect(await answerQuestion(one.id, game.id, answerTo(game, true))).toMatchObject({ status: "waiting" });
    expect(await getGame(other.id, game.id)).toBeUndefined();
    expect(await getGame(third.id, back.id)).toBeUndefined();
    expect(await refused(acceptGame(other.id, game.id))).toBe("absent");
  });

  test("by a block ends a running game on the open pages of an opponent who shares nothing else", async () => {
    const [one, other] = await strangers();
    const running = await begin(one, other);
    await acceptGame(other.id, running.id);
    const before = await eventsAbout(running.id);
    await blockMember(one.id, other.id);
    expect((await eventsAbout(running.id)).slice(before.length)).toEqual([other.id]);
    expect((await receivedBy(other)).games).toMatchObject([{ id: running.id, ending: "ended" }]);
  });

  test("by deletion ends the game with a former member until they come back", async () => {
    const [one, other] = await matched();
    const game = await begin(one, other);
    await acceptGame(other.id, game.id);
    const setDeleted = (deletedAt: Date | null) => changeRows(member, { id: other.id }, { deletedAt });
    await setDeleted(new Date());
    expect(await getGame(one.id, game.id)).toMatchObject({
      status: "completed",
      ending: "ended",
      toMove: [],
      player2: { firstName: "Former member", profileImageUrl: null },
      canRematch: false,
    });
    expect(await refused(resignGame(one.id, game.id))).toBe("conflict");
    await setDeleted(null);
    expect(await getGame(one.id, game.id)).toMatchObject({ status: "active" });
  });
});

describe("answers", () => {
  test("the first correct one scores, and the result shows once both have answered", async () => {
    const game = await begin();
    const after = await answerQuestion(ada.id, game.id, answerTo(game, true));
    expect(after).toMatchObject({ player1Score: 0, currentRound: 1, status: "waiting" });
    expect(after.toMove).toEqual([String(ben.id)]);
    const seenByBen = (await getGame(ben.id, game.id))?.questions[0];
    expect(seenByBen).toMatchObject({ correctAnswer: null, player1Answer: null, pointTo: null });
    expect(after.questions[0]).toMatchObject({ correctAnswer: null, player1Answer: expect.any(String) });
    const over = await answerQuestion(ben.id, game.id, answerTo(game, true));
    expect(over).toMatchObject({ player1Score: 1, player2Score: 0, currentRound: 2, status: "active" });
    expect(roundJustPlayed(over)).toMatchObject({
      correctAnswer: rightAnswers.get(game.questions[0]?.question ?? ""),
      pointTo: String(ada.id),
    });
  });

  test("a wrong one leaves the point to the opponent", async () => {
    const game = await play(await begin(), [[false, true]]);
    expect(game).toMatchObject({ player1Score: 0, player2Score: 1 });
    expect(await play(await begin(), [[false, false]])).toMatchObject({ player1Score: 0, player2Score: 0 });
  });

  test("at the same moment are saved once for each player, and one of two right ones scores", async () => {
    const game = await start();
    const sent = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => answerQuestion(ada.id, game.id, answerTo(game, i % 2 > 0))),
    );
    const reasons = sent.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(reasons).toHaveLength(9);
    for (const reason of reasons)
      expect(reason).toMatchObject({ code: "conflict", message: "You have already answered this question." });
    expect(await getGame(ben.id, game.id)).toMatchObject({ toMove: [String(ben.id)], currentRound: 1 });

    let now = await begin();
    for (let round = 1; round <= 5; round++) {
      const right = answerTo(now, true);
      await Promise.all([ada, ben].map(({ id }) => answerQuestion(id, now.id, right)));
      now = (await getGame(ben.id, now.id)) as GameDetail;
      expect(now.questions[round - 1]).toMatchObject({
        player1Answer: right.answer,
        player2Answer: right.answer,
        correctAnswer: right.answer,
        pointTo: expect.stringMatching(new RegExp(`^(${ada.id}|${ben.id})$`)),
      });
    }
    expect(now.status).toBe("completed");
    expect(now.player1Score + now.player2Score).toBe(5);
  });

  test("to other rounds or games, by strangers or after the end change nothing", async () => {
    const [game, other] = [await start(), await begin()];
    const stranger = await addNewcomer("Eve");
    const [, second] = await readDealt(game);
    const future = { questionId: second?.id ?? "", answer: second?.options[0] ?? "" };
    const right = answerTo(game, true);
    const kept = await getGame(ada.id, game.id);
    expect(await refused(answerQuestion(ada.id, game.id, future))).toBe("conflict");
    expect(await refused(answerQuestion(ada.id, other.id, right))).toBe("absent");
    expect(await refused(answerQuestion(stranger.id, game.id, right))).toBe("absent");
    expect(await refused(answerQuestion(ada.id, game.id, { ...right, answer: "None of them" }))).toBe(
      "invalid",
    );
    expect(await getGame(ada.id, game.id)).toEqual(kept);
    const moved = await play(game, [[true, false]]);
    expect(await refused(answerQuestion(ada.id, game.id, right))).toBe("conflict");
    expect(await getGame(ben.id, game.id)).toEqual(moved);
    const over = await resignGame(ada.id, game.id);
    expect(await refused(answerQuestion(ben.id, game.id, answerTo(moved, true)))).toBe("conflict");
    expect(await getGame(ada.id, game.id)).toEqual(over);
  });

  test("after five rounds the higher score wins, and equal scores are a draw", async () => {
    const wins = [true, false] as [boolean, boolean];
    const loses = [false, true] as [boolean, boolean];
    const nobody = [false, false] as [boolean, boolean];
    const won = await play(await begin(), [wins, loses, wins, nobody, nobody]);
    expect(won).toMatchObject({
      status: "completed",
      ending: "played",
      winnerId: String(ada.id),
      player1Score: 2,
    });
    expect(won.toMove).toEqual([]);
    const even = await play(await begin(), [wins, loses, nobody, nobody, nobody]);
    expect(even).toMatchObject({ status: "completed", winnerId: null, player1Score: 1, player2Score: 1 });
  });
});

describe("other moves", () => {
  test("only the challenged player can accept, once or twice", async () => {
    const game = await begin();
    expect(await refused(acceptGame(ada.id, game.id))).toBe("forbidden");
    expect(await acceptGame(ben.id, game.id)).toMatchObject({ status: "active" });
    expect(await acceptGame(ben.id, game.id)).toMatchObject({ status: "active" });
    await resignGame(ben.id, game.id);
    expect(await refused(acceptGame(ben.id, game.id))).toBe("conflict");
  });

  test("resigning loses the game, and a declined or withdrawn challenge has no winner", async () => {
    const game = await begin();
    await acceptGame(ben.id, game.id);
    expect(await resignGame(ben.id, game.id)).toMatchObject({
      ending: "resigned",
      winnerId: String(ada.id),
      status: "completed",
    });
    expect(await refused(resignGame(ada.id, game.id))).toBe("conflict");
    expect(await resignGame(ben.id, (await begin()).id)).toMatchObject({
      ending: "declined",
      winnerId: null,
    });
    expect(await resignGame(ada.id, (await begin()).id)).toMatchObject({
      ending: "withdrawn",
      winnerId: null,
    });
  });

  test("a player who answered can claim the game after seven days, and no one else or earlier", async () => {
    const game = await begin();
    await acceptGame(ben.id, game.id);
    await movedAt(game.id, Date.now() - WEEK);
    expect(await refused(claimGame(ada.id, game.id))).toBe("conflict");
    const after = await answerQuestion(ada.id, game.id, answerTo(game, true));
    const due = claimableAt(after);
    expect(canClaim(after, String(ada.id), due - 1)).toBe(false);
    expect(canClaim(after, String(ada.id), due)).toBe(true);
    expect(canClaim(after, String(ben.id), due)).toBe(false);
    expect(await refused(claimGame(ada.id, game.id, due - 1))).toBe("conflict");
    expect(await refused(claimGame(ben.id, game.id, due))).toBe("conflict");
    expect(await claimGame(ada.id, game.id, due)).toMatchObject({
      ending: "claimed",
      winnerId: String(ada.id),
    });
  });

  test("a game whose opponent is back in the moment of a rematch goes on without one", async () => {
    const [first, second] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
    await makeMatch(first, second);
    const game = await begin(first, second);
    await acceptGame(second.id, game.id);
    await deleteAccount(second.id);
    const asked = await Promise.all([refused(addRematch(first.id, game.id)), restoreAccount(second.id)]);
    expect(asked).toEqual(["conflict", undefined]);
    expect(await listGames(first.id)).toMatchObject({ games: [{ id: game.id }] });
  });

  test("a finished game has one rematch, by either player and any number of requests", async () => {
    const game = await begin();
    expect(await refused(addRematch(ada.id, game.id))).toBe("conflict");
    await acceptGame(ben.id, game.id);
    await resignGame(ada.id, game.id);
    const asked = await Promise.all([ada, ben, ada, ben].map(({ id }) => addRematch(id, game.id)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect((await getGame(ben.id, game.id))?.rematchId).toBe(asked[0]?.id);
    expect(await refused(addRematch((await addNewcomer("Eve")).id, game.id))).toBe("absent");
  });

  test("the challenger can add a question to a round without one, but not replace one", async () => {
    const game = await begin();
    const input = {
      gameId: game.id,
      roundNumber: 1,
      question: "Who?",
      correctAnswer: "Can",
      options: ["Can", "Neu!"],
      category: "artist" as const,
      difficulty: "hard" as const,
    };
    expect(await addQuestion(ada.id, input)).toEqual({ question: game.questions[0], isNew: false });
    expect(await refused(addQuestion(ben.id, input))).toBe("forbidden");
    expect(await refused(addQuestion((await addNewcomer("Eve")).id, input))).toBe("absent");
    await deleteRows(triviaQuestion, { gameId: game.id });
    const bare = (await getGame(ada.id, game.id)) as GameDetail;
    expect(playerStatusFor(bare, String(ada.id))).toBe("no-question");
    const given = await addQuestion(ada.id, input);
    expect(given).toMatchObject({ isNew: true, question: { question: "Who?", correctAnswer: null } });
    expect(await addQuestion(ada.id, { ...input, question: "What?" })).toEqual({ ...given, isNew: false });
    await resignGame(ada.id, game.id);
    expect(await refused(addQuestion(ada.id, { ...input, roundNumber: 2 }))).toBe("conflict");
  });

  test("lists are sorted by open games and last move, and are paginated", async () => {
    const [one, other] = [await addNewcomer("Cleo"), await addNewcomer("Dan")];
    const made = [
      await start(one, other),
      await start(one, other),
      await start(one, other),
      await begin(other, one),
    ];
    const ids = made.map(({ id }) => id);
    for (const [place, id] of ids.entries()) await movedAt(id, 1000 * place);
    await resignGame(one.id, ids[3] ?? "");
    const listed = async (who: Member) => (await listGames(who.id)).games.map(({ id }) => id);
    expect(await listed(one)).toEqual([ids[2], ids[1], ids[0], ids[3]]);
    expect(await listed(other)).toEqual(await listed(one));
    const paged: string[] = [];
    let after: Parameters<typeof listGames>[1];
    for (let i = 0; i < 5; i++) {
      const { games, next } = await listGames(one.id, { ...after, limit: 1 });
      paged.push(...games.map(({ id }) => id));
      if (!next) break;
      after = { after: gamePage.parse(next).cursor };
    }
    expect(paged).toEqual(await listed(one));
  });
});

describe("the list", () => {
  const listed = async (who: Member, limit = 50) => {
    const read: string[] = [];
    let after: Parameters<typeof listGames>[1];
    do {
      const { games, next } = await listGames(who.id, { ...after, limit });
      read.push(...games.map(({ id, yourTurn }) => id + (yourTurn ? "!" : "")));
      after = next && { after: gamePage.parse(next).cursor };
    } while (after);
    return read;
  };

  test("begins with the games that wait for the member's move, page by page too", async () => {
    const [one, other] = [await addNewcomer("Cleo"), await addNewcomer("Dan")];
    const made = [await start(one, other), await start(one, other), await start(one, other)];
    const [first, second, third] = made.map(({ id }) => id) as [string, string, string];
    for (const [place, id] of [first, second, third].entries()) await movedAt(id, 1000 * place);
    const round = currentQuestion(made[2] as GameDetail);
    await answerQuestion(one.id, third, { questionId: round?.id ?? "", answer: round?.options[0] ?? "" });
    expect(await listed(one)).toEqual([`${second}!`, `${first}!`, third]);
    expect(await listed(one, 1)).toEqual(await listed(one));
    await resignGame(one.id, second);
    expect(await listed(one, 1)).toEqual([`${first}!`, third, second]);
  });

  test("does not begin with a stranger's challenge, which may not draw attention", async () => {
    const [one, other] = await strangers();
    const challenge = await addGame(one.id, { player2Id: other.id });
    expect(await listed(other)).toEqual([challenge.id]);
    expect(await listed(one)).toEqual([`${challenge.id}!`]);
  });
});

describe("the texts", () => {
  test("name every status, even an unknown one", () => {
    const labelsFor = (viewerId: string, yourTurn = true) =>
      ["waiting", "active", "completed", "lost"].map(
        (status) => statusBadge({ status, player2Id: "2", toMove: ["1", "2"], yourTurn }, viewerId).label,
      );
    expect(labelsFor("1", false)).toEqual(["Waiting for opponent", "In Progress", "Completed", "Unknown"]);
    // The challenger can begin before the opponent has accepted.
    expect(labelsFor("1")).toEqual(["Your turn", "Your turn", "Completed", "Unknown"]);
    expect(labelsFor("2")).toEqual(["Your turn", "Your turn", "Completed", "Unknown"]);
    // A stranger's challenge.
    expect(labelsFor("2", false)).toEqual(["Challenge", "In Progress", "Completed", "Unknown"]);
  });

  test("tell each player a game's status and result", async () => {
    const [a, b] = [String(ada.id), String(ben.id)];
    const game = await begin();
    expect([playerStatusFor(game, a), playerStatusFor(game, b)]).toEqual(["to-answer", "challenged"]);
    expect([gameLine(game, a), gameLine(game, b)]).toEqual([
      "Ben hasn't accepted yet. You can start.",
      "Ada challenged you",
    ]);
    const after = await answerQuestion(ada.id, game.id, answerTo(game, true));
    expect([playerStatusFor(after, a), playerStatusFor(after, b)]).toEqual(["waiting", "challenged"]);
    await acceptGame(ben.id, game.id);
    const accepted = (await getGame(ben.id, game.id)) as GameDetail;
    expect([gameLine(accepted, a), gameLine(accepted, b)]).toEqual([
      "Waiting for Ben",
      "Ada answered. Your move.",
    ]);
    expect(lineBelowBadge(accepted, b)).toBe("Ada answered.");
    const over = await resignGame(ben.id, game.id);
    expect(describeEnding(over, a)).toEqual({ title: "Congratulations! You won!", how: "Ben resigned." });
    expect(describeEnding(over, b)).toEqual({ title: "Better luck next time!", how: "You resigned." });
    expect(describeEnding({ ...over, ending: "played", winnerId: null }, a)).toEqual({
      title: "It's a draw!",
    });
    const declined = await resignGame(ben.id, (await begin()).id);
    expect([gameLine(declined, a), gameLine(declined, b)]).toEqual(["Ben declined.", "You declined."]);
  });

  test("an unsaved answer is predicted, and later rounds are not shown", async () => {
    const game = await begin();
    const sent = answerTo(game, true);
    const coming = gameAfter(game, String(ada.id), sent);
    const kept = await answerQuestion(ada.id, game.id, sent);
    expect({ ...coming, movedAt: "" }).toEqual({ ...kept, movedAt: "" });
    expect(gameAfter(kept, String(ada.id), sent)).toEqual(kept);
    expect(kept.questions).toHaveLength(1);
  });
});
