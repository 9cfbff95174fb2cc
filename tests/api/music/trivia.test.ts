// Trivia as JSON: what a game shows whom and when, streams, and refusals.
import { randomUUID } from "node:crypto";
import { client, db } from "db/client.server";
import { triviaGame } from "db/schema";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail, QuestionDto } from "~/models/trivia/trivia";
import { shareApp } from "../../app";
import { makeMatch, type Person } from "../people";
import { openStream } from "../stream";

const { signUp } = shareApp();
const all = "/api/trivia-games";
const TOO_LARGE = "That is too large: the limit is 64 kB.";
const rightAnswers = new Map(questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]));
const isRight = ({ question }: QuestionDto, answer: string) => rightAnswers.get(question) === answer;

async function begin(one: Person, other: Person, fields: object = {}): Promise<GameDetail> {
  const begun = await one.json("POST", all, { player2Id: other.id, ...fields });
  expect(begun.status).toBe(201);
  return begun.json();
}

async function read(who: Person, id: string): Promise<GameDetail> {
  const answer = await who.get(`${all}/${id}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

const couple = async () => [await signUp("Ada"), await signUp("Ben")] as const;
const roundOf = (game: GameDetail, number = game.currentRound) =>
  game.questions[number - 1] ?? expect.fail("No such round");
/** All five questions from the database; the API reveals them one by one. */
async function readDealt(game: GameDetail): Promise<QuestionDto[]> {
  const { rows } = await client.execute({
    sql: "select * from trivia_question where game_id = ? order by round_number",
    args: [game.id],
  });
  return rows.map((row) => ({
    id: String(row.id),
    gameId: game.id,
    roundNumber: Number(row.round_number),
    question: String(row.question),
    options: JSON.parse(String(row.options)),
    category: row.category as QuestionDto["category"],
    difficulty: row.difficulty as QuestionDto["difficulty"],
    correctAnswer: null,
    player1Answer: null,
    player2Answer: null,
    pointTo: null,
  }));
}

const pick = (round: QuestionDto, right: boolean) =>
  round.options.find((option) => isRight(round, option) === right) ?? "";
const answer = (who: Person, game: GameDetail, round: QuestionDto, words: string) =>
  who.json("POST", `${all}/${game.id}/answer`, { questionId: round.id, answer: words });

test("a game is created, listed, read, played round by round and won", async () => {
  const [ada, ben] = await couple();
  expect(await (await ada.get(all)).json()).toEqual([]);
  const game = await begin(ada, ben);
  const player = (who: Person, firstName: string) => ({
    id: who.id,
    firstName,
    profileImageUrl: null,
    profileImageFocus: null,
    firstArtist: null,
  });
  const expected = {
    id: expect.any(String),
    player1Id: ada.id,
    player2Id: ben.id,
    player1: player(ada, "Ada"),
    player2: player(ben, "Ben"),
    player1Score: 0,
    player2Score: 0,
    currentRound: 1,
    totalRounds: 5,
    status: "waiting",
    ending: null,
    winnerId: null,
    toMove: [ada.id, ben.id],
    yourTurn: true,
    rematchId: null,
    canRematch: false,
    movedAt: expect.any(String),
    createdAt: expect.any(String),
  };
  const round = {
    id: expect.any(String),
    gameId: game.id,
    roundNumber: 1,
    question: expect.any(String),
    options: expect.any(Array),
    category: expect.stringMatching(/^(artist|year|genre|album)$/),
    difficulty: expect.stringMatching(/^(easy|medium|hard)$/),
    correctAnswer: null,
    player1Answer: null,
    player2Answer: null,
    pointTo: null,
  };
  expect(game).toEqual({
    ...expected,
    questions: [round],
  });
  // She is a stranger to him.
  for (const who of [ada, ben])
    expect(await (await who.get(all)).json()).toEqual([{ ...expected, yourTurn: who === ada }]);

  const dealt = await readDealt(game);
  expect(dealt).toHaveLength(5);
  for (const now of dealt) {
    const number = now.roundNumber;
    expect((await read(ben, game.id)).questions.at(-1)).toEqual(now);
    const [hers, his] = [pick(now, true), pick(now, number % 2 === 0)];
    expect((await answer(ada, game, now, hers)).status).toBe(200);
    const after: GameDetail = await (await answer(ben, game, now, his)).json();
    expect(roundOf(after, number)).toMatchObject({
      correctAnswer: hers,
      player1Answer: hers,
      player2Answer: his,
      pointTo: ada.id,
    });
    expect(after).toMatchObject({ player1Score: number, player2Score: 0 });
    expect(after.currentRound).toBe(Math.min(5, number + 1));
    expect(after.status).toBe(number === 5 ? "completed" : "active");
  }
  expect(await read(ben, game.id)).toMatchObject({ winnerId: ada.id, ending: "played", toMove: [] });
});

test("an invalid game, answer or question is refused with one sentence", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  const round = roundOf(game);
  const question = {
    gameId: game.id,
    roundNumber: 1,
    question: "Who?",
    correctAnswer: "Can",
    options: ["Can", "Neu!"],
    category: "artist",
    difficulty: "easy",
  };
  const refusals: [string, unknown, number, string][] = [
    [all, {}, 400, "Opponent user ID is required"],
    [all, { player2Id: " " }, 400, "Opponent user ID is required"],
    [all, { player2Id: "Ben" }, 400, "A user ID is a number"],
    [all, { player2Id: ada.id }, 400, "You can't challenge yourself"],
    [all, { player2Id: "4503599627370495" }, 404, "You can't challenge anyone with this user ID"],
    [`${all}/${game.id}/answer`, { questionId: round.id }, 400, "Choose one of the answers"],
    [`${all}/${game.id}/answer`, { questionId: round.id, answer: "None" }, 400, "Choose one of the answers"],
    [`${all}/${game.id}/answer`, { answer: round.options[0] }, 400, "questionId is required"],
    [
      `${all}/${game.id}/answer`,
      { questionId: randomUUID(), answer: round.options[0] },
      404,
      "There is nothing here.",
    ],
    ["/api/trivia-questions", { ...question, roundNumber: 6 }, 400, "Use a round from 1 to 5"],
    [
      "/api/trivia-questions",
      { ...question, correctAnswer: "Faust" },
      400,
      "The correct answer must be among the options",
    ],
    [
      "/api/trivia-questions",
      { ...question, options: ["Can", "Can"] },
      400,
      "Use two to six different options",
    ],
    [
      "/api/trivia-questions",
      { ...question, options: Array(20_000).fill("") },
      400,
      "Use two to six different options",
    ],
    ["/api/trivia-questions", { ...question, options: Array(480_000).fill("") }, 413, TOO_LARGE],
    ["/api/trivia-questions", { ...question, category: "song" }, 400, "Use artist, year, genre, album"],
    ["/api/trivia-questions", { ...question, gameId: randomUUID() }, 404, "There is nothing here."],
  ];
  for (const [path, body, status, message] of refusals) {
    const refused = await ada.json("POST", path, body);
    expect([refused.status, await refused.text()]).toEqual([status, message]);
  }
  expect(await read(ada, game.id)).toEqual(game);
});

test("posted questions are ignored, and the response has the dealt question once its round is reached", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  const dealt = await readDealt(game);
  for (const roundNumber of [1, 2, 3, 4, 5]) {
    const posted = await ada.json("POST", "/api/trivia-questions", {
      gameId: game.id,
      roundNumber,
      question: "Which band is this?",
      correctAnswer: "Broadcast",
      options: ["Broadcast", "Stereolab", "Pram", "Plone"],
      category: "artist",
      difficulty: "easy",
    });
    expect(posted.status).toBe(200);
    const id = dealt[roundNumber - 1]?.id;
    expect(await posted.json()).toEqual(roundNumber === 1 ? dealt[0] : { id, gameId: game.id, roundNumber });
  }
  // She is a stranger to him.
  expect(await read(ben, game.id)).toEqual({ ...game, yourTurn: false });
});

describe("a round that one player has not answered", () => {
  const changing = /nonce="[^"]*"|nonce\\?":\\?"[^"]*"|lastEventId\W+[\w-]{54}/g;

  /** Everything a player can see of a game, by URL. */
  async function readAll(who: Person, game: GameDetail): Promise<Record<string, string>> {
    const at = `/trivia/${game.id}`;
    const shown: Record<string, string> = {};
    const addresses = [
      all,
      `${all}/${game.id}`,
      // Each page has all that its loaders answer.
      "/",
      "/trivia",
      at,
      `${at}/frame`,
      `${at}/resign`,
      "/counts",
    ];
    for (const path of addresses) shown[path] = await (await who.get(path)).text();
    const { currentRound } = await read(who, game.id);
    for (const { roundNumber, id } of await readDealt(game)) {
      const posted = await who.json("POST", "/api/trivia-questions", {
        gameId: game.id,
        roundNumber,
        question: "Which?",
        correctAnswer: "This",
        options: ["This", "That"],
        category: "year",
        difficulty: "hard",
      });
      shown[`question ${roundNumber}`] = await posted.text();
      // Refused, since otherwise it would count as an answer.
      if (roundNumber !== currentRound) {
        const refused = await who.json("POST", `${all}/${game.id}/answer`, {
          questionId: id,
          answer: "Broadcast",
        });
        shown[`answer ${roundNumber}`] = await refused.text();
      }
    }
    return Object.fromEntries(
      Object.entries(shown).map(([path, text]) => [path, text.replace(changing, "")]),
    );
  }

  /**
   * Replaces every secret of the game, reads everything again, and restores it: the responses must not depend on it.
   */
  async function expectNoTrace(game: GameDetail, readers: Person[]) {
    const isSecret = `question_id in (
      select trivia_question.id from trivia_question left join trivia_answer on question_id = trivia_question.id
      where game_id = '${game.id}' group by trivia_question.id having count(question_id) < 2)`;
    const secretAnswers = isSecret.replace("question_id in", "id in");
    const nextOption = (column: string) => `(
      select value from json_each(options) where key = (
        select (key + 1) % 4 from json_each(options) where value = ${column}))`;
    for (const reader of readers) {
      // Opening the game marks its notification as read.
      await reader.get(`/trivia/${game.id}`);
      const before = await readAll(reader, game);
      const { rows: answers } = await client.execute(`select * from trivia_answer where ${isSecret}`);
      const { rows: rounds } = await client.execute(
        `select id, correct_answer from trivia_question where ${secretAnswers}`,
      );
      expect(rounds.length).toBeGreaterThan(0);
      await client.execute(
        `update trivia_question set correct_answer = ${nextOption("correct_answer")} where ${secretAnswers}`,
      );
      await client.execute(`
        update trivia_answer set has_point = not has_point, answer = case when member_id = ${reader.id} then answer
          else (select ${nextOption("trivia_answer.answer")} from trivia_question where id = question_id) end
        where ${isSecret}`);
      const isToCome = `game_id = '${game.id}' and round_number > ${(await read(reader, game.id)).currentRound}`;
      const { rows: toCome } = await client.execute(`select * from trivia_question where ${isToCome}`);
      await client.execute(
        `update trivia_question set question = 'Who?', options = '["A","B"]', category = 'year', difficulty = 'hard'
        where ${isToCome}`,
      );
      const after = await readAll(reader, game);
      expect(Object.keys(before).filter((address) => after[address] !== before[address])).toEqual([]);
      for (const { id, correct_answer } of rounds)
        await client.execute({
          sql: "update trivia_question set correct_answer = ? where id = ?",
          args: [correct_answer ?? null, id ?? null],
        });
      for (const { question, options, category, difficulty, id } of toCome)
        await client.execute({
          sql: "update trivia_question set question = ?, options = ?, category = ?, difficulty = ? where id = ?",
          args: [question ?? null, options ?? null, category ?? null, difficulty ?? null, id ?? null],
        });
      for (const { question_id, member_id, answer, has_point } of answers)
        await client.execute({
          sql: "update trivia_answer set answer = ?, has_point = ? where question_id = ? and member_id = ?",
          args: [answer ?? null, has_point ?? null, question_id ?? null, member_id ?? null],
        });
    }
  }

  test("no response depends on the correct answer, the opponent's answer, who was first or later questions", async () => {
    const [ada, ben] = await couple();
    const game = await begin(ada, ben);
    await expectNoTrace(game, [ada, ben]);
    await answer(ada, game, roundOf(game, 1), pick(roundOf(game, 1), true));
    await expectNoTrace(game, [ada, ben]);
    await answer(ben, game, roundOf(game, 1), pick(roundOf(game, 1), true));
    const second = roundOf(await read(ben, game.id), 2);
    await answer(ben, game, second, pick(second, true));
    await expectNoTrace(game, [ada, ben]);
    // Takes the flash message before comparing.
    await ada.follow(await ada.form(`/trivia/${game.id}/resign`, {}));
    expect((await read(ada, game.id)).status).toBe("completed");
    await expectNoTrace(game, [ada, ben]);
  });

  test("a correct and a wrong answer get the same response", async () => {
    const [ada, ben] = await couple();
    const game = await begin(ada, ben);
    const round = roundOf(game);
    const tellsOf = async (who: Person, isRightly: boolean) => {
      const words = pick(round, isRightly);
      const stream = await openStream(who);
      const answered: GameDetail = await (await answer(who, game, round, words)).json();
      await stream.waitFor((events) => events.length > 0);
      stream.disconnect();
      const text = JSON.stringify([answered, stream.events.map(({ data }) => data)]);
      return text.replaceAll(`Answer":${JSON.stringify(words)}`, "").replace(/"movedAt":"[^"]*"/, "");
    };
    const rightly = await tellsOf(ada, true);
    await client.execute(`delete from trivia_answer where question_id = '${round.id}'`);
    expect(await tellsOf(ada, false)).toBe(rightly);
  });
});

