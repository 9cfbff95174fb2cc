import { client } from "db/client.server";
import { describe, expect, test } from "vitest";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail, QuestionDto } from "~/models/trivia/trivia";
import { shareApp } from "../../app";
import { makeMatch, type Person } from "../people";
import { openStream } from "../stream";

const { signUp } = shareApp();
const all = "/api/trivia-games";
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