test("the list is paginated", async () => {
  const [ada, ben] = await couple();
  const { id } = await begin(ada, ben);
  const [game] = await db.select().from(triviaGame).where(eq(triviaGame.id, id));
  if (!game) throw new Error("There is no game");
  const copies = Array.from({ length: 52 }, () => ({ ...game, id: randomUUID() }));
  await db.insert(triviaGame).values(copies);
  const made = [id, ...copies.map((copy) => copy.id)];
  const first = await ada.get(all);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const ids = async (answer: Response) => ((await answer.json()) as GameDetail[]).map(({ id }) => id);
  const listed = [...(await ids(first)), ...(await ids(await ada.get(next)))];
  expect(listed.sort()).toEqual(made.sort());
  expect((await ada.get(`${all}?cursor=elsewhere`)).status).toBe(400);
});

test("both players' streams report every move", async () => {
  const [ada, ben] = await couple();
  await makeMatch(ada, ben);
  const readers = [await openStream(ada), await openStream(ben)];
  const game = await begin(ada, ben);
  await answer(ada, game, roundOf(game), roundOf(game).options[0] ?? "");
  await answer(ben, game, roundOf(game), roundOf(game).options[0] ?? "");
  for (const reader of readers) {
    const received = await reader.waitFor((events) => events.length === 3);
    expect(received.map(({ event, data }) => [event, data])).toEqual(
      [1, 2, 3].map(() => ["game", expect.objectContaining({ gameId: game.id })]),
    );
    reader.disconnect();
  }
});

test("a round without a question shows a flash message, and hostile text in a question is escaped", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  await client.execute(`delete from trivia_question where game_id = '${game.id}'`);
  const page = async (who: Person, ending = "") => (await who.get(`/trivia/${game.id}${ending}`)).text();
  expect(await page(ben)).toContain("Waiting for questions...");
  const hostile = "</script><img src=x onerror=alert(1)>";
  const given = await ada.json("POST", "/api/trivia-questions", {
    gameId: game.id,
    roundNumber: 1,
    question: hostile,
    correctAnswer: `${hostile} 1`,
    options: [`${hostile} 1`, `${hostile} 2`],
    category: "artist",
    difficulty: "easy",
  });
  expect(given.status).toBe(201);
  const round = (await given.json()) as QuestionDto;
  expect(round).toMatchObject({ question: hostile, correctAnswer: null });
  for (const who of [ada, ben]) {
    expect(await page(who)).not.toContain("<img src=x");
    expect((await answer(who, game, round, `${hostile} 1`)).status).toBe(200);
  }
  for (const who of [ada, ben]) {
    expect(await page(who)).toContain("Correct answer");
    for (const ending of ["", "/frame"]) expect(await page(who, ending)).not.toContain("<img src=x");
  }
});
